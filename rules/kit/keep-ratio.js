/** @import { Edit } from '../../lib/plan/types.ts' */
/** @import { Attribute, Declaration, Element, Range, Sheet } from '../../lib/site/types.ts' */

import { exact } from '../../lib/base/exact.js';
import { readOnce } from '../../lib/base/read-once.js';
import { declarationsFor } from '../../lib/site/style/match.js';
import { testAttribute } from '../../lib/site/style/read-attribute.js';

/** @typedef {{ readonly width: number, readonly height: number }} Size */

/** A height that does not depend on the image or on its container. */
const LENGTH = /^(?:\d+(?:\.\d+)?|\.\d+)[a-z]+$/i;

/** Properties that set the width of a border or of padding. */
const FRAME_WIDTH = /^(?:padding(?:-.+)?|border(?:-.+)?-width)$/;
const ZEROES = /^(?:0[a-z%]*\s*)+$/i;
/** Shorthands that set the width of a border, and the values without one. */
const BORDER = /^border(?:-(?:top|right|bottom|left|(?:inline|block)(?:-(?:start|end))?))?$/;
const NO_BORDER = /^(?:0|none|hidden)/i;

/**
 * Keeps the proportions of an image that is offered in sizes of slightly other proportions, because pixels are whole:
 * its box would be up to a tenth of a pixel lower or higher, and everything below it would move. Returns no edit if all
 * sizes have its proportions, or if its box does not depend on them, and null if no style can keep them.
 * @param {Element} element
 * @param {{ image: Size, sizes: readonly Size[], sheets: readonly Sheet[] }} facts
 * @param {Range} place range of the image's URL
 * @returns {Edit[] | null}
 */
export function keepRatio(element, { image, sizes, sheets }, place) {
  if (sizes.every(({ width, height }) => width * image.height === height * image.width)) return [];
  const styles = declarationsFor(element, sheets);
  if (styles.some(({ property }) => property === 'aspect-ratio' || property === 'all')) return [];
  if (isFixed(element, styles, 'width', /./) && isFixed(element, styles, 'height', LENGTH)) return [];
  const ratio = `aspect-ratio:${image.width}/${image.height}`;
  const style = element.attributes.get('style');
  if (isFramed(styles) || isSelectedBy(element, `${ratio};${style?.value ?? ''}`, sheets)) return null;
  if (!style) {
    const at = element.startTag.start + '<'.length + element.tag.length;
    return [{ range: { start: at, end: at }, text: ` style="${ratio}"`, place }];
  }
  if (style.quote === '' || !style.valueRange) return null;
  const { start } = style.valueRange;
  return [{ range: { start, end: start }, text: `${ratio};`, place }];
}

/**
 * Returns true if an element's width and height contain a border or padding: a stated ratio is that of this box, but an
 * image's own ratio is that of the image alone.
 * @param {readonly Declaration[]} styles of the element
 */
function isFramed(styles) {
  if (!styles.some(({ property, value }) => property === 'box-sizing' && /border-box/i.test(value))) return false;
  return styles.some(({ property, value }) =>
    FRAME_WIDTH.test(property) ? !ZEROES.test(value.trim()) : BORDER.test(property) && !NO_BORDER.test(value.trim()),
  );
}

/**
 * Returns true if a selector depends on an element's `style` attribute, as it is or with another value.
 * @param {Element} element @param {string} value @param {readonly Sheet[]} sheets
 */
function isSelectedBy(element, value, sheets) {
  const { startTag: range, attributes } = element;
  /** @type {Attribute} */
  const style = { name: 'style', value, range, nameRange: range, valueRange: range, quote: '"' };
  const styled = { ...element, attributes: new Map([...attributes, exact(['style', style])]) };
  return testsOfStyle(sheets).some((isRead) => isRead(element) || isRead(styled));
}

/** Lists tests of the selectors that name the attribute `style`. */
const testsOfStyle = readOnce((/** @type {readonly Sheet[]} */ sheets) =>
  sheets
    .flatMap(({ rules }) => rules.flatMap(({ selectors }) => selectors))
    .filter((selector) => /\[\s*style\b/i.test(selector))
    .map((selector) => testAttribute('style', selector)),
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
