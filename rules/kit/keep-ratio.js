/** @import { Edit } from '../../lib/plan/types.ts' */
/** @import { Declaration, Element, Range, Sheet } from '../../lib/site/types.ts' */

import { readOnce } from '../../lib/base/read-once.js';
import { declarationsFor } from '../../lib/site/style/match.js';

/** @typedef {{ readonly width: number, readonly height: number }} Size */

/** A height that does not depend on the image or on its container. */
const LENGTH = /^(?:\d+(?:\.\d+)?|\.\d+)[a-z]+$/i;

/**
 * Keeps the proportions of an image that is offered in sizes of slightly other proportions, because pixels are whole:
 * its box would be up to a tenth of a pixel lower or higher, and everything below it would move. Returns no edit if all
 * sizes have its proportions, or if its box does not depend on them.
 * @param {Element} element
 * @param {{ image: Size, sizes: readonly Size[], sheets: readonly Sheet[] }} facts
 * @param {Range} place range of the image's URL
 * @returns {Edit[]}
 */
export function keepRatio(element, { image, sizes, sheets }, place) {
  if (sizes.every(({ width, height }) => width * image.height === height * image.width)) return [];
  const styles = declarationsFor(element, sheets);
  if (styles.some(({ property }) => property === 'aspect-ratio' || property === 'all')) return [];
  if (isFixed(element, styles, 'width', /./) && isFixed(element, styles, 'height', LENGTH)) return [];
  if (selectsByStyle(sheets)) return [];
  const ratio = `aspect-ratio:${image.width}/${image.height}`;
  const style = element.attributes.get('style');
  if (!style) {
    const at = element.startTag.start + '<'.length + element.tag.length;
    return [{ range: { start: at, end: at }, text: ` style="${ratio}"`, place }];
  }
  if (style.quote === '' || !style.valueRange) return [];
  const { start } = style.valueRange;
  return [{ range: { start, end: start }, text: `${ratio};`, place }];
}

/** Returns true if a selector matches elements by their `style` attribute. */
const selectsByStyle = readOnce((/** @type {readonly Sheet[]} */ sheets) =>
  sheets.some(({ rules }) => rules.some(({ selectors }) => selectors.some((one) => one.includes('[style')))),
);

/**
 * Returns true if an element's width or height does not depend on its proportions.
 * @param {Element} element
 * @param {readonly Declaration[]} styles of the element
 * @param {'width' | 'height'} name
 * @param {RegExp} fixed values that do not
 */
function isFixed({ attributes }, styles, name, fixed) {
  const values = styles.flatMap(({ property, value }) => (property === name ? [value.trim()] : []));
  if (values.length === 0) return /^\d+$/.test(attributes.get(name)?.value.trim() ?? '');
  return values.every((value) => value.toLowerCase() !== 'auto' && fixed.test(value));
}
