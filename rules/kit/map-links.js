/** @import { Element, Page, Sheet } from '../../lib/site/types.ts' */

import { copyAttribute } from '../../lib/site/page/attributes.js';
import { escapeAttribute } from '../../lib/site/page/escape.js';
import { textOf } from '../../lib/site/page/tree.js';
import { mayMatch } from '../../lib/site/style/match.js';

/** @typedef {{ attributes: string, alt: string | null }} AreaLink what a link takes over from an area */

/** What only an area has; all else a link keeps as written. */
const OF_AREAS = /^(?:shape|coords|alt|nohref|name)$/;
/**
 * Share of an image that its areas must cover for the link around it, which old browsers fall back on, to be needless.
 */
const COVERED = 0.9;
/** What a page may say of its links: what the words set themselves anyway. */
const OF_WORDS = /^(?:color|text-decoration.*|font.*|cursor|outline.*)$/;
const OF_ALL_LINKS = /^a?(?::[a-z-]+)*$/i;
const NOTHING = /^(?:0|0px|none|normal|auto|transparent)$/i;

/**
 * Whether the link around an image, if there is one, only serves browsers without maps: it holds nothing else, asks the
 * server where the click was, and the areas leave next to nothing to it.
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
 * Whether a link in an image's place looks as the words do: no rule of the page gives it more than what all its links
 * have.
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
 * The attributes of a link, and its name where its words do not say it.
 * @param {AreaLink} link
 * @param {string} words
 */
export function writeLink({ attributes, alt }, words) {
  const plain = (/** @type {string} */ text) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
  return alt && plain(alt) !== plain(words) ? `${attributes} aria-label="${escapeAttribute(alt)}"` : attributes;
}
