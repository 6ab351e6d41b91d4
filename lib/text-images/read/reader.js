import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import Tinypool from 'tinypool';

/** @import { Worker } from 'tesseract.js' */
/** @import { Box } from '../types.ts' */

/**
 * @typedef {object} Reading
 * @property {string} text
 * @property {number} certainty of its least certain character, 0 to 1
 *
 * @typedef {object} Reader
 * @property {(map: Grey) => Promise<Pick<Reading, 'text'> | null>} readLearned by Tesseract; null if it is not
 *   installed
 * @property {(map: Grey) => Promise<Reading>} readLine by a network that reads a whole line
 * @property {() => Promise<void>} close
 *
 * @typedef {object} Grey dark text on white
 * @property {number} width
 * @property {number} height
 * @property {Uint8Array} values
 */

/** Height in pixels to which lines are enlarged, at most four times: that on which the engines were trained. */
const LINE_PX = 52;
/** Max scale. Tesseract reads a bitmap letter no better above it. */
const MAX_SCALE = 4;
/** Margin in pixels. Tesseract misses characters that touch the edge. */
const MARGIN_PX = 4;
const LINE_ENGINE = new URL('./line-engine.js', import.meta.url).href;
/** Time in milliseconds after which an unused network is closed. Opening it takes a second. */
const IDLE_MS = 60_000;
/** Max time for one line in milliseconds: a hundred times the usual. An engine that hangs reads nothing. */
const MAX_LINE_MS = 60_000;
const SINGLE_LINE = '7';
/** Engine mode of Tesseract: LSTM. */
const LEARNED = 1;

/**
 * Starts the engines that read lines of text. They are independent of each other.
 * @param {{ language?: string }} [options]
 * @returns {Promise<Reader>}
 */
export async function openReader({ language = 'eng' } = {}) {
  const learned = await openTesseract(language);
  const lines = new Tinypool({ filename: LINE_ENGINE, minThreads: 0, maxThreads: 1, idleTimeout: IDLE_MS });
  return {
    readLearned: readOnce(async (map) => (learned ? await read(learned, map) : null)),
    readLine: readOnce((map) => lines.run(map)),
    close: async () => {
      await Promise.all([learned?.terminate(), lines.destroy()]);
    },
  };
}

/**
 * Caches readings: an image can be in several files, and a line is read again when more is known of its page.
 * @template {Pick<Reading, 'text'> | null} R
 * @param {(map: Grey) => Promise<R>} work @returns {(map: Grey) => Promise<R>}
 */
function readOnce(work) {
  /** @type {Map<string, Promise<R>>} */
  const known = new Map();
  return (map) => {
    const key = `${map.width} ${createHash('sha256').update(map.values).digest('base64')}`;
    const reading = known.get(key) ?? limitTime(work(map));
    known.set(key, reading);
    return reading;
  };
}

/**
 * Gives up waiting for a line after a time.
 * @template {Pick<Reading, 'text'> | null} R @param {Promise<R>} reading @returns {Promise<R>}
 */
async function limitTime(reading) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, MAX_LINE_MS, { text: '', certainty: 0 });
  });
  try {
    return await /** @type {Promise<R>} */ (Promise.race([reading, late]));
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Starts Tesseract, an optional part. Returns null if it or its data is not installed, which `pagethrift doctor` and a
 * warning say.
 * @param {string} language @returns {Promise<Worker | null>}
 */
async function openTesseract(language) {
  const data = locateData(language);
  const { default: Tesseract } = await import('tesseract.js').catch(ignoreMissing);
  if (!data || !Tesseract) return null;
  const worker = await Tesseract.createWorker(language, LEARNED, {
    langPath: join(data, '4.0.0_best_int'),
    gzip: true,
    cacheMethod: 'none',
  });
  await worker.setParameters({
    tessedit_pageseg_mode: /** @type {import('tesseract.js').PSM} */ (SINGLE_LINE),
    user_defined_dpi: '300',
  });
  return worker;
}

/** @param {string} language */
function locateData(language) {
  try {
    return dirname(createRequire(import.meta.url).resolve(`@tesseract.js-data/${language}/package.json`));
  } catch (error) {
    ignoreMissing(error);
    return null;
  }
}

/** @param {unknown} error @returns {{ default: null }} */
function ignoreMissing(error) {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND') return { default: null };
  throw error;
}

/** @param {Worker} worker @param {Grey} map */
async function read(worker, map) {
  const scale = Math.max(1, Math.min(MAX_SCALE, Math.round(LINE_PX / (map.height - 2 * MARGIN_PX))));
  const { data } = await worker.recognize(Buffer.from(writeGreymap(enlarge(map, scale))), {}, { text: true });
  return { text: tidy(data.text) };
}

const OPENING = /[[({]/;
const CLOSING = /[\])}]/;

/** Returns a text without a bracket at its start or end that has no partner. @param {string} text */
function dropBracket(text) {
  if (OPENING.test(text.slice(0, 1)) && !CLOSING.test(text)) return text.slice(1);
  return CLOSING.test(text.slice(-1)) && !OPENING.test(text) ? text.slice(0, -1) : text;
}

/**
 * Returns one line with single spaces, plain quotes and dashes, without the bars and single brackets that the ends of
 * buttons look like.
 * @param {string} text
 */
export function tidy(text) {
  return dropBracket(text.trim().replace(/^[|¦]\s+|\s[|¦]$/g, ''))
    .trim()
    .replace(/[‘’`´]/g, "'")
    .replace(/[“”„]/g, '"')
    .replace(/[‐‑–—]/g, '-')
    .replace(/ﬁ/g, 'fi')
    .replace(/ﬂ/g, 'fl')
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * Returns a line of the coverage map, dark on white.
 * @param {Float32Array} coverage @param {number} width @param {number} height @param {Box} box
 * @returns {Grey}
 */
export function cropCoverage(coverage, width, height, box) {
  return crop({ width, height }, box, (pixel) => 255 - 255 * coverage[pixel]);
}

/**
 * @param {{ width: number, height: number }} image
 * @param {Box} box
 * @param {(pixel: number) => number} value
 * @returns {Grey}
 */
function crop(image, box, value) {
  const inner = growBox(box, MARGIN_PX, image);
  const width = box.width + 2 * MARGIN_PX;
  const height = box.height + 2 * MARGIN_PX;
  const values = new Uint8Array(width * height).fill(255);
  for (let y = inner.y; y < inner.y + inner.height; y++) {
    for (let x = inner.x; x < inner.x + inner.width; x++) {
      values[(y - box.y + MARGIN_PX) * width + x - box.x + MARGIN_PX] = value(y * image.width + x);
    }
  }
  return { width, height, values };
}

/**
 * Returns a box with additional pixels on each side, within its image.
 * @param {Box} box @param {number} by @param {{ width: number, height: number }} image
 */
function growBox(box, by, image) {
  const [x, y] = [Math.max(0, box.x - by), Math.max(0, box.y - by)];
  const [right, bottom] = [
    Math.min(image.width, box.x + box.width + by),
    Math.min(image.height, box.y + box.height + by),
  ];
  return { x, y, width: right - x, height: bottom - y };
}

/**
 * Enlarges with cubic interpolation, which keeps thin strokes connected.
 * @param {Grey} grey
 * @param {number} scale
 * @returns {Grey}
 */
function enlarge({ width, height, values }, scale) {
  const wide = resample(values, width, height, 1, width, width * scale);
  const tall = resample(wide, height, width * scale, width * scale, 1, height * scale);
  return { width: width * scale, height: height * scale, values: tall };
}

/**
 * Resamples along one axis.
 * @param {Uint8Array} values @param {number} length @param {number} lines
 * @param {number} step between neighbours along the axis
 * @param {number} lineStep between lines
 * @param {number} wanted length
 */
function resample(values, length, lines, step, lineStep, wanted) {
  const isRow = step === 1;
  const scale = wanted / length;
  const out = new Uint8Array(wanted * lines);
  for (let at = 0; at < wanted; at++) {
    const centre = (at + 0.5) / scale - 0.5;
    const first = Math.floor(centre);
    const weights = cubic(centre - first);
    for (let line = 0; line < lines; line++) {
      let sum = 0;
      for (let tap = 0; tap < 4; tap++) {
        const from = Math.min(length - 1, Math.max(0, first + tap - 1));
        sum += weights[tap] * values[from * step + line * lineStep];
      }
      out[isRow ? line * wanted + at : at * lines + line] = Math.min(255, Math.max(0, sum));
    }
  }
  return out;
}

/** Returns Catmull-Rom weights. @param {number} t */
function cubic(t) {
  return [
    -0.5 * t + t * t - 0.5 * t ** 3,
    1 - 2.5 * t * t + 1.5 * t ** 3,
    0.5 * t + 2 * t * t - 1.5 * t ** 3,
    -0.5 * t * t + 0.5 * t ** 3,
  ];
}

/** Writes the simplest format that the engines read. @param {Grey} grey */
function writeGreymap({ width, height, values }) {
  const header = new TextEncoder().encode(`P5\n${width} ${height}\n255\n`);
  const bytes = new Uint8Array(header.length + values.length);
  bytes.set(header);
  bytes.set(values, header.length);
  return bytes;
}
