import { deflateRawSync } from 'node:zlib';
/** @import { DecodedImage } from './types.ts' */
/** @import { Moment, Patch, Rectangle } from './animation.js' */
/** @import { Dispose, Step } from './apng-steps.js' */
/** @import { PaletteOrder, Pixels } from './colours.js' */
/** @import { FilterChoice } from './png-filter.js' */
/** @import { Effort } from './png-encode.js' */
/** @import { Layout } from './png-layout.js' */
import { mergeFrames } from './animation.js';
import { disposals, planSteps } from './apng-steps.js';
import { present } from './checks.js';
import { describePixels, orderPalette } from './colours.js';
import { deflateSmallest } from './deflate/deflate.js';
import { encodePng, estimateLevel, planFor } from './png-encode.js';
import { filterRows } from './png-filter.js';
import { directLayout, indexedLayout } from './png-layout.js';
import { makeChunk, writePng } from './png-write.js';

/**
 * Encodes a patch in the form that all frames of the animation share.
 * @typedef {(patch: Patch) => Layout} Form
 */

/**
 * Encodes an animation as the smallest APNG that was found. Its first frame is the image for decoders without
 * animation.
 * @param {Pick<DecodedImage, 'width' | 'height' | 'frames' | 'plays'>} image
 * @param {{ readonly effort?: Effort, readonly early?: readonly Uint8Array[], readonly late?: readonly Uint8Array[] }}
 *   [options] `early` and `late` are chunks to keep before the palette and after the pixels
 * @returns {Uint8Array}
 */
export function encodeApng(image, { effort = 'balanced', early = [], late = [] } = {}) {
  const moments = mergeFrames(image);
  if (moments.length === 1) return encodePng({ ...image, rgba: image.frames[0].rgba }, { effort, early, late });
  const plan = planFor(effort, image.width * image.height * moments.length);
  const all = describeAll(image, moments);
  const forms = all.indices ? plan.orders.map((order) => indexedForm(all, order)) : [directForm(all)];
  const filters = all.indices ? plan.indexedFilters : plan.directFilters;
  const steps = planSteps(moments, image, (patch) => estimate(forms[0](patch), filters.slice(0, 2)).size);
  const best = forms
    .map((form) => ({ form, size: steps.reduce((sum, step) => sum + estimate(form(step), filters).size, 0) }))
    .reduce((a, b) => (b.size < a.size ? b : a));
  const body = writeFrames(image.plays, steps, best.form, (layout) => {
    const { filtered } = estimate(layout, filters);
    return deflateSmallest(filtered, plan.deflate, layout.rowBytes + 1);
  });
  return writePng(best.form(steps[0]), body.frames, { early, middle: [body.control], late });
}

/**
 * Counts the colours of all frames together, with a transparent one for blended frames.
 * @param {{ width: number, height: number }} size
 * @param {readonly Moment[]} moments
 * @returns {Pixels}
 */
function describeAll({ width, height }, moments) {
  const size = width * height;
  const words = new Uint32Array(size * moments.length + 1);
  moments.forEach((moment, i) => {
    words.set(moment.words, i * size + 1);
  });
  return describePixels({ width, height, rgba: new Uint8Array(words.buffer) });
}

/**
 * @param {Pixels} all
 * @param {PaletteOrder} order
 * @returns {Form}
 */
function indexedForm(all, order) {
  const entries = orderPalette(all, order === 'neighbours' ? 'seen' : order);
  const bitDepth = entries.length <= 2 ? 1 : entries.length <= 4 ? 2 : entries.length <= 16 ? 4 : 8;
  const known = new Map(all.colours.map((word, i) => [word, i]));
  return ({ rectangle, words }) => {
    const indices = new Uint8Array(words.length);
    let [last, index] = [words[0], known.get(words[0]) ?? 0];
    // Neighbours are often the same, and a colour look-up takes longer than all other work on a pixel.
    for (let i = 0; i < words.length; i++) {
      if (words[i] !== last) [last, index] = [words[i], known.get(words[i]) ?? 0];
      indices[i] = index;
    }
    return indexedLayout({ ...all, ...rectangle, pixels: words, indices }, entries, bitDepth, order);
  };
}

/**
 * @param {Pixels} all
 * @returns {Form}
 */
function directForm(all) {
  const key = directLayout(all).transparency;
  const word = key.length === 6 ? key[1] | (key[3] << 8) | (key[5] << 16) : null;
  return ({ rectangle, words }) => directLayout({ ...all, ...rectangle, pixels: words }, word);
}

/**
 * Filters a layout in the way with the best estimated compression.
 * @param {Layout} layout
 * @param {readonly FilterChoice[]} filters
 */
function estimate(layout, filters) {
  let best = null;
  for (const filter of filters) {
    const filtered = filterRows(layout, filter);
    const size = deflateRawSync(filtered, { level: estimateLevel, memLevel: 9 }).length;
    if (!best || size < best.size) best = { filtered, size };
  }
  return present(best);
}

/**
 * @param {number} plays
 * @param {readonly Step[]} steps
 * @param {Form} form
 * @param {(layout: Layout) => Uint8Array} compress
 */
function writeFrames(plays, steps, form, compress) {
  const control = Buffer.alloc(8);
  control.writeUInt32BE(steps.length, 0);
  control.writeUInt32BE(plays, 4);
  let sequence = 0;
  const frames = steps.flatMap((step, i) => {
    const data = compress(form(step));
    const frame = makeChunk('fcTL', frameControl(sequence++, step));
    if (i === 0) return [frame, makeChunk('IDAT', data)];
    const numbered = Buffer.alloc(data.length + 4);
    numbered.writeUInt32BE(sequence++, 0);
    numbered.set(data, 4);
    return [frame, makeChunk('fdAT', numbered)];
  });
  return { control: makeChunk('acTL', control), frames };
}

/**
 * @param {number} sequence
 * @param {{ readonly rectangle: Rectangle, readonly delayMs: number, readonly dispose: Dispose, readonly blend:
 *   'source' | 'over' }} step
 */
function frameControl(sequence, { rectangle, delayMs, dispose, blend }) {
  const data = Buffer.alloc(26);
  const { delay, per } = delayFraction(delayMs);
  [sequence, rectangle.width, rectangle.height, rectangle.x, rectangle.y].forEach((value, i) => {
    data.writeUInt32BE(value, i * 4);
  });
  data.writeUInt16BE(delay, 20);
  data.writeUInt16BE(per, 22);
  data[24] = disposals.indexOf(dispose);
  data[25] = blend === 'over' ? 1 : 0;
  return data;
}

/**
 * Writes a delay as the fraction of a second that APNG stores, exactly if possible.
 * @param {number} delayMs
 */
function delayFraction(delayMs) {
  for (const per of [100, 1000, 10000, 1, 30, 60, 24, 25, 12, 15]) {
    const delay = (delayMs * per) / 1000;
    if (delay <= 65535 && Math.abs(delay - Math.round(delay)) < 1e-6) return { delay: Math.round(delay), per };
  }
  return { delay: Math.min(65535, Math.round(delayMs)), per: 1000 };
}
