/**
 * A list of families that text may be set in: each name in small letters, with where it ends.
 * @typedef {readonly { name: string, end: number }[]} Families
 */

/** Properties of fonts, and custom ones, which may hold a list. */
const LIST = /((?:font-family|font|--[\w-]+)\s*:\s*)([^;{}]*,[^;{}]*)/gi;
const COMMAS_OUTSIDE = /(?<=,)(?![^()]*\))/;
/** What stands before the first family of a shorthand: all up to the size, and the height of lines. */
const BEFORE_FAMILY = /^.*\d(?:[a-z]+|%)(?:\s*\/\s*\S+)?\s+/i;

/**
 * The lists of families in a style sheet.
 * @param {string} css
 * @param {number} start where it starts in the document it stands in
 * @returns {Families[]}
 */
export function readFamilyLists(css, start) {
  return [...css.matchAll(LIST)].map(({ 1: said, 2: list, index }) => {
    const isShorthand = /^font\s*:/i.test(said);
    let at = start + index + said.length;
    return list.split(COMMAS_OUTSIDE).map((item) => {
      const written = item.replace(/,$/, '').trimEnd();
      const end = at + written.length;
      at += item.length;
      return { name: nameIn(written.trim(), isShorthand), end };
    });
  });
}

/** @param {string} written @param {boolean} isShorthand */
function nameIn(written, isShorthand) {
  const [, , quoted] = /(["'])([^"']*)\1$/.exec(written) ?? [];
  return (quoted ?? (isShorthand ? written.replace(BEFORE_FAMILY, '') : written)).toLowerCase();
}
