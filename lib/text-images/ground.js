/** @import { Box, Frame, Ground, GroundKind, Raster, Rgb } from './types.ts' */
import { exact } from '../base/exact.js';
import { colourAt, contrast, contrastAt, findMode, pixelsOf } from './raster.js';

/** Greatest channel difference at which a pixel still is the ground: GIF dithering and JPEG noise stay below. */
export const GROUND_TOLERANCE = 20;
/** Share of a row that is foreign before the row is cut off; chosen, not measured. */
const MOSTLY = 0.9;
/** About a third of the height: beyond, it is no border. */
const MAX_TRIM_SHARE = 0.34;
/** Thicker frames are part of the picture; chosen, not measured. */
const MAX_FRAME_PX = 6;
/**
 * Difference of a channel at which a line of one colour along an edge is part of a bevel, however near the ground's.
 */
const BEVEL = 6;
/** So many lines of a bevel may look like the ground before one does not. */
const BEVEL_PX = 3;
/** Share of the plain model's error that a richer one may leave to be believed. */
const RICHER = 0.7;
/** Steps that a row of one gradient may have from dithering; chosen, not measured. */
const MAX_JUMPS = 3;

/**
 * Models what lies behind the words: nothing, one colour, bands or gradients, inside frames and strips.
 * @param {Raster} image
 * @returns {Ground}
 */
export function modelGround(image) {
  const whole = { x: 0, y: 0, width: image.width, height: image.height };
  const first = explain(image, whole);
  const area = trimEdges(image, first.rgb, first.kind);
  const { kind, colour, lines, rgb } =
    area.width === whole.width && area.height === whole.height ? first : explain(image, area);
  const { frame, strips } = describeEdges(image, area);
  return { kind, colour, lines, rgb, area, frame, strips, variance: measureVariance(image, rgb, area, kind) };
}

/**
 * Mean squared difference between the ground and the pixels that belong to it.
 * @param {Raster} image @param {Uint8ClampedArray} rgb @param {Box} area @param {GroundKind} kind
 */
function measureVariance(image, rgb, area, kind) {
  if (kind === 'transparent') return 0;
  let sum = 0;
  let count = 0;
  for (const pixel of pixelsOf(area, image.width)) {
    const difference = contrastAt(image.rgb, rgb, pixel);
    if (image.clear[pixel] || difference > GROUND_TOLERANCE) continue;
    sum += difference * difference;
    count++;
  }
  return count ? sum / count : 0;
}

/**
 * The simplest ground that explains about as many pixels as any.
 * @param {Raster} image @param {Box} area
 * @returns {Pick<Ground, 'kind' | 'colour' | 'lines' | 'rgb'>}
 */
function explain(image, area) {
  const { width, height } = image;
  const all = [...pixelsOf(area, width)];
  const holes = all.reduce((sum, pixel) => sum + image.clear[pixel], 0) / all.length;
  const mode = findMode(
    image.rgb,
    all.filter((pixel) => !image.clear[pixel]),
  );
  const solid = mode ? mode.count / all.length : 0;
  if (holes > 0.3 && holes >= solid) {
    const rgb = new Uint8ClampedArray(width * height * 3);
    const hole = colourAt(image.rgb, image.clear.indexOf(1));
    for (let pixel = 0; pixel < width * height; pixel++) rgb.set(hole, pixel * 3);
    return { kind: exact('transparent'), colour: hole, lines: [], rgb };
  }
  const colour = meanNear(image, all, mode?.colour ?? [255, 255, 255]);
  const plain = fill(width, height, () => colour);
  const simplest = { kind: exact('plain'), lines: [], rgb: plain };
  const richer = exact(['rows', 'columns']).flatMap((kind) => {
    const lines = smooth(readLines(image, area, kind), colour);
    if (!isBelievable(image, area, kind, lines)) return [];
    const rgb = fill(width, height, kind === 'rows' ? (_, y) => lines[y] : (x) => lines[x]);
    return [{ kind, lines, rgb }];
  });
  const limit = measureError(image, plain, all) * RICHER;
  const best = richer
    .map((model) => ({ ...model, error: measureError(image, model.rgb, all) }))
    .sort((one, other) => one.error - other.error)[0];
  return best && best.error < limit ? { ...best, colour } : { ...simplest, colour };
}

/**
 * Whether lines are a ground and not rows of words: they reach both edges and step from colour to colour seldom or
 * gently.
 * @param {Raster} image @param {Box} area @param {'rows' | 'columns'} kind @param {Rgb[]} lines
 */
function isBelievable(image, area, kind, lines) {
  const [start, count] = kind === 'rows' ? [area.y, area.height] : [area.x, area.width];
  const far = (kind === 'rows' ? area.width : area.height) - 1;
  let jumps = 0;
  let reaching = 0;
  for (let index = start; index < start + count; index++) {
    if (index > start && contrast(lines[index], lines[index - 1]) > GROUND_TOLERANCE) jumps++;
    const [near, end] = [0, far].map((across) =>
      kind === 'rows' ? index * image.width + area.x + across : (area.y + across) * image.width + index,
    );
    const ends = [near, end].filter((pixel) => contrast(colourAt(image.rgb, pixel), lines[index]) <= GROUND_TOLERANCE);
    if (ends.length === 2) reaching++;
  }
  return jumps <= MAX_JUMPS && reaching >= count * 0.9;
}

/**
 * Mean squared error, far pixels counted alike: words must not decide.
 * @param {Raster} image
 * @param {Uint8ClampedArray} rgb
 * @param {number[]} pixels
 */
function measureError(image, rgb, pixels) {
  let sum = 0;
  for (const pixel of pixels) sum += Math.min(contrastAt(image.rgb, rgb, pixel), GROUND_TOLERANCE) ** 2;
  return sum / pixels.length;
}

/**
 * The mean of the pixels near the mode: the centre of a dithered or noisy ground.
 * @param {Raster} image @param {number[]} pixels @param {Rgb} mode @returns {Rgb}
 */
function meanNear(image, pixels, mode) {
  const near = pixels.filter((pixel) => contrast(colourAt(image.rgb, pixel), mode) <= GROUND_TOLERANCE / 2);
  const exact = near.filter((pixel) => contrast(colourAt(image.rgb, pixel), mode) === 0).length;
  if (exact > near.length * 0.6) return mode;
  const sum = [0, 0, 0];
  for (const pixel of near) for (let c = 0; c < 3; c++) sum[c] += image.rgb[pixel * 3 + c];
  return [Math.round(sum[0] / near.length), Math.round(sum[1] / near.length), Math.round(sum[2] / near.length)];
}

/**
 * The most frequent colour of every row or column.
 * @param {Raster} image @param {Box} area @param {'rows' | 'columns'} axis @returns {(Rgb | null)[]}
 */
function readLines(image, area, axis) {
  const count = axis === 'rows' ? image.height : image.width;
  return Array.from({ length: count }, (_, index) => {
    const line =
      axis === 'rows'
        ? { x: area.x, y: index, width: area.width, height: 1 }
        : { x: index, y: area.y, width: 1, height: area.height };
    const inside =
      axis === 'rows'
        ? index >= area.y && index < area.y + area.height
        : index >= area.x && index < area.x + area.width;
    return inside ? (findMode(image.rgb, pixelsOf(line, image.width))?.colour ?? null) : null;
  });
}

/**
 * Fills the lines outside the area with their nearest neighbours.
 * @param {(Rgb | null)[]} lines @param {Rgb} otherwise @returns {Rgb[]}
 */
function smooth(lines, otherwise) {
  const known = lines.flatMap((line, index) => (line ? [index] : []));
  return lines.map((line, index) => {
    if (line) return line;
    const nearest = known.length ? known.reduce((a, b) => (Math.abs(b - index) < Math.abs(a - index) ? b : a)) : -1;
    return lines[nearest] ?? otherwise;
  });
}

/** @param {number} width @param {number} height @param {(x: number, y: number) => Rgb} paint */
function fill(width, height, paint) {
  const rgb = new Uint8ClampedArray(width * height * 3);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) rgb.set(paint(x, y), (y * width + x) * 3);
  return rgb;
}

/**
 * Takes off rows and columns at the edges that are mostly something else than the ground.
 * @param {Raster} image @param {Uint8ClampedArray} rgb @param {GroundKind} kind
 * @returns {Box}
 */
function trimEdges(image, rgb, kind) {
  const { width, height, clear } = image;
  let [left, top, right, bottom] = [0, 0, width, height];
  const isForeign = (/** @type {Box} */ line) => {
    const pixels = [...pixelsOf(line, width)];
    const differs = (/** @type {number} */ most) =>
      pixels.filter((pixel) =>
        kind === 'transparent' ? !clear[pixel] : clear[pixel] || contrastAt(image.rgb, rgb, pixel) > most,
      ).length >
      pixels.length * MOSTLY;
    return differs(GROUND_TOLERANCE) || (kind !== 'transparent' && differs(BEVEL) && readLine(image, line) !== null);
  };
  /**
   * How many lines at an edge are foreign, counted from there.
   * @param {number} most
   * @param {(step: number) => Box} lineAt
   */
  const countForeign = (most, lineAt) => {
    let count = 0;
    for (let step = 0; step < Math.min(most, count + BEVEL_PX); step++) {
      const line = lineAt(step);
      if (isForeign(line)) count = step + 1;
      else if (readLine(image, line) === null) break;
    }
    return count;
  };
  for (let moved = true; moved; ) {
    const row = { x: left, width: right - left, height: 1 };
    const column = { y: top, height: bottom - top, width: 1 };
    const over = [
      countForeign(height * MAX_TRIM_SHARE - top, (step) => ({ ...row, y: top + step })),
      countForeign(height * MAX_TRIM_SHARE - (height - bottom), (step) => ({ ...row, y: bottom - 1 - step })),
      countForeign(width * MAX_TRIM_SHARE - left, (step) => ({ ...column, x: left + step })),
      countForeign(width * MAX_TRIM_SHARE - (width - right), (step) => ({ ...column, x: right - 1 - step })),
    ];
    [top, bottom, left, right] = [top + over[0], bottom - over[1], left + over[2], right - over[3]];
    moved = over.some((count) => count > 0);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/**
 * Says what was trimmed: lines of one colour make a frame, anything else is a picture of its own.
 * @param {Raster} image @param {Box} area
 */
function describeEdges(image, area) {
  const { width, height } = image;
  const right = width - area.x - area.width;
  const bottom = height - area.y - area.height;
  const sides = {
    top: Array.from({ length: area.y }, (_, y) => readLine(image, { x: area.x, y, width: area.width, height: 1 })),
    right: Array.from({ length: right }, (_, i) =>
      readLine(image, { x: width - 1 - i, y: area.y, width: 1, height: area.height }),
    ),
    bottom: Array.from({ length: bottom }, (_, i) =>
      readLine(image, { x: area.x, y: height - 1 - i, width: area.width, height: 1 }),
    ),
    left: Array.from({ length: area.x }, (_, x) => readLine(image, { x, y: area.y, width: 1, height: area.height })),
  };
  /** @type {Box[]} */
  const strips = [];
  /** @param {(Rgb | null)[]} lines @param {Box} box @returns {Rgb[]} */
  const keep = (lines, box) => {
    if (lines.length <= MAX_FRAME_PX && lines.every((line) => line !== null)) return /** @type {Rgb[]} */ (lines);
    strips.push(box);
    return [];
  };
  const frame = {
    top: keep(sides.top, { x: 0, y: 0, width, height: area.y }),
    right: keep(sides.right, { x: width - right, y: 0, width: right, height }),
    bottom: keep(sides.bottom, { x: 0, y: height - bottom, width, height: bottom }),
    left: keep(sides.left, { x: 0, y: 0, width: area.x, height }),
    over: startLiesOver(image),
    radius: 0,
  };
  const framed = frame.top.length + frame.right.length + frame.bottom.length + frame.left.length > 0;
  return { frame: framed ? /** @type {Frame} */ (frame) : null, strips };
}

/** The colour of a line that has one; null otherwise. @param {Raster} image @param {Box} line @returns {Rgb | null} */
function readLine(image, line) {
  const pixels = [...pixelsOf(line, image.width)];
  const mode = findMode(
    image.rgb,
    pixels.filter((pixel) => !image.clear[pixel]),
  );
  if (!mode) return null;
  const near = pixels.filter((pixel) => contrast(colourAt(image.rgb, pixel), mode.colour) <= GROUND_TOLERANCE).length;
  return near >= pixels.length * 0.9 ? mode.colour : null;
}

/**
 * Whether the top and left sides cover the corners they share with the others.
 * @param {Raster} image @returns {'start' | 'end'}
 */
function startLiesOver(image) {
  const { width, height, rgb } = image;
  const corner = colourAt(rgb, width - 1);
  const middleOfRight = colourAt(rgb, Math.floor(height / 2) * width + width - 1);
  return contrast(corner, middleOfRight) <= GROUND_TOLERANCE ? 'end' : 'start';
}
