/** @import { Facts, Proposal, Rule } from '../lib/plan/types.ts' */
/** @import { Page } from '../lib/site/types.ts' */

import { blockingScripts, deferrableScripts, showsBefore, standsInHead } from './kit/deferrable.js';
import { soleReferences } from './kit/inline.js';

/** @type {Rule} */
export default {
  meta: {
    id: 'render-order',
    category: 'delivery',
    summary: 'Reports scripts and style sheets that block rendering, and a better place for them.',
    why:
      'A script in the head blocks rendering until it has loaded and run. A style sheet that the page references ' +
      'late is requested late, and the visible content is then rendered again.',
    default: 'advise',
    safety: 'visual',
    reads: ['references', 'scripts', 'sizes'],
    options: {},
    messages: {
      blocking:
        '{name} ({bytes} bytes) is in the head and blocks rendering. If nothing needs it before the page has been ' +
        'parsed, add “defer”.',
      late: '{name} ({bytes} bytes) is referenced after visible content. Reference it in the head to load it in time.',
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
