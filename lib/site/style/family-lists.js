import { splitList } from './split-list.js';

/**
 * A list of families that text may be set in: each name in small letters, with where it ends.
 * @typedef {readonly { name: string, end: number }[]} Families
 */

/** Properties of fonts, and custom ones, which may hold a list. */
const LIST = /(?<![\w-])(font-family|font|--[\w-]+)\s*:([^;{}]*)/gi;
/** A longer text is no shorthand, in characters. */
const MAX_SHORTHAND = 500;
/** What stands before the first family of a shorthand: all up to the size, and the height of lines. */
const BEFORE_FAMILY = /^.*\d(?:[a-z]+|%)(?:\s*\/\s*\S+)?\s+/i;

/**
 * The lists of families in a style sheet.
 * @param {string} css
 * @param {number} start where it starts in the document it stands in
 * @returns {Families[]}
 */
export function readFamilyLists(css, start) {
  return [...css.matchAll(LIST)].flatMap(({ 0: all, 1: property, 2: list, index }) => {
    if (!list.includes(',')) return [];
    let at = start + index + all.length - list.length;
    const families = splitList(list).map((item) => {
      const end = at + item.trimEnd().length;
      at += item.length + 1;
      return { name: nameIn(item.trim(), /^font$/i.test(property)), end };
    });
    return [families];
  });
}

/** @param {string} written @param {boolean} isShorthand */
function nameIn(written, isShorthand) {
  const [, , quoted] = /(["'])([^"']*)\1$/.exec(written) ?? [];
  return (
    quoted ?? (isShorthand && written.length < MAX_SHORTHAND ? written.replace(BEFORE_FAMILY, '') : written)
  ).toLowerCase();
}
