/** @import { Element } from '../../lib/site/types.ts' */

/**
 * Parses a width or height attribute as browsers do: digits, then an optional percent sign, ignoring the rest.
 * @see https://html.spec.whatwg.org/#rules-for-parsing-dimension-values
 * @param {Element} element
 * @param {string} name
 */
export function dimensionOf(element, name) {
  const match = /^\s*(\d+(?:\.\d+)?)(%?)/.exec(element.attributes.get(name)?.value ?? '');
  return match ? { value: Number(match[1]), percent: match[2] === '%' } : null;
}
