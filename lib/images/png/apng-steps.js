/** @import { Moment, Patch } from './animation.js' */
import { disposeFrame, listPatches } from './animation.js';

/** @typedef {'none' | 'background' | 'previous'} Dispose */
/** @typedef {Patch & { readonly delayMs: number, readonly dispose: Dispose }} Step */

/**
 * An image drawn on a canvas, and its bytes.
 * @typedef {{ readonly canvas: Uint32Array, readonly patch: Patch, readonly bytes: number }} Drawing
 *
 * One way to reach an image: its patch, the disposal of the image before, and the bytes of all steps so far.
 * @typedef {Drawing & { readonly total: number, readonly dispose: Dispose, readonly former: Trail | null }} Trail
 */

export const disposals = Object.freeze(/** @type {const} */ (['none', 'background', 'previous']));

/** Max count of ways that are followed. If an image repeats, a larger step in between can be worth it. */
const maxTrails = 4;

/** Above this many pixels only the best way is followed: more would take long and save little. */
const manyPixels = 8_000_000;

/**
 * Chooses the patch of each image and the disposal of the one before so that all of them together compress best.
 * @param {readonly Moment[]} moments
 * @param {{ readonly width: number, readonly height: number }} image
 * @param {(patch: Patch) => number} sizeOf
 * @returns {Step[]}
 */
export function planSteps(moments, { width, height }, sizeOf) {
  const [first, ...others] = moments;
  /** @type {Patch} */
  const whole = { rectangle: { x: 0, y: 0, width, height }, words: first.words, blend: 'source' };
  const canvas = new Uint32Array(width * height);
  const followed = canvas.length * moments.length > manyPixels ? 1 : maxTrails;
  /** @type {Trail[]} */
  let trails = [{ canvas, patch: whole, bytes: 0, total: 0, dispose: 'none', former: null }];
  for (const [index, { words }] of others.entries()) {
    const shown = moments[index].words;
    /** @type {Map<Uint32Array, Trail>} the best way to each canvas, from which the following steps are the same */
    const next = new Map();
    for (const former of trails) {
      for (const dispose of disposals) {
        // The first image has none before it.
        if (dispose === 'previous' && index === 0) continue;
        const left = disposeFrame(former.canvas, shown, former.patch.rectangle, width, dispose);
        const known = next.get(left);
        const drawing = known ?? drawSmallest(left, words, width, sizeOf);
        const total = former.total + drawing.bytes;
        if (!known || total < known.total) next.set(left, { ...drawing, total, dispose, former });
      }
    }
    trails = [...next.values()].sort((a, b) => a.total - b.total).slice(0, followed);
  }
  return listSteps(trails[0], moments);
}

/**
 * @param {Uint32Array} canvas
 * @param {Uint32Array} words
 * @param {number} width
 * @param {(patch: Patch) => number} sizeOf
 * @returns {Drawing}
 */
function drawSmallest(canvas, words, width, sizeOf) {
  return listPatches(canvas, words, width)
    .map((patch) => ({ canvas, patch, bytes: sizeOf(patch) }))
    .reduce((a, b) => (b.bytes < a.bytes ? b : a));
}

/**
 * @param {Trail} last
 * @param {readonly Moment[]} moments
 * @returns {Step[]}
 */
function listSteps(last, moments) {
  /** @type {Step[]} */
  const steps = [];
  /** @type {Dispose} */
  let dispose = 'none';
  for (let trail = /** @type {Trail | null} */ (last); trail; trail = trail.former) {
    steps.unshift({ ...trail.patch, delayMs: moments[moments.length - 1 - steps.length].delayMs, dispose });
    dispose = trail.dispose;
  }
  return steps;
}
