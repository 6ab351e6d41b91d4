/** @import { Facts, Proposal, Rule } from '../lib/plan/types.ts' */
/** @import { Page } from '../lib/site/types.ts' */

import { blockingScripts, deferrableScripts, showsBefore, standsInHead } from './kit/deferrable.js';
import { soleReferences } from './kit/inline.js';

/** @type {Rule} */
export default {
  meta: {
    id: 'render-order',
    category: 'delivery',
    summary: 'Says which scripts and style sheets hold up the page, and where they would not.',
    why:
      'Nothing after a script in the head is shown before it has arrived and run; a style sheet that the page ' +
      'names late is asked for late, and what was shown is drawn again.',
    default: 'advise',
    safety: 'visual',
    reads: ['references', 'scripts', 'sizes'],
    options: {},
    messages: {
      blocking:
        '{name} ({bytes} bytes) stands in the head and holds up the page; where nothing needs it before the page is ' +
        'read, “defer” spares that wait',
      late: '{name} ({bytes} bytes) is named after the page has begun to show; in the head it would come in time',
    },
    since: '0.1.0',
  },

  detect(page, facts) {
    return [...heldScripts(page, facts), ...lateSheets(page, facts)].map(({ element, path, messageId }) => ({
      rule: 'render-order',
      page: page.path,
      range: element.startTag,
      resource: path,
      messageId,
      data: { name: path.split('/').at(-1), bytes: facts.sizes.get(path) ?? 0 },
    }));
  },
};

/**
 * Returns the scripts that block rendering and cannot be deferred without changes to them.
 * @param {Page} page
 * @param {Facts} facts
 */
function heldScripts(page, facts) {
  const deferrable = new Set(deferrableScripts(page, facts).map(({ element }) => element));
  return blockingScripts(page, facts)
    .filter(({ element }) => !deferrable.has(element))
    .map((found) => ({ ...found, messageId: 'blocking' }));
}

/**
 * Returns the style sheets that are named after visible content.
 * @param {Page} page
 * @param {Facts} facts
 */
function lateSheets(page, facts) {
  return soleReferences(page, facts, { role: 'style', tag: 'link', attribute: 'href' })
    .filter(({ element }) => !standsInHead(page, element) && showsBefore(page, element))
    .map((found) => ({ ...found, messageId: 'late' }));
}
