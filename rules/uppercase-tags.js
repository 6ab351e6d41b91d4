/** @import { Edit, Element, Page, Range, Rule } from '../lib/types.ts' */

/** @type {Rule} */
export default {
  meta: {
    id: 'uppercase-tags',
    category: 'markup',
    summary: 'Writes tag and attribute names in lower case.',
    why: 'Names in one case repeat what compression has already seen, and so do they with the words of the text: a page with lower-case names compresses to about three quarters of one with mixed case.',
    default: 'on',
    safety: 'safe',
    reads: [],
    options: {},
    messages: { uppercase: '{count} tag and attribute names are not in lower case, which compresses worse' },
    since: '0.1.0',
  },

  detect(document) {
    const page = /** @type {Page} */ (document);
    const edits = page.elements
      .filter((element) => !element.foreign)
      .flatMap((element) => editsIn(element, page.source));
    if (edits.length === 0) return [];
    const data = { count: edits.length, edits };
    return [{ rule: 'uppercase-tags', page: page.path, range: null, resource: null, messageId: 'uppercase', data }];
  },

  apply: (proposal) => ({ edits: /** @type {Edit[]} */ (proposal.data.edits) }),
};

/**
 * @param {Element} element
 * @param {string} source
 * @returns {Edit[]}
 */
function editsIn({ startTag, endTag, tag, attributes }, source) {
  const names = [nameAt(startTag.start + 1, tag)];
  if (endTag) names.push(nameAt(endTag.start + 2, tag));
  for (const { nameRange } of attributes.values()) names.push(nameRange);
  return names.flatMap((range) => {
    const written = source.slice(range.start, range.end);
    // Only ASCII letters fold in HTML: a Turkish İ in a name stays what it is.
    const text = written.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
    return text === written ? [] : [{ range, text }];
  });
}

/**
 * @param {number} start
 * @param {string} tag
 * @returns {Range}
 */
function nameAt(start, tag) {
  return { start, end: start + tag.length };
}
