import { exact } from '../../base/exact.js';
import { bandsOf, sameColour } from './bands.js';

/** @import { Band, Paint } from '../types.ts' */

/** A grid with more bands than this on one axis costs more than the image. */
const MAX_BANDS = 8;

/**
 * @typedef {{ readonly axis: 'x' | 'y', readonly bands: readonly Band[] }} Layer Bands along an axis. Transparent bands
 *   show the layer below.
 * @typedef {Extract<Paint, { kind: 'repeat' }> & { readonly layers: readonly Layer[] }} Pattern A repeated tile as
 *   layers of bands, the topmost first.
 */

/**
 * Finds lines in both directions, with those of one direction drawn over the others. Returns null if the pixels show
 * anything else.
 * @param {Uint8Array | Float32Array} pixels premultiplied
 * @param {number} width
 * @param {number} height
 * @returns {Pattern | null}
 */
export function findGrid(pixels, width, height) {
  for (const axis of exact(['y', 'x'])) {
    const [along, across] = axis === 'y' ? [height, width] : [width, height];
    const at = (/** @type {number} */ line, /** @type {number} */ place) =>
      axis === 'y' ? line * width + place : place * width + line;
    const evenLine = (/** @type {number} */ line) => {
      for (let place = 1; place < across; place++) {
        if (!sameColour(pixels, at(line, 0), at(line, place))) return false;
      }
      return true;
    };
    const even = Array.from({ length: along }, (_, line) => evenLine(line));
    const model = even.indexOf(false);
    if (model === -1) return null;
    if (!linesAlike(pixels, even, model, across, at)) continue;
    const over = new Float32Array(along * 4);
    const under = new Float32Array(across * 4);
    for (let line = 0; line < along; line++) {
      if (even[line]) over.set(pixels.subarray(at(line, 0) * 4, at(line, 0) * 4 + 4), line * 4);
    }
    for (let place = 0; place < across; place++) {
      under.set(pixels.subarray(at(model, place) * 4, at(model, place) * 4 + 4), place * 4);
    }
    if (even.some((value, line) => value && pixels[at(line, 0) * 4 + 3] !== 255)) return null;
    const layers = [
      { axis, bands: bandsOf(over, along) },
      { axis: axis === 'y' ? exact('x') : exact('y'), bands: bandsOf(under, across) },
    ];
    if (layers.some(({ bands }) => bands.length > MAX_BANDS)) continue;
    return { kind: 'repeat', axis: 'both', periodX: width, periodY: height, layers };
  }
  return null;
}

/**
 * Returns true if all lines that have more than one colour are the same.
 * @param {Uint8Array | Float32Array} pixels
 * @param {readonly boolean[]} even
 * @param {number} model
 * @param {number} across
 * @param {(line: number, place: number) => number} at
 */
function linesAlike(pixels, even, model, across, at) {
  for (let line = model + 1; line < even.length; line++) {
    if (even[line]) continue;
    for (let place = 0; place < across; place++) {
      if (!sameColour(pixels, at(line, place), at(model, place))) return false;
    }
  }
  return true;
}
