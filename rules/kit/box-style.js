/** @import { Declaration, Element, Sheet, StyleRule } from '../../lib/site/types.ts' */

import { declarationsFor, mayMatch } from '../../lib/site/style/match.js';
import { parseDeclarations } from '../../lib/site/style/parse-sheet.js';

/** Properties by which CSS sets the size of an image's box. */
const SIZING =
  /^(?:all|zoom|content|contain|object-fit|aspect-ratio|(?:(?:min|max)-)?(?:width|height|inline-size|block-size))$/;

/**
 * Returns true if any of an element's declarations affects the size of its box.
 * @param {readonly Declaration[]} declarations
 */
export function sizesItsBox(declarations) {
  return declarations.some(({ property }) => SIZING.test(property));
}

/** Properties that an image may have while its height still follows from its width. */
const WIDE = /^(?:(?:min|max)-)?(?:width|inline-size)$|^object-fit$/;
/** At-rules whose content always applies. */
const ALWAYS = /^@layer\b/;

/**
 * Returns true if CSS derives an image's height from its width whatever its attributes say. The attributes then only
 * set the proportions until the image has loaded.
 * @param {Element} element
 * @param {readonly Sheet[]} sheets
 */
export function keepsProportions(element, sheets) {
  const sizing = declarationsFor(element, sheets).filter(({ property }) => SIZING.test(property));
  if (!sizing.every(({ property, value }) => WIDE.test(property) || isAutoHeight({ property, value }))) return false;
  const own = parseDeclarations(element.attributes.get('style')?.value ?? '');
  return own.some(isAutoHeight) || sheets.some(({ rules }) => rules.some((rule) => frees(rule, element)));
}

/** @param {StyleRule} rule @param {Element} element */
function frees({ selectors, conditions, declarations }, element) {
  if (!conditions.every((one) => ALWAYS.test(one)) || !declarations.some(isAutoHeight)) return false;
  return selectors.some((selector) => !selector.includes(':') && mayMatch(element, selector));
}

/** @param {Pick<Declaration, 'property' | 'value'>} declaration */
function isAutoHeight({ property, value }) {
  return property === 'height' && value.trim().toLowerCase() === 'auto';
}
