import { findPaint } from './find-paint.js';

/**
 * @import { DecodedImage, Paint } from '../types.ts'
 *
 * @typedef {object} RuledLine A thin image that only shows a line.
 * @property {'horizontal' | 'vertical'} direction
 * @property {number} length
 * @property {number} thickness
 * @property {Exclude<Paint, { kind: 'repeat' }>} paint across it, or along a hairline that fades
 */

/**
 * Describes a horizontal or vertical line: plain, bevelled or graded. Returns null if the image is no thin line.
 * @param {DecodedImage} decoded
 * @returns {RuledLine | null}
 */
export function describeLine(decoded) {
  const { width, height } = decoded;
  const length = Math.max(width, height);
  const thickness = Math.min(width, height);
  if (length < 8 || thickness > 12 || length < thickness * 6) return null;
  const paint = findPaint(decoded);
  if (!paint || paint.kind === 'repeat') return null;
  const direction = width >= height ? 'horizontal' : 'vertical';
  return Object.freeze({ direction, length, thickness, paint });
}
