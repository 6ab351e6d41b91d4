/* Common parts of a site's pages: headers, menus, footers, and the repeated markup of its template. */

/** Max size of a dictionary. Fetching a larger one costs more than it saves on a visit of a few pages. */
const MAX_DICTIONARY_BYTES = 65_536;

/** A piece begins at a tag or a line. */
const BORDER = /(?=<)|(?<=\n)/;

/**
 * Returns the pieces that many pages contain, in the order of a page with most of them. Pieces that this page lacks
 * follow.
 * @param {readonly string[]} pages
 * @param {number} share min share of the pages that must contain a piece
 * @returns {string}
 */
export function findCommonText(pages, share) {
  const pieces = pages.map((page) => page.split(BORDER));
  /** @type {Map<string, number>} */
  const pagesWith = new Map();
  for (const list of pieces) for (const piece of new Set(list)) pagesWith.set(piece, (pagesWith.get(piece) ?? 0) + 1);
  const least = Math.max(2, pages.length * share);
  const common = pieces.map((list) => new Set(list.filter((piece) => (pagesWith.get(piece) ?? 0) >= least)));
  const sizes = common.map((list) => [...list].reduce((sum, { length }) => sum + length, 0));
  const order = sizes.map((_, index) => index).toSorted((a, b) => sizes[b] - sizes[a] || a - b);
  /** @type {Set<string>} */
  const taken = new Set();
  let size = 0;
  for (const piece of order.flatMap((index) => [...common[index]])) {
    if (taken.has(piece) || size + piece.length > MAX_DICTIONARY_BYTES) continue;
    taken.add(piece);
    size += piece.length;
  }
  return [...taken].join('');
}
