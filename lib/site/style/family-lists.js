import { splitList } from './split-list.js';

/**
 * A list of families for text: each name in lower case, with its end.
 * @typedef {readonly { name: string, end: number }[]} Families
 */

/** Font properties, and custom properties, which can contain a list. */
const LIST = /(?<![\w-])(font-family|font|--[\w-]+)\s*:([^;{}]*)/gi;
/** Max length of a shorthand, in characters. */
const MAX_SHORTHAND = 500;
/** The part of a shorthand before the first family: everything up to the size and the line height. */
const BEFORE_FAMILY = /^.*\d(?:[a-z]+|%)(?:\s*\/\s*\S+)?\s+/i;

/**
 * Returns the lists of families in a style sheet.
 * @param {string} css
 * @param {number} start of the sheet in its document
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
