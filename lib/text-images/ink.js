/** @import { Ground, Ink, Raster, Rgb } from './types.ts' */
import { GROUND_TOLERANCE } from './ground.js';
import { colourAt, contrastAt, pixelsOf } from './raster.js';

/** Distance off the line from ground to ink at which a pixel is something else. */
const OFF_LINE = 44;
/** Distance in sRGB of ink and ground below which words are unreadable. */
const MIN_CONTRAST = 40;
/** Off the line by no more than this, and beyond the ink by as much, a pixel shows more of the same ink. */
const ON_LINE = 12;
/** So far beyond the ink a colour is no ink mixed with ground; resampling overshoots by less. */
const BEYOND = 1.04;
/** Beyond this it is another ink. */
const TOO_FAR = 2;
/**
 * Share of the inked pixels that must show more of it, and which of them tells how deep it is: a stray one may be
 * noise.
 */
const BEYOND_SHARE = 0.05;
/** Quantile that stands for the deepest ink, so that single odd points do not. */
const DEEPEST = 0.95;
/** Mean squared distance of the ground's pixels from mixtures of ground and ink up to which what is faint is ink. */
const CLEAN = 1;
/** Coverage of a pixel that shows at all, and of one that is ink all over. */
export const SHOWN = 0.05;
/** Coverage from which a point counts as full ink. */
const SOLID = 0.9;
/** Share of a shadow's pixels that border on the ground: letters in a glow of their own are enclosed by it. */
const OUTER_SHARE = 0.1;
/** Share of solid pixels from which letters have hard edges: what is smoothed has others beside every stroke. */
const HARD_SHARE = 0.95;

/**
 * Separates words from ground: the ink's colour and how much of it covers each pixel; null where nothing stands out.
 * @param {Raster} image @param {Ground} ground
 * @returns {Ink | null}
 */
export function findInk(image, ground) {
  const found = findInkColour(image, ground);
  if (!found) return null;
  const colour = deepen(image, ground, found);
  const covered = coverInk(image, ground, colour, isClean(image, ground, colour));
  const shadow = findShadow(image, ground, covered.coverage, covered.strange, covered.strangePixels);
  return { colour, ...covered, shadow };
}

/**
 * The ink that thin strokes are made of: they cover few pixels whole, and most by much the same part.
 * @param {Raster} image @param {Ground} ground @param {Rgb} colour of the most of them @returns {Rgb}
 */
function deepen(image, ground, colour) {
  if (ground.kind === 'transparent') return colour;
  let inked = 0;
  /** @type {{ along: number, pixel: number }[]} */
  const beyond = [];
  for (const pixel of pixelsOf(ground.area, image.width)) {
    if (isGroundPixel(image, ground, pixel)) continue;
    const { along, off } = project(colourAt(ground.rgb, pixel), colour, colourAt(image.rgb, pixel));
    if (along > 0.5) inked++;
    if (along > BEYOND && off <= ON_LINE) beyond.push({ along, pixel });
  }
  if (beyond.length === 0 || beyond.length < inked * BEYOND_SHARE) return colour;
  beyond.sort((one, other) => one.along - other.along);
  const { along, pixel } = beyond[Math.floor((beyond.length - 1) * DEEPEST)];
  return along < TOO_FAR ? colourAt(image.rgb, pixel) : colour;
}

/**
 * Whether what is faint is ink: pixels near the ground's colour differ from it towards the ink and no other way, as
 * noise does.
 * @param {Raster} image @param {Ground} ground @param {Rgb} colour
 */
function isClean(image, ground, colour) {
  let sum = 0;
  let count = 0;
  for (const pixel of pixelsOf(ground.area, image.width)) {
    if (image.clear[pixel] || !isGroundPixel(image, ground, pixel)) continue;
    const [base, seen] = [colourAt(ground.rgb, pixel), colourAt(image.rgb, pixel)];
    const { along, off } = project(base, colour, seen);
    sum += along < 0 ? 2 * squaredDistance(base, seen) : off * off;
    count++;
  }
  return sum <= count * CLEAN;
}

/**
 * How much of the ink covers each pixel, and which pixels are neither ground nor ink.
 * @param {Raster} image
 * @param {Ground} ground
 * @param {Rgb} colour
 * @param {boolean} isFaintInk whether what is near the ground's colour is ink
 */
export function coverInk(image, ground, colour, isFaintInk) {
  const { width, height, rgb } = image;
  const coverage = new Float32Array(width * height);
  const strange = new Uint8Array(width * height);
  const offs = new Float32Array(width * height);
  let strangePixels = 0;
  for (const pixel of pixelsOf(ground.area, width)) {
    const base = colourAt(ground.rgb, pixel);
    const seen = colourAt(rgb, pixel);
    const { along, off } = project(base, colour, seen);
    offs[pixel] = off;
    if (isGroundPixel(image, ground, pixel)) {
      if (isFaintInk && !image.clear[pixel]) coverage[pixel] = Math.min(1, Math.max(0, along));
      continue;
    }
    coverage[pixel] = Math.min(1, Math.max(0, along));
    if (off <= OFF_LINE && along > -0.12) continue;
    // Nothing can be rendered by sub-pixels on a ground that is not known.
    const fringe = ground.kind === 'transparent' ? null : fringeCoverage(base, colour, seen);
    if (fringe !== null) {
      coverage[pixel] = fringe;
      continue;
    }
    strange[pixel] = 1;
    strangePixels++;
    if (off > OFF_LINE) coverage[pixel] *= OFF_LINE / off;
  }
  return { coverage, strange, strangePixels, isFaintInk, off: offs };
}

/**
 * How much of a known ink covers each pixel of a painting, seen as the image was: where that shows what is behind it,
 * by colour alone.
 * @param {Raster} image @param {Ground} ground @param {Ink} ink
 */
export function measureCoverage(image, ground, { colour, isFaintInk, second }) {
  if (second) {
    const [one, other] = [colour, second.colour].map((each) => coverInk(image, ground, each, isFaintInk));
    return one.coverage.map((value, pixel) => (other.off[pixel] < one.off[pixel] ? other.coverage[pixel] : value));
  }
  if (ground.kind !== 'transparent') return coverInk(image, ground, colour, isFaintInk).coverage;
  const coverage = new Float32Array(image.width * image.height);
  for (const pixel of pixelsOf(ground.area, image.width)) {
    const { along } = project(colourAt(ground.rgb, pixel), colour, colourAt(image.rgb, pixel));
    coverage[pixel] = Math.min(1, Math.max(0, along));
  }
  return coverage;
}

/** @param {Raster} image @param {Ground} ground @param {number} pixel */
export function isGroundPixel(image, ground, pixel) {
  if (ground.kind === 'transparent') return image.clear[pixel] === 1;
  return contrastAt(image.rgb, ground.rgb, pixel) <= GROUND_TOLERANCE;
}

/**
 * The centre of the colour cluster with the greatest count times squared distance from the ground.
 * @param {Raster} image @param {Ground} ground @param {(pixel: number) => boolean} [isOf] which pixels count
 * @returns {Rgb | null}
 */
export function findInkColour(image, ground, isOf = () => true) {
  /** @type {Map<number, { count: number, distance: number, sum: number[] }>} */
  const clusters = new Map();
  for (const pixel of pixelsOf(ground.area, image.width)) {
    if (isGroundPixel(image, ground, pixel) || !isOf(pixel)) continue;
    const seen = colourAt(image.rgb, pixel);
    const base = colourAt(ground.rgb, pixel);
    const distance = squaredDistance(seen, base);
    const key = ((seen[0] >> 4) << 8) | ((seen[1] >> 4) << 4) | (seen[2] >> 4);
    const cluster = clusters.get(key) ?? { count: 0, distance: 0, sum: [0, 0, 0] };
    cluster.count++;
    cluster.distance += ground.kind === 'transparent' ? 60_000 : distance;
    for (let c = 0; c < 3; c++) cluster.sum[c] += seen[c];
    clusters.set(key, cluster);
  }
  let best = null;
  for (const cluster of clusters.values()) if (!best || cluster.distance > best.distance) best = cluster;
  if (!best) return null;
  if (ground.kind !== 'transparent' && best.distance / best.count < MIN_CONTRAST * MIN_CONTRAST) return null;
  const mean = best.sum.map((value) => value / best.count);
  return nearestExact(image, ground, /** @type {Rgb} */ (/** @type {unknown} */ (mean)));
}

/**
 * The exact colour that most pixels near the cluster's centre have.
 * @param {Raster} image @param {Ground} ground @param {Rgb} centre @returns {Rgb}
 */
function nearestExact(image, ground, centre) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const pixel of pixelsOf(ground.area, image.width)) {
    if (isGroundPixel(image, ground, pixel)) continue;
    const seen = colourAt(image.rgb, pixel);
    if (squaredDistance(seen, centre) > 900) continue;
    const key = (seen[0] << 16) | (seen[1] << 8) | seen[2];
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  let best = -1;
  let most = 0;
  for (const [key, count] of counts) if (count > most) [best, most] = [key, count];
  return best < 0 ? centre : [best >> 16, (best >> 8) & 255, best & 255];
}

/**
 * Where a colour lies along the line from ground to ink, and how far off it.
 * @param {Rgb} base
 * @param {Rgb} ink
 * @param {Rgb} seen
 */
function project(base, ink, seen) {
  const length = squaredDistance(base, ink);
  if (length === 0) return { along: 0, off: 0 };
  let dot = 0;
  for (let c = 0; c < 3; c++) dot += (seen[c] - base[c]) * (ink[c] - base[c]);
  const along = dot / length;
  let off = 0;
  for (let c = 0; c < 3; c++) off += (seen[c] - base[c] - along * (ink[c] - base[c])) ** 2;
  return { along, off: Math.sqrt(off) };
}

/**
 * Mean coverage of the three channels where sub-pixel rendering left a fringe; null where the colour is no such
 * mixture.
 * @param {Rgb} base @param {Rgb} ink @param {Rgb} seen
 */
function fringeCoverage(base, ink, seen) {
  let sum = 0;
  for (let c = 0; c < 3; c++) {
    const span = ink[c] - base[c];
    if (Math.abs(span) < 90) return null;
    const share = (seen[c] - base[c]) / span;
    if (share < -0.1 || share > 1.1) return null;
    sum += share;
  }
  return sum / 3;
}

/**
 * The colour of a shadow: strange pixels that all lie within four pixels of ink, down and right of it.
 * @param {Raster} image @param {Ground} ground @param {Float32Array} coverage @param {Uint8Array} strange
 * @param {number} strangePixels
 * @returns {Rgb | null}
 */
function findShadow(image, ground, coverage, strange, strangePixels) {
  const { width, height, rgb } = image;
  if (strangePixels < 8) return null;
  let cast = 0;
  let outer = 0;
  let darkest = null;
  let least = Number.POSITIVE_INFINITY;
  for (const pixel of pixelsOf(ground.area, width)) {
    if (!strange[pixel]) continue;
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    let near = false;
    for (let dy = -1; dy <= 4 && !near; dy++) {
      for (let dx = -1; dx <= 4 && !near; dx++) {
        const from = (y - dy) * width + x - dx;
        near =
          x - dx >= 0 && x - dx < width && y - dy >= 0 && y - dy < height && coverage[from] > 0.6 && !strange[from];
      }
    }
    if (near) cast++;
    if ([pixel - 1, pixel + 1, pixel - width, pixel + width].some((other) => isGroundPixel(image, ground, other)))
      outer++;
    const seen = colourAt(rgb, pixel);
    const light = seen[0] + seen[1] + seen[2];
    if (light < least) [least, darkest] = [light, seen];
  }
  return cast >= strangePixels * 0.9 && outer >= strangePixels * OUTER_SHARE ? darkest : null;
}

/** @param {Rgb} a @param {Rgb} b */
function squaredDistance(a, b) {
  return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2;
}

/** Whether letters are drawn without smoothing, which no browser of today does. @param {Ink} ink */
export function isHardEdged({ coverage }) {
  let shown = 0;
  let solid = 0;
  for (const value of coverage) {
    if (value > SHOWN) shown++;
    if (value > SOLID) solid++;
  }
  return solid >= shown * HARD_SHARE;
}
