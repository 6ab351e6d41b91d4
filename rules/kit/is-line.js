/** @import { ImageFacts } from '../../lib/images/types.ts' */
/** @import { Element } from '../../lib/site/types.ts' */

/** CSS pixels: thicker ones are bars, which may be pictures. */
const MAX_THICKNESS = 6;
/** A line is at least eight times as long as thick; below that it may be a bullet. */
const MIN_ASPECT = 8;

/**
 * Whether an image is a line by itself, or one colour that its attributes stretch into one.
 * @param {ImageFacts} image
 * @param {Element} element
 */
export function isLine({ kind, solid, transparency }, { attributes }) {
  if (kind === 'rule') return true;
  if (solid === null || transparency === 'full') return false;
  const [width, height] = ['width', 'height'].map((name) => attributes.get(name)?.value ?? '');
  if (/^\s*\d+(?:\.\d+)?%/.test(width)) return Number.parseFloat(height) <= MAX_THICKNESS;
  const [shorter, longer] = [width, height].map(Number.parseFloat).sort((a, b) => a - b);
  return shorter <= MAX_THICKNESS && longer >= MIN_ASPECT * shorter;
}
