/** @import { ContentKind } from '../report/types.ts' */

/** What totals, budgets and reports tell apart, in the order they show it. @type {readonly ContentKind[]} */
export const CONTENT_KINDS = Object.freeze(['html', 'css', 'script', 'image', 'svg', 'font', 'media', 'other']);
