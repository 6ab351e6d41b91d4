import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { calc_s2, get_buffer, initSync, new_buffer, remove_buffer } from 'calc-s2-rust/calc_s2_rust.js';

/** @typedef {{ readonly width: number, readonly height: number, readonly rgba: Uint8Array }} Picture */

/** The metric cannot look at less. */
const smallestSide = 8;

/** Backgrounds that transparent pixels are judged on; the worse judgement counts. */
const backgrounds = Object.freeze([26, 230]);

/** @type {Promise<WebAssembly.Memory> | null} */
let loading = null;

/**
 * Measures how alike two pictures of one size look, by SSIMULACRA 2: 100 is the same, 90 cannot be told apart side by side, 70 is good.
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
function isOpaque(rgba) {
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
