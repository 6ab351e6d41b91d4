import sharp from 'sharp';
import { optimize } from 'svgo';
import { exact } from '../../base/exact.js';

/** @import { Made } from '../../plan/types.ts' */

/**
 * Ways to write an SVG, from few decimal places to many, then with unchanged paths. The first one without a visible
 * difference is used.
 */
const WAYS = Object.freeze([
  ...[1, 2, 3, 4].map((precision) => ({ precision, keepsPaths: false })),
  { precision: 4, keepsPaths: true },
]);
/** Densities at which an SVG is compared. */
const SCALES = Object.freeze([1, 2, 4]);
/** Max difference of a channel: antialiasing varies by a step or two, and real differences are larger. */
const MAX_STEP = 6;
/** At this value a unit of SVG is one pixel in librsvg. */
const DPI = 72;
/** Max side in pixels at which an SVG is compared. */
const MAX_SIDE = 2048;
/** Animated or scripted parts, which one rendering cannot compare. */
const ALIVE =
  /<script\b|<foreignObject\b|<(?:animate|set|animateTransform|animateMotion)\b|@keyframes|@media|\son[a-z]+\s*=/i;

/**
 * Writes an SVG in fewer bytes, with the lowest precision that shows no difference at 1, 2 and 4 device pixels. Ids,
 * view box, title and description are kept.
 * @param {Uint8Array} bytes
 * @returns {Promise<Made>}
 */
export async function optimizeSvg(bytes) {
  const source = Buffer.from(bytes).toString('utf8');
  if (ALIVE.test(source)) return { ok: false, reason: 'broken', message: 'the SVG is animated or runs scripts' };
  const before = await drawAll(source);
  for (const way of WAYS) {
    const made = Buffer.from(writeDrawing(source, way));
    if (made.length >= bytes.length || !isAlike(before, await drawAll(made.toString()))) continue;
    return {
      ok: true,
      bytes: new Uint8Array(made),
      data: { bytesBefore: bytes.length, bytesAfter: made.length, ...way },
    };
  }
  return { ok: false, reason: 'not-smaller', message: 'the optimised file is not smaller' };
}

/** @param {string} source @param {typeof WAYS[number]} way */
function writeDrawing(source, { precision, keepsPaths }) {
  const off = exact(false);
  const paths = { convertPathData: off, convertTransform: off, mergePaths: off, convertShapeToPath: off };
  const overrides = { cleanupIds: off, removeDesc: off, ...(keepsPaths ? paths : {}) };
  return optimize(source, {
    multipass: true,
    floatPrecision: precision,
    plugins: [{ name: 'preset-default', params: { overrides } }],
  }).data;
}

/** @param {string} source */
function drawAll(source) {
  return Promise.all(SCALES.map((scale) => draw(source, scale)));
}

/** @param {string} source @param {number} scale */
async function draw(source, scale) {
  const bytes = Buffer.from(source);
  const { width, height } = await sharp(bytes, { density: DPI }).metadata();
  // A large SVG at four times its size would need more memory than is available.
  const most = Math.max(1, MAX_SIDE / Math.max(width, height));
  const { data, info } = await sharp(bytes, { density: DPI * Math.min(scale, most) })
    .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** @param {readonly Drawn[]} before @param {readonly Drawn[]} after */
function isAlike(before, after) {
  return before.every(({ data, width, height }, index) => {
    const other = after[index];
    if (other.width !== width || other.height !== height) return false;
    for (let at = 0; at < data.length; at += 1) {
      if (Math.abs(shownAt(data, at) - shownAt(other.data, at)) > MAX_STEP) return false;
    }
    return true;
  });
}

/**
 * Returns a channel as rendered on black: colours of nearly transparent pixels are hardly visible.
 * @param {Buffer} data
 * @param {number} at
 */
function shownAt(data, at) {
  return (at & 3) === 3 ? data[at] : (data[at] * data[at | 3]) / 255;
}

/** @typedef {{ data: Buffer, width: number, height: number }} Drawn */
