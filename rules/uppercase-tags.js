/** @import { Edit, Rule } from '../lib/plan/types.ts' */
/** @import { Element, Page } from '../lib/site/types.ts' */

import { editsIn } from './kit/proposed.js';

/** @type {Rule} */
export default {
  meta: {
    id: 'uppercase-tags',
    category: 'markup',
    summary: 'Writes tag and attribute names in lower case.',
    why:
      'Names in a single case repeat strings that compression has already encoded, including words of the text. A ' +
      'page with lower-case names compresses to about three quarters of one with mixed case.',
    default: 'on',
    safety: 'safe',
    beyondCost: true,
    reads: [],
    options: {},
    messages: { uppercase: '{count} tag and attribute names are not in lower case, which compresses worse.' },
    since: '0.1.0',
  },

  detect(page) {
    const edits = page.elements
      .filter((element) => !element.foreign)
      .flatMap((element) => rewrite(element, page.source));
    if (edits.length === 0) return [];
    const data = { count: edits.length, edits };
    return [{ rule: 'uppercase-tags', page: page.path, range: null, resource: null, messageId: 'uppercase', data }];
  },

  draft: (proposal) => ({ edits: editsIn(proposal.data) }),
};

/**
 * @param {Element} element
 * @param {string} source
 * @returns {Edit[]}
 */
function rewrite({ startTag, endTag, tag, attributes }, source) {
  /** @type {Edit[]} */
  const edits = [];
  /** @param {string} name as folded by the parser @param {number} start @param {number} end */
  const look = (name, start, end) => {
    // This test is much faster, and most names pass it.
    if (source.startsWith(name, start)) return;
    const written = source.slice(start, end);
    // HTML folds ASCII letters only, so a Turkish İ in a name is unchanged.
    const text = written.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
    if (text !== written) edits.push({ range: { start, end }, text });
  };
  look(tag, startTag.start + 1, startTag.start + 1 + tag.length);
  if (endTag) look(tag, endTag.start + 2, endTag.start + 2 + tag.length);
  for (const { name, nameRange } of attributes.values()) look(name, nameRange.start, nameRange.end);
  return edits;
}
