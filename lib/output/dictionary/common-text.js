/*
 * What the pages of a site have in common: heads, menus, feet, and the markup that its template writes again and again.
 */

/** Beyond this a dictionary costs more to fetch than it saves on a visit of a few pages. */
const MOST_DICTIONARY_BYTES = 65_536;

/** A piece begins where a tag or a line does. */
const BORDER = /(?=<)|(?<=\n)/;

/**
 * The pieces that many pages hold, in the order of a page that holds most of them; what that page lacks comes after.
 * @param {readonly string[]} pages
 * @param {number} share of the pages that a piece must stand in
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
    if (taken.has(piece) || size + piece.length > MOST_DICTIONARY_BYTES) continue;
    taken.add(piece);
    size += piece.length;
  }
  return [...taken].join('');
}
