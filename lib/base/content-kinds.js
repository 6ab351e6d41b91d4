/** @import { ContentKind } from '../report/types.ts' */

/**
 * Kinds of content that totals, budgets and reports distinguish, in the order of the report.
 * @type {readonly ContentKind[]}
 */
export const CONTENT_KINDS = Object.freeze(['html', 'css', 'script', 'image', 'svg', 'font', 'media', 'other']);
