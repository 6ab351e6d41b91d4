/** @import { DecodedImage } from '../images/types.ts' */
/** @import { Box, Ground, Raster, Rgb } from './types.ts' */
/** @import { Words } from './rows.js' */
import { GROUND_TOLERANCE } from './ground.js';
import { hashImage } from './hash-image.js';
import { contrast, findMode, growBox, layFlat, pixelsOf, unite } from './raster.js';
import { boxOf, FRINGE_PX, findWords, isOf, spread } from './rows.js';
import { listShapes } from './shapes.js';

/** Images of one size that are asked: more tell no more. */
const MOST_KIN = 12;
/** Others of a theme whose common background is trusted: one may agree by chance. */
const LEAST_KIN = 2;
/** Share of the pixels that are free of words in both that kin have in common. */
const KIN = 0.7;
/**
 * How far beside a row another letter of it may stand, and another word, and the room that no space is as wide as, in
 * shares of its height.
 */
const BESIDE = Object.freeze({ letter: 1, word: 4, gap: 0.6 });
/** How many times as high as its caption a picture is at least: words under a mark are part of it. */
const CAPTION = 2;
/** Difference of light from which something stands out of what is beside it. */
const QUIET = 32;
/**
 * An initial stands out by so many times the difference of a colour that most of what is beside it has, which a plain
 * ground has not: of 1,500 drawn images eight lost a letter so.
 * With all by 24, seven of 36 right ones on pictures went.
 */
const NOISE = Object.freeze({ times: 3, share: 0.8 });
/** Share of the height of a row that its lowest letters have at least, and of its widest that its height is. */
const LETTER = Object.freeze({ high: 0.4, wide: 3 });
/**
 * An initial, in shares of its row's height: how tall and wide it is at most, how far above the row it reaches where
 * that has small letters alone, how far above the foot of tails it stands, and how far below small letters: of 5,100
 * drawn images five lost a `¿`, a `Q` or an `L` that hangs or is of two pieces.
 */
const INITIAL = Object.freeze({ most: 2, above: 1, tail: 0.35, hangs: 0.5 });

/**
 * The ground that is left when words are lifted off an image, whatever is on it: what they hid is taken from images
 * of the same size that have other words there, or from beside them; null where no words are found.
 * @param {DecodedImage} decoded @param {readonly DecodedImage[]} siblings images of the same site
 * @returns {Ground | null}
 */
export function liftWords(decoded, siblings) {
  const image = layFlat(decoded);
  const words = findWords(image);
  if (!words || isCutOff(image, words)) return null;
  const rgba = Uint8Array.from(decoded.frames[0].rgba);
  const view = new DataView(rgba.buffer);
  const left = words.mask.slice();
  const { kin, found } = askKin(decoded, siblings, words);
  for (const [at, value] of found) {
    view.setUint32(at * 4, value);
    left[at] = 0;
  }
  fill(view, left, image);
  const { rgb } = layFlat({ ...decoded, frames: [{ rgba, delayMs: 0 }] });
  const { width, height } = decoded;
  const rest = findRest(rgb, words.rows, image);
  if (rest.hasLetter || rest.isCaption) return null;
  return {
    kind: 'shared',
    colour: findMode(
      rgb,
      [...words.mask.keys()].filter((at) => words.mask[at]),
    )?.colour ?? [255, 255, 255],
    lines: [],
    rgb,
    rgba,
    area: { x: 0, y: 0, width, height },
    frame: null,
    strips: [],
    variance: 0,
    isShared: kin.length >= LEAST_KIN,
    asides: [...rest.busy, ...(findWords({ ...image, rgb })?.rows ?? [])].map((row) =>
      aroundRow(row, BESIDE.word, image),
    ),
  };
}

/**
 * Whether more in the ink stands in a row, joined to something else: a letter may be in it.
 * @param {Raster} image @param {Words} words
 */
function isCutOff(image, { colour, mask, rows }) {
  return rows.some((row) =>
    [...pixelsOf(aroundRow(row, BESIDE.letter, image), image.width)].some(
      (pixel) => !mask[pixel] && !image.clear[pixel] && isOf(image.rgb, pixel, colour),
    ),
  );
}

/** A row, and so many of its heights on either side. @param {Box} row @param {number} share @param {Raster} image */
function aroundRow(row, share, image) {
  const box = growBox(row, Math.round(row.height * share), image);
  return { ...box, y: row.y, height: row.height };
}

/**
 * What stands on the picture that words were lifted off: a letter of theirs, a picture that they are the caption
 * of, or words further on, about which engines are asked.
 * @param {Uint8ClampedArray} rgb @param {readonly Box[]} rows @param {Raster} image
 */
function findRest(rgb, rows, image) {
  const partAround = (/** @type {Box} */ row, /** @type {number} */ reach) => {
    const { y, height } = growBox(row, reach, image);
    return { ...aroundRow(row, BESIDE.word, image), y, height };
  };
  const shapes = rows.map((row) =>
    listStanding(rgb, partAround(row, FRINGE_PX), image).filter(
      (box) => box.height >= row.height * LETTER.high && box.width <= LETTER.wide * row.height,
    ),
  );
  const initials = rows.map((row) =>
    withStacked(listStanding(rgb, partAround(row, Math.round(row.height * INITIAL.above)), image, true)).filter((box) =>
      isInitial(box, row),
    ),
  );
  const isNext = (/** @type {Box} */ { x, width }, /** @type {Box} */ row) =>
    Math.max(row.x - x - width, x - row.x - row.width) < row.height * BESIDE.gap;
  const { y, height } = unite([...rows]);
  const isApart = (/** @type {Box} */ box) => box.y >= y + height || box.y + box.height <= y;
  return {
    hasLetter: rows.some((row, at) => [...shapes[at], ...initials[at]].some((box) => isNext(box, row))),
    isCaption: listStanding(rgb, { x: 0, y: 0, width: image.width, height: image.height }, image).some(
      (box) => box.height >= CAPTION * rows[0].height && isApart(box),
    ),
    busy: rows.filter((_, at) => shapes[at].length > 0),
  };
}

/**
 * Shapes, and two that stand one above the other as one: `¿` and `É` are of two pieces.
 * @param {readonly Box[]} boxes
 */
function withStacked(boxes) {
  const isAbove = (/** @type {Box} */ one, /** @type {Box} */ other) =>
    one.y + one.height <= other.y && one.x < other.x + other.width && other.x < one.x + one.width;
  return boxes.flatMap((box) => [
    box,
    ...boxes.filter((other) => isAbove(other, box)).map((other) => unite([other, box])),
  ]);
}

/**
 * Whether a shape stands on the line of a row as a capital of it does; that of `Q` and of `¿` reaches below.
 * @param {Box} box @param {Box} row
 */
function isInitial(box, row) {
  const below = box.y + box.height - row.y - row.height;
  return (
    below <= row.height * INITIAL.hangs + 1 &&
    below >= -row.height * INITIAL.tail - 1 &&
    box.height >= row.height * (1 - INITIAL.tail) &&
    Math.max(box.height, box.width) <= row.height * INITIAL.most
  );
}

/**
 * Boxes of what stands out of the rows of pixels of a part, and within it.
 * @param {Uint8ClampedArray} rgb @param {Box} part @param {Raster} image
 * @param {boolean} [isPale] whether what stands out by a colour alone counts, as far as the part is quiet
 * @returns {Box[]}
 */
function listStanding(rgb, part, { width }, isPale = false) {
  const off = new Float32Array(part.width * part.height);
  for (let line = 0; line < part.height; line++) {
    const pixels = [...pixelsOf({ ...part, y: part.y + line, height: 1 }, width)];
    const colours = pixels.map((pixel) => [...rgb.subarray(pixel * 3, pixel * 3 + 3)]);
    const measured = isPale
      ? [0, 1, 2].map((channel) => colours.map((colour) => colour[channel]))
      : [colours.map(mean)];
    for (const values of measured) {
      const usual = values.toSorted((one, other) => one - other)[values.length >> 1];
      for (const [column, value] of values.entries()) {
        const at = line * part.width + column;
        off[at] = Math.max(off[at], Math.abs(value - usual));
      }
    }
  }
  const noise = off.toSorted()[Math.floor(off.length * NOISE.share)];
  const least = isPale ? GROUND_TOLERANCE + noise * NOISE.times : QUIET;
  const map = off.map((value) => (value > least ? 1 : 0));
  return listShapes(map, part)
    .map((shape) => boxOf(shape, part.width))
    .filter((box) => box.y > 0 && box.y + box.height < part.height)
    .map((box) => ({ ...box, x: box.x + part.x, y: box.y + part.y }));
}

/**
 * What images of one family show where this one has words and they have none: the value that most of them have.
 * @param {DecodedImage} decoded @param {readonly DecodedImage[]} siblings @param {Words} words
 */
function askKin(decoded, siblings, { colour, mask }) {
  const own = readPixels(decoded);
  const { rgb: layered } = layFlat(decoded);
  const alike = siblings.filter(
    ({ width, height, frames }) => width === decoded.width && height === decoded.height && frames.length === 1,
  );
  const seen = new Set([hashImage(decoded)]);
  const others = alike.filter((sibling) => !seen.has(hashImage(sibling)) && seen.add(hashImage(sibling)));
  const kin = others.slice(0, MOST_KIN).flatMap((sibling) => {
    const { rgb } = layFlat(sibling);
    const inked = new Set([...mask.keys()].filter((pixel) => isOf(rgb, pixel, colour)));
    const hidden = spread(inked, sibling);
    const pixels = readPixels(sibling);
    let [equal, free] = [0, 0];
    for (let at = 0; at < own.length; at++) {
      if (mask[at] || hidden[at]) continue;
      free++;
      if (own[at] === pixels[at]) equal++;
    }
    return free > 0 && equal >= free * KIN ? [{ pixels, hidden, inked }] : [];
  });
  /** @type {Map<number, number>} */
  const found = new Map();
  for (const [at, isHidden] of mask.entries()) {
    if (!isHidden) continue;
    const free = kin.flatMap(({ pixels, hidden }) => (hidden[at] ? [] : [pixels[at]]));
    // Beside letters, too, two that have other words do not show the same by chance.
    const near = kin.flatMap(({ pixels, inked }) => (inked.has(at) ? [] : [pixels[at]]));
    const value = elect(free, 1) ?? elect(isOf(layered, at, colour) ? near : [...near, own[at]], 2);
    if (value !== null) found.set(at, value);
  }
  return { kin, found };
}

/**
 * The value that most have, of equal ones the smallest, so that every member of a family finds the same; null where
 * fewer than so many have it.
 * @param {readonly number[]} values @param {number} least
 */
function elect(values, least) {
  /** @type {Map<number, number>} */
  const votes = new Map();
  for (const value of values) votes.set(value, (votes.get(value) ?? 0) + 1);
  const [most] = [...votes].sort((one, other) => other[1] - one[1] || one[0] - other[0]);
  return most && most[1] >= least ? most[0] : null;
}

/**
 * Fills what is hidden with what is beside it: along the row or the column, whichever has the same at both ends.
 * @param {DataView} view of the image's pixels @param {Uint8Array} hidden @param {Raster} image
 */
function fill(view, hidden, { width, height }) {
  /** @param {number} pixel @param {number} step @param {number} most */
  const reach = (pixel, step, most) => {
    for (let far = 1; far <= most; far++) if (!hidden[pixel + far * step]) return { at: pixel + far * step, far };
    return null;
  };
  for (const [pixel, isHidden] of hidden.entries()) {
    if (!isHidden) continue;
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    const pairs = [
      [reach(pixel, -1, x), reach(pixel, 1, width - 1 - x)],
      [reach(pixel, -width, y), reach(pixel, width, height - 1 - y)],
    ].map((pair) => {
      const ends = pair.flatMap((end) => end ?? []).sort((one, other) => one.far - other.far);
      const apart = ends.length < 2 ? 255 : contrast(pixelAt(view, ends[0].at), pixelAt(view, ends[1].at));
      return { apart, nearest: ends[0] };
    });
    const [best] = pairs.filter(({ nearest }) => nearest).sort((one, other) => one.apart - other.apart);
    if (best) view.setUint32(pixel * 4, view.getUint32(best.nearest.at * 4));
  }
}

/** @param {readonly number[]} values */
function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** One number for each pixel. @param {DecodedImage} image */
function readPixels({ frames, width, height }) {
  const { rgba } = frames[0];
  const view = new DataView(rgba.buffer, rgba.byteOffset, width * height * 4);
  return Uint32Array.from({ length: width * height }, (_, pixel) => view.getUint32(pixel * 4));
}

/** @param {DataView} view @param {number} pixel @returns {Rgb} */
function pixelAt(view, pixel) {
  return [view.getUint8(pixel * 4), view.getUint8(pixel * 4 + 1), view.getUint8(pixel * 4 + 2)];
}
