/** @import { Picture } from '../types.ts' */
import { apart, colourAt, packAt, unpack } from './picture.js';
import { boxOf, flood } from './split-lines.js';
import { isNear } from './vote-background.js';

/** Max pixels of an end cap of a button, and max share of the width. */
const MAX_CAP = Object.freeze({ px: 40, share: 0.34 });
/** Min share of a row that its most frequent colour covers. */
const MIN_MODE = 0.25;
/** Thickness in pixels of a frame along a side. */
const FRAME_PX = 2;
/** Share of the image's height from which a part at a side is a frame. */
const TALL = 0.7;
/** Max period in pixels of a dashed or dotted row, min share of it that repeats, and max share that has one colour. */
const PERIOD = Object.freeze({ most: 12, share: 0.95, plain: 0.85 });
/**
 * Min share of a row that has one colour if that is its background between margins of another one. Chosen. Text covers
 * less of a row.
 */
const FULL = 0.7;
/** Max colours of a row that are tried. */
const MAX_COLOURS = 12;
/** Min share of an image that has one colour if its background is plain. */
const PLAIN = 0.4;
/** Min difference of a channel between a row and the one above it if text may cover most of the row, in levels. */
const LEAP = 48;
/** Max difference of a channel between two rows of one background, in levels. */
const STEP = 24;
/** Tolerance from which an image is noisy. */
const MIN_NOISE = 10;
/** Min count of columns without text, and max count of columns that are compared with all others. */
const [MIN_COLUMNS, MAX_SAMPLES] = [6, 64];
/** Min share of a row that its background takes if text covers most of it. */
const MIN_REST = 0.1;

/**
 * Finds the background of one image with one colour in each row, except end caps without text.
 * @param {Picture} picture @param {boolean} [hasMargins] true to find a button with margins in the
 *   usual colour of the image, which its own rows do not have
 * @returns {{ rgb: Uint8ClampedArray, bare: Uint8ClampedArray, clear: Uint8Array | null, left: number,
 *   right: number } | null} with the widths of the caps; `bare`: without them
 */
export function findRowBackground(picture, hasMargins = false) {
  const { width, height, rgb, tolerance, clear } = picture;
  const columns = tolerance >= MIN_NOISE ? layColumns(picture) : null;
  if (columns && hasMargins) return null;
  const model = columns ?? layModes(picture, hasMargins);
  if (!model) return null;
  const isClean = (/** @type {number} */ x) => {
    for (let y = 0; y < height; y++) if (!isNear(rgb, model, y * width + x, tolerance)) return false;
    return true;
  };
  const most = Math.min(MAX_CAP.px, Math.floor(width * MAX_CAP.share));
  const caps = [capOf(isClean, 0, 1, most), capOf(isClean, width - 1, -1, most)];
  const odd = new Float32Array(width * height);
  for (let at = 0; at < odd.length; at++) odd[at] = isNear(rgb, model, at, tolerance) ? 0 : 1;
  const [left, right] = caps.map((cap, side) =>
    isFrame(odd, { x: side === 0 ? 0 : width - cap, width: cap }, width, height) ? cap : 0,
  );
  const bare = Uint8ClampedArray.from(model);
  for (let y = 0; y < height; y++) {
    for (const x of [...Array(left).keys(), ...Array.from({ length: right }, (_, at) => width - 1 - at)]) {
      const at = (y * width + x) * 3;
      model.set(rgb.subarray(at, at + 3), at);
    }
  }
  return { rgb: model, bare, clear: clear && clearRows(clear, width, left, right), left, right };
}

/**
 * Returns the most frequent colour of each row. Returns null if a row has none, or if margins are asked for that cannot
 * exist.
 * @param {Picture} picture @param {boolean} hasMargins
 */
function layModes({ width, height, rgb, tolerance }, hasMargins) {
  const model = new Uint8ClampedArray(rgb.length);
  const whole = modeOf(rgb, 0, width * height, tolerance);
  const usual = whole.share >= PLAIN ? whole.colour : null;
  if (hasMargins && usual === null) return null;
  /** @type {import('../types.ts').Rgb | null} */
  let above = null;
  for (let y = 0; y < height; y++) {
    const own = modeOf(rgb, y * width, width, tolerance);
    // A row of one colour, or one that a text only touches, is not dashed.
    const dashes = own.share > PERIOD.plain ? null : findDashes(rgb, y * width, width, tolerance);
    if (dashes && !(hasMargins && dashes.every((colour) => apart(colour, dashes[0]) <= tolerance))) {
      for (let x = 0; x < width; x++) model.set(dashes[x % dashes.length], (y * width + x) * 3);
      continue;
    }
    const mode = behindText(own, above);
    const isInner = hasMargins && (mode.share >= FULL || continues(mode.colour, above, usual, tolerance));
    // A row full of the edges of text does not have another colour.
    const isUsual =
      usual !== null &&
      (apart(mode.colour, usual) <= tolerance ||
        shareOf(rgb, y * width, width, usual, tolerance) >= MIN_MODE ||
        (!isInner && [y * width, (y + 1) * width - 1].every((at) => apart(colourAt(rgb, at), usual) <= tolerance)));
    if (!isUsual && mode.share < MIN_MODE) return null;
    /** @type {import('../types.ts').Rgb} */
    const colour = isUsual && usual ? usual : mode.colour;
    for (let x = 0; x < width; x++) model.set(colour, (y * width + x) * 3);
    above = colour;
  }
  return model;
}

/**
 * Returns true if a colour continues that of the row above, which is not the usual one of the image.
 * @param {import('../types.ts').Rgb} colour @param {import('../types.ts').Rgb | null} above
 * @param {import('../types.ts').Rgb | null} usual @param {number} tolerance
 */
function continues(colour, above, usual, tolerance) {
  return above !== null && usual !== null && apart(above, usual) > tolerance && apart(colour, above) <= STEP;
}

/**
 * Returns the colours of a dashed or dotted row that repeat, null if the row does not repeat.
 * @param {Uint8ClampedArray} rgb @param {number} from @param {number} width @param {number} tolerance
 */
function findDashes(rgb, from, width, tolerance) {
  for (let period = 2; period <= PERIOD.most && period * 4 <= width; period++) {
    let same = 0;
    for (let x = period; x < width; x++) if (isNear(rgb, rgb, from + x, tolerance, from + x - period)) same++;
    // The middle of the row, because end caps may cover its ends.
    const start = Math.floor(width / 2 / period) * period;
    if (same >= (width - period) * PERIOD.share)
      return Array.from({ length: period }, (_, at) => colourAt(rgb, from + start + at));
  }
  return null;
}

/**
 * Returns the median colour of each row over columns without text: in a lossy format, noise is as large as the steps of
 * a gradient. Columns without text are those that most others are similar to.
 * @param {Picture} picture
 */
function layColumns({ width, height, rgb, tolerance }) {
  const isSame = (/** @type {number} */ one, /** @type {number} */ other) => {
    for (let from = 0; from < width * height; from += width)
      if (apart(colourAt(rgb, from + one), colourAt(rgb, from + other)) > tolerance) return false;
    return true;
  };
  const all = Array.from({ length: width }, (_, x) => x);
  const free = all
    .filter((x) => x % Math.ceil(width / MAX_SAMPLES) === 0)
    .map((sample) => all.filter((x) => isSame(sample, x)))
    .reduce((most, one) => (one.length > most.length ? one : most));
  if (free.length < MIN_COLUMNS) return null;
  const model = new Uint8ClampedArray(rgb.length);
  for (let from = 0; from < width * height; from += width) {
    const middle = [0, 1, 2].map((channel) => medianOf(free.map((x) => rgb[(from + x) * 3 + channel])));
    for (let x = 0; x < width; x++) model.set(middle, (from + x) * 3);
  }
  return model;
}

/** @param {number[]} values */
function medianOf(values) {
  return values.sort((one, other) => one - other)[values.length >> 1];
}

/**
 * Marks the transparent pixels of a background of rows: whole rows that are mostly transparent, and those of the caps.
 * @param {Uint8Array} clear @param {number} width @param {number} left @param {number} right
 */
function clearRows(clear, width, left, right) {
  const open = new Uint8Array(clear.length);
  for (let from = 0; from < clear.length; from += width) {
    const row = clear.subarray(from, from + width);
    const inner = row.subarray(left, width - right);
    open.set(row, from);
    open.fill(inner.reduce((sum, one) => sum + one, 0) * 2 > inner.length ? 1 : 0, from + left, from + width - right);
  }
  return open.includes(1) ? open : null;
}

/**
 * Returns the count of columns from an edge to the first one that consists of the rows alone, 0 if none is near.
 * @param {(x: number) => boolean} isClean @param {number} edge @param {1 | -1} step @param {number} most
 */
function capOf(isClean, edge, step, most) {
  for (let wide = 0; wide <= most; wide++) if (isClean(edge + wide * step)) return wide;
  return 0;
}

/**
 * Returns true if what an end cap shows besides the rows belongs to the image's edge: a character would stand free, or
 * be cut by one side alone.
 * @param {Float32Array} odd @param {{ x: number, width: number }} cap @param {number} width @param {number} height
 */
function isFrame(odd, cap, width, height) {
  const seen = new Uint8Array(odd.length);
  for (let y = 0; y < height; y++) {
    for (let x = cap.x; x < cap.x + cap.width; x++) {
      const at = y * width + x;
      if (!odd[at] || seen[at]) continue;
      const box = boxOf(flood(odd, seen, at, width, height), width);
      const isAtEdge = box.y === 0 || box.y + box.height === height;
      const isAtSide = box.x === 0 || box.x + box.width === width;
      if (!isAtEdge && !(isAtSide && (box.width <= FRAME_PX || box.height >= height * TALL))) return false;
    }
  }
  return true;
}

/**
 * Returns the most frequent colour of a range of pixels, and its share.
 * @param {Uint8ClampedArray} rgb @param {number} from @param {number} length @param {number} tolerance
 */
export function modeOf(rgb, from, length, tolerance) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (let at = from; at < from + length; at++) counts.set(packAt(rgb, at), (counts.get(packAt(rgb, at)) ?? 0) + 1);
  const frequent = [...counts]
    .sort((one, other) => other[1] - one[1])
    .slice(0, MAX_COLOURS)
    .map(([key]) => unpack(key));
  const shares = frequent.map((colour) => ({ colour, share: shareOf(rgb, from, length, colour, tolerance) }));
  const best = shares.reduce((most, one) => (one.share > most.share ? one : most));
  // The most frequent of the colours that differ only by noise.
  const colour = frequent.find((one) => apart(one, best.colour) <= tolerance) ?? best.colour;
  return { colour, share: best.share, shares };
}

/**
 * Returns the background of a row in place of the colour of a text that covers most of it: serifs on a baseline can be
 * more frequent than the background, which continues that of the row above.
 * @param {ReturnType<typeof modeOf>} mode @param {import('../types.ts').Rgb | null} above
 */
function behindText(mode, above) {
  if (above === null || apart(mode.colour, above) <= LEAP) return mode;
  const rest = mode.shares
    .filter(({ colour, share }) => share >= MIN_REST && apart(colour, above) <= STEP)
    .reduce(
      (/** @type {typeof mode.shares[number] | null} */ most, one) => (most && most.share >= one.share ? most : one),
      null,
    );
  return rest ? { ...mode, colour: rest.colour, share: Math.max(rest.share, MIN_MODE) } : mode;
}

/**
 * Returns the share of pixels that have a colour, or nearly.
 * @param {Uint8ClampedArray} rgb @param {number} from @param {number} length
 * @param {import('../types.ts').Rgb} colour @param {number} tolerance
 */
export function shareOf(rgb, from, length, [red, green, blue], tolerance) {
  let near = 0;
  for (let at = from * 3; at < (from + length) * 3; at += 3)
    if (
      Math.abs(red - rgb[at]) <= tolerance &&
      Math.abs(green - rgb[at + 1]) <= tolerance &&
      Math.abs(blue - rgb[at + 2]) <= tolerance
    )
      near++;
  return near / length;
}
