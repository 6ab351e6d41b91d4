import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { calc_s2, get_buffer, initSync, new_buffer, remove_buffer } from 'calc-s2-rust/calc_s2_rust.js';
import { findGround } from '../grounds.js';

/** @typedef {{ readonly width: number, readonly height: number, readonly rgba: Uint8Array }} Picture */
/** @typedef {(after: Picture) => Promise<number>} Judge */

/**
 * Of less the metric sees fewer than five of its six scales, and weighs them by the numbers of others: four photographs
 * of 96 to 160 pixels across got 1 to 41 where they got 71 to 76 repeated to this, and a little larger.
 */
const smallestSide = 128;

/** Backgrounds that transparent pixels are judged on; the worse judgement counts. */
const backgrounds = Object.freeze([26, 230]);

/**
 * Side of the parts by which large pictures are judged, and how many of them there are: as good as the whole, in a
 * fraction of the time.
 */
const partSide = 128;
/** Parts of a large picture that are measured: measuring takes longer than encoding. */
const mostParts = 9;

/**
 * By so much the parts of a picture score higher than all of it, where they are a small part: 1.6 on average over
 * thirteen photographs, 4 at most. The more of it they are, the less.
 */
const partsExcess = 2.5;

/** Side of the parts that are looked at for flat ones. */
const groundSide = 24;

/** So much more alike must be from afar what has flat parts: they show what melts away elsewhere. */
const groundDemand = 15;

/** @type {Promise<WebAssembly.Memory> | null} */
let loading = null;

/**
 * Measures how alike two pictures of one size look, by SSIMULACRA 2: 100 is the same, 90 cannot be told apart side by
 * side, 70 is good.
 * @param {Picture} before
 * @param {Picture} after
 */
export async function measureSimilarity(before, after) {
  loading ??= loadMetric();
  const memory = await loading;
  const opaque = isOpaque(before.rgba) && isOpaque(after.rgba);
  const scores = (opaque ? [0] : backgrounds).map((background) => {
    const [a, b] = [flatten(before, background), flatten(after, background)];
    return Buffer.compare(a.rgb, b.rgb) === 0 ? 100 : score(memory, a, b);
  });
  return Math.min(...scores);
}

/**
 * What says how alike a picture and a new form of it look. A picture set from dots, as GIF sets photographs, is meant
 * to be seen from where they melt: what is not alike from near by is looked at from twice the distance, more strictly
 * if it has flat parts, too.
 * @param {Picture} before
 * @param {{ dots?: boolean, target?: number }} options
 * @returns {Judge}
 */
export function openJudge(before, { dots = false, target = 100 }) {
  const near = takeParts(before);
  const excess = excessOf(near, before);
  const far = dots ? halve(near) : null;
  const demand = dots && hasGround(before) ? groundDemand : 0;
  return async (after) => {
    const parts = takeParts(after);
    const similarity = (await measureSimilarity(near, parts)) - excess;
    if (!far || similarity >= target) return similarity;
    return Math.max(similarity, (await measureSimilarity(far, halve(parts))) - demand - excess);
  };
}

/**
 * What of a large picture is measured, as a picture of its own, and by how much that scores higher than the whole; null
 * where all of it is.
 * @param {Picture} picture
 * @returns {{ sample: Picture, excess: number } | null}
 */
export function samplePicture(picture) {
  const sample = takeParts(picture);
  const excess = excessOf(sample, picture);
  return excess > 0 ? { sample, excess } : null;
}

/** @param {Picture} parts @param {Picture} whole */
function excessOf(parts, whole) {
  return partsExcess * (1 - (parts.width * parts.height) / (whole.width * whole.height));
}

/**
 * Whether a part of a picture is flat: no dots melt there.
 * @param {Picture} picture
 */
function hasGround(picture) {
  const { width: stride, height: fullHeight } = picture;
  for (let y = 0; y + groundSide <= fullHeight; y += groundSide) {
    for (let x = 0; x + groundSide <= stride; x += groundSide) {
      if (findGround(picture, { x, y, width: groundSide, height: groundSide, stride }) !== null) return true;
    }
  }
  return false;
}

/**
 * A large picture as a smaller one of square parts that are spread evenly over it, the same for all of one size.
 * @param {Picture} picture
 * @returns {Picture}
 */
function takeParts({ width: fullWidth, height: fullHeight, rgba }) {
  const [mostAcross, mostDown] = [fullWidth, fullHeight].map((side) => Math.floor(side / partSide));
  const wanted = Math.round(Math.sqrt((mostParts * fullWidth) / fullHeight));
  const across = Math.min(Math.max(1, wanted), mostAcross, mostParts);
  const down = Math.min(Math.round(mostParts / across), mostDown);
  const [width, height] = [across * partSide, down * partSide];
  if (across < 1 || down < 1 || fullWidth * fullHeight <= mostParts * partSide ** 2) {
    return { width: fullWidth, height: fullHeight, rgba };
  }
  const parts = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / partSide);
    const fromY = spread(row, down, fullHeight) + (y % partSide);
    for (let column = 0; column < across; column++) {
      const from = (fromY * fullWidth + spread(column, across, fullWidth)) * 4;
      parts.set(rgba.subarray(from, from + partSide * 4), (y * width + column * partSide) * 4);
    }
  }
  return { width, height, rgba: parts };
}

/** Where one of several parts starts. @param {number} index @param {number} count @param {number} side */
function spread(index, count, side) {
  return Math.round(((index + 0.5) * side) / count - partSide / 2);
}

/**
 * A picture of half the size, each pixel the mean of four.
 * @param {Picture} picture
 * @returns {Picture}
 */
function halve({ width: fullWidth, height: fullHeight, rgba }) {
  const [width, height] = [Math.max(1, fullWidth >> 1), Math.max(1, fullHeight >> 1)];
  const half = new Uint8Array(width * height * 4);
  for (let i = 0; i < half.length; i++) {
    const x = ((i >> 2) % width) * 2;
    const y = Math.floor((i >> 2) / width) * 2;
    const [right, below] = [Math.min(x + 1, fullWidth - 1), Math.min(y + 1, fullHeight - 1)];
    const at = (/** @type {number} */ column, /** @type {number} */ row) =>
      rgba[(row * fullWidth + column) * 4 + (i & 3)];
    half[i] = (at(x, y) + at(right, y) + at(x, below) + at(right, below) + 2) >> 2;
  }
  return { width, height, rgba: half };
}

async function loadMetric() {
  const file = createRequire(import.meta.url).resolve('calc-s2-rust/calc_s2_rust_bg.wasm');
  return initSync(await readFile(file)).memory;
}

/**
 * @param {WebAssembly.Memory} memory
 * @param {ReturnType<typeof flatten>} before
 * @param {ReturnType<typeof flatten>} after
 */
function score(memory, before, after) {
  const { log } = console;
  // The library tells the console about every buffer, which would end up in the middle of a report.
  console.log = () => {};
  try {
    for (const [name, { rgb }] of Object.entries({ before, after })) {
      new_buffer(name, rgb.length);
      new Uint8Array(memory.buffer, get_buffer(name), rgb.length).set(rgb);
    }
    const result = calc_s2('before', 'after', before.width, before.height);
    remove_buffer('before');
    remove_buffer('after');
    return result;
  } finally {
    console.log = log;
  }
}

/** @param {Uint8Array} rgba */
export function isOpaque(rgba) {
  for (let i = 3; i < rgba.length; i += 4) if (rgba[i] !== 255) return false;
  return true;
}

/**
 * Puts a picture on a grey background, repeated where it is too small to be measured.
 * @param {Picture} picture
 * @param {number} background
 */
function flatten({ width: fullWidth, height: fullHeight, rgba }, background) {
  const width = Math.max(fullWidth, smallestSide);
  const height = Math.max(fullHeight, smallestSide);
  const rgb = new Uint8Array(width * height * 3);
  for (let y = 0, to = 0; y < height; y++) {
    for (let x = 0; x < width; x++, to += 3) {
      const from = ((y % fullHeight) * fullWidth + (x % fullWidth)) * 4;
      const alpha = rgba[from + 3] / 255;
      for (let c = 0; c < 3; c++) rgb[to + c] = Math.round(rgba[from + c] * alpha + background * (1 - alpha));
    }
  }
  return { width, height, rgb };
}
