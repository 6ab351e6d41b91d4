/** @import { Ground, Ink, Raster, Rgb, Shadow } from './types.ts' */
import { GROUND_TOLERANCE } from './ground.js';
import { isGroundPixel } from './ink.js';
import { contrastAt, findMode, formatColour, pixelsOf } from './raster.js';

const REACH = [0, 1, 2, 3];
const BLURS = [0, 1, 2, 3, 4];

/**
 * The text shadow that explains most of what is neither ground nor ink.
 * @param {Raster} image @param {Ground} ground @param {Ink} ink
 * @returns {Shadow | null}
 */
export function solveShadow(image, ground, ink) {
  if (!ink.shadow) return null;
  const { width, height } = image;
  const pixels = [...pixelsOf(ground.area, width)].filter((pixel) => ink.coverage[pixel] < 0.4);
  const solid = ink.coverage.map((value, pixel) => (ink.strange[pixel] ? 0 : value));
  const known = ground.kind === 'transparent' ? measureDepth(image, ground, ink) : null;
  const nothing = sumSquares(image, ground, pixels, () => 0, [0, 0, 0]);
  let best = null;
  for (const blur of BLURS) {
    const soft = blurBy(solid, width, height, blur / 2);
    for (const y of REACH) {
      for (const x of REACH) {
        if (x + y + blur === 0) continue;
        const cast = (/** @type {number} */ pixel) => {
          const [u, v] = [(pixel % width) - x, Math.floor(pixel / width) - y];
          return u < 0 || v < 0 ? 0 : soft[v * width + u];
        };
        const depth = known ?? solveDepth(image, ground, pixels, cast);
        const error = sumSquares(image, ground, pixels, cast, depth);
        if (!best || error < best.error) best = { x, y, blur, depth, error };
      }
    }
  }
  if (!best || best.error > nothing * 0.7) return null;
  const [red, green, blue] = best.depth.map((value, channel) =>
    Math.min(255, Math.max(0, ground.colour[channel] + value)),
  );
  return { x: best.x, y: best.y, blur: best.blur, colour: formatColour([red, green, blue]) };
}

/**
 * How a shadow that no ground shows through differs from what stands for the ground: on another page it is no other.
 * @param {Raster} image @param {Ground} ground @param {Ink} ink
 */
function measureDepth(image, ground, ink) {
  const cast = [...ink.strange.keys()].filter((pixel) => ink.strange[pixel]);
  const colour = findMode(image.rgb, cast)?.colour ?? ground.colour;
  return colour.map((value, channel) => value - ground.colour[channel]);
}

/** @param {Raster} image @param {Ground} ground @param {number[]} pixels @param {(pixel: number) => number} cast */
function solveDepth(image, ground, pixels, cast) {
  const both = [0, 0, 0];
  let own = 0;
  for (const pixel of pixels) {
    const amount = cast(pixel);
    if (amount === 0) continue;
    own += amount * amount;
    for (let c = 0; c < 3; c++) both[c] += amount * (image.rgb[pixel * 3 + c] - ground.rgb[pixel * 3 + c]);
  }
  return both.map((value) => (own > 0 ? value / own : 0));
}

/**
 * @param {Raster} image
 * @param {Ground} ground
 * @param {number[]} pixels
 * @param {(pixel: number) => number} cast
 * @param {number[]} depth
 */
function sumSquares(image, ground, pixels, cast, depth) {
  let sum = 0;
  for (const pixel of pixels) {
    const amount = cast(pixel);
    for (let c = 0; c < 3; c++) {
      sum += (image.rgb[pixel * 3 + c] - ground.rgb[pixel * 3 + c] - amount * depth[c]) ** 2;
    }
  }
  return sum;
}

/** Gaussian blur. @param {Float32Array} map @param {number} width @param {number} height @param {number} sigma */
function blurBy(map, width, height, sigma) {
  if (sigma === 0) return map;
  const reach = Math.ceil(sigma * 3);
  const taps = Array.from({ length: 2 * reach + 1 }, (_, i) => Math.exp(-((i - reach) ** 2) / (2 * sigma * sigma)));
  const total = taps.reduce((sum, tap) => sum + tap, 0);
  const pass = (/** @type {Float32Array} */ from, /** @type {number} */ dx, /** @type {number} */ dy) => {
    const out = new Float32Array(from.length);
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        let sum = 0;
        for (let tap = -reach; tap <= reach; tap++) {
          const [u, v] = [x + tap * dx, y + tap * dy];
          if (u >= 0 && u < width && v >= 0 && v < height) sum += taps[tap + reach] * from[v * width + u];
        }
        out[y * width + x] = sum / total;
      }
    }
    return out;
  };
  return pass(pass(map, 1, 0), 0, 1);
}

/** How far from its letters a smear or a fringe reaches, in pixels, and how many that stand alone are noise. */
const SMEAR_PX = 2;
/** Points of a shadow that have no ink beside them: noise. */
const MOST_ALONE = 6;
/** Counters of letters that were not made transparent, in shares of their ink. */
const HIDDEN_SHARE = 0.04;

/** Coverage below which a pixel that is not the ground's shows another ink, paler than the words' or darker. */
const HARDLY = 0.15;
/** How far from the edges of the ground pale lines are the rest of a bevel and no part of a letter, in pixels. */
const EDGE_PX = 2;
/** Difference of a channel that is seen on a ground without noise, in steps of 255. */
const FAINT = 7;
/** Share of a ground's pixels that have its very colour where there is no noise; chosen, not measured. */
const EXACT_SHARE = 0.9;

/**
 * Whether everything strange is near ink: shadows and fringes, not pictures, and no letter in another ink, however
 * faint.
 * @param {Raster} image @param {Ground} ground @param {Ink} ink
 */
export function hasOnlyInk(image, ground, ink) {
  if (ground.kind === 'transparent' && countHidden(image, ground) > MOST_ALONE + countInk(ink) * HIDDEN_SHARE)
    return false;
  if (ink.shadow !== null) return true;
  let far = 0;
  let alone = 0;
  // What words hid of a picture is not known as exactly.
  const least = ground.kind !== 'shared' && isExact(image, ground) ? FAINT : GROUND_TOLERANCE;
  const { x, y, width, height } = ground.area;
  const isAtEdge = (/** @type {number} */ pixel) => {
    const [u, v] = [(pixel % image.width) - x, Math.floor(pixel / image.width) - y];
    return Math.min(u, v, width - 1 - u, height - 1 - v) < EDGE_PX;
  };
  for (const pixel of pixelsOf(ground.area, image.width)) {
    const isStrange = ink.strange[pixel] === 1 && !isGroundPixel(image, ground, pixel);
    if (isStrange) far++;
    const isPale = ink.coverage[pixel] < HARDLY && !image.clear[pixel] && !isAtEdge(pixel);
    const isOther = isStrange || isPale;
    if (isOther && contrastAt(image.rgb, ground.rgb, pixel) > least && !isNearInk(ink, image, pixel)) alone++;
  }
  return alone <= MOST_ALONE && (far <= 12 || far <= countInk(ink) * 0.1);
}

/** Whether nearly all of a ground is of its very colour. @param {Raster} image @param {Ground} ground */
function isExact(image, ground) {
  let near = 0;
  let exact = 0;
  for (const pixel of pixelsOf(ground.area, image.width)) {
    const difference = contrastAt(image.rgb, ground.rgb, pixel);
    if (difference <= GROUND_TOLERANCE) near++;
    if (difference === 0) exact++;
  }
  return exact >= near * EXACT_SHARE;
}

/**
 * Opaque pixels amid others in the very colour that stands for what is behind a transparent image: white letters in a
 * glow, say, which are no ground.
 * @param {Raster} image @param {Ground} ground
 */
function countHidden(image, ground) {
  const { width, height, clear } = image;
  let hidden = 0;
  for (const pixel of pixelsOf(ground.area, width)) {
    if (clear[pixel] || contrastAt(image.rgb, ground.rgb, pixel) > GROUND_TOLERANCE) continue;
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    const around = [
      x > 0 && pixel - 1,
      x < width - 1 && pixel + 1,
      y > 0 && pixel - width,
      y < height - 1 && pixel + width,
    ];
    if (around.every((other) => other === false || !clear[other])) hidden++;
  }
  return hidden;
}

/** @param {Ink} ink @param {Raster} image @param {number} pixel */
function isNearInk({ coverage, strange }, { width, height }, pixel) {
  const [x, y] = [pixel % width, Math.floor(pixel / width)];
  for (let v = Math.max(0, y - SMEAR_PX); v <= Math.min(height - 1, y + SMEAR_PX); v++) {
    for (let u = Math.max(0, x - SMEAR_PX); u <= Math.min(width - 1, x + SMEAR_PX); u++) {
      const other = v * width + u;
      if (coverage[other] > 0.3 && !strange[other]) return true;
    }
  }
  return false;
}

/** @param {Ink} ink */
function countInk(ink) {
  return ink.coverage.reduce((count, value) => (value > 0.5 ? count + 1 : count), 0);
}
