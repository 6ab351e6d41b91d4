/** @import { Element, Page, Sheet } from '../../lib/site/types.ts' */

import { copyAttribute } from '../../lib/site/page/attributes.js';
import { escapeAttribute } from '../../lib/site/page/escape.js';
import { textOf } from '../../lib/site/page/tree.js';
import { mayMatch } from '../../lib/site/style/match.js';

/** @typedef {{ attributes: string, alt: string | null }} AreaLink the parts of an area that its link keeps */

/** Attributes that only areas have. A link keeps all others as written. */
const OF_AREAS = /^(?:shape|coords|alt|nohref|name)$/;
/**
 * Min share of an image that its areas must cover to make the link around it redundant. Old browsers fall back on that
 * link.
 */
const COVERED = 0.9;
/** Link properties that the replacement text sets itself. */
const OF_WORDS = /^(?:color|text-decoration.*|font.*|cursor|outline.*)$/;
const OF_ALL_LINKS = /^a?(?::[a-z-]+)*$/i;
const NOTHING = /^(?:0|0px|none|normal|auto|transparent)$/i;

/**
 * Returns true if an image has no link around it, or one that only serves browsers without image maps: it contains
 * nothing else, sends the click position to the server, and the areas cover nearly the whole image.
 * @param {Element} image @param {number} covered
 */
export function isFallback(image, covered) {
  for (let above = image.parent; above; above = above.parent) {
    if (above.tag !== 'a' || !above.attributes.has('href')) continue;
    const isSole = above === image.parent && above.children.every((child) => child === image || child.tag === '#text');
    const isNamed = ['id', 'name'].some((name) => above.attributes.has(name));
    return (
      isSole &&
      !isNamed &&
      above.endTag !== null &&
      textOf(above).trim() === '' &&
      image.attributes.has('ismap') &&
      covered >= COVERED
    );
  }
  return true;
}

/**
 * Returns true if a link in the image's place would look like the replacement text: no rule of the page styles it
 * differently from all other links.
 * @param {Element} image @param {readonly Sheet[]} sheets
 */
export function linksArePlain(image, sheets) {
  const link = { ...image, tag: 'a', attributes: new Map() };
  return sheets.every(({ rules }) =>
    rules.every(({ selectors, declarations }) => {
      const own = selectors.filter((selector) => mayMatch(link, selector));
      if (own.length === 0 || declarations.every(({ value }) => NOTHING.test(value.trim()))) return true;
      return (
        own.every((selector) => OF_ALL_LINKS.test(selector.trim())) &&
        declarations.every(({ property, value }) => OF_WORDS.test(property) || NOTHING.test(value.trim()))
      );
    }),
  );
}

/** @param {Page} page @param {Element} area @returns {AreaLink} */
export function readLink(page, { attributes }) {
  const kept = [...attributes.values()].filter(({ name }) => !OF_AREAS.test(name));
  return {
    attributes: kept.map((attribute) => copyAttribute(page, attribute)).join(''),
    alt: attributes.get('alt')?.value.trim() || null,
  };
}

/**
 * Writes the attributes of a link, with a label if its text differs from the alternative text.
 * @param {AreaLink} link
 * @param {string} words
 */
export function writeLink({ attributes, alt }, words) {
  const plain = (/** @type {string} */ text) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
  return alt && plain(alt) !== plain(words) ? `${attributes} aria-label="${escapeAttribute(alt)}"` : attributes;
}
