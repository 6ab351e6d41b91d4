/** @import { ImageFacts } from '../../lib/images/types.ts' */
/** @import { Element } from '../../lib/site/types.ts' */

/** Max thickness of a line, in CSS pixels. Thicker images are bars, which may be pictorial. */
const MAX_THICKNESS = 6;
/** Min ratio of length to thickness. Below it, the image may be a bullet. */
const MIN_ASPECT = 8;

/**
 * Returns true if an image is a line, or has a single colour and is stretched into a line by its attributes.
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
