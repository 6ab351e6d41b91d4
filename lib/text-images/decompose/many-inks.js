/** @import { Background, Decomposed, Line, Picture, Piece, Rgb } from '../types.ts' */

import { MIN_CONTRAST, measureCoverage, STRONG } from './find-ink.js';
import { listParts } from './keep-graphics.js';
import { apart, apartAt, packAt, unpack } from './picture.js';
import { boxOf, gapBetween, splitLines } from './split-lines.js';

/** Max foreground colours of a text. Chosen: two words or the capitals and the rest have two, a few titles three. */
const MAX_INKS = 3;
/** Max difference of channels between parts of one colour: thin strokes have it only nearly. Chosen. */
const SAME_INK = 40;
/** Min share of the foreground that a second colour covers. Less is a dot or a smoothed edge. Chosen. */
const MIN_SHARE = 0.05;

/** Max connected parts. More are a photo. Chosen: a text of 120 characters. */
const MAX_PARTS = 200;

/**
 * A connected part of a foreground, with its colour.
 * @typedef {{ pixels: readonly number[], colour: Rgb }} Part
 */

/**
 * Decomposes an image whose characters have several colours, each of them one, above a background.
 * @param {Picture} picture @param {Background} background
 * @returns {Decomposed | null} null if it has one colour, or too many
 */
export function takeInks(picture, background) {
  const parts = listColoured(picture, background);
  const inks = listInks(parts);
  if (!inks) return null;
  const { width, height, rgb } = picture;
  const inkAt = new Uint8Array(width * height);
  for (const { pixels, colour } of parts) {
    const nearest = nearestOf(inks, colour);
    for (const pixel of pixels) inkAt[pixel] = nearest;
  }
  const measured = inks.map((ink) => measureCoverage(picture, background, ink));
  // Where two characters touch, a pixel can have the other one's colour.
  for (const at of inkAt.keys()) {
    const other = measured[inkAt[at]].strange[at] ? measured.findIndex(({ strange }) => !strange[at]) : -1;
    if (other >= 0) inkAt[at] = other;
  }
  const coverage = Float32Array.from(inkAt, (ink, at) => measured[ink].coverage[at]);
  const strange = Uint8Array.from(inkAt, (ink, at) => measured[ink].strange[at]);
  let [explained, all] = [0, 0];
  for (const at of inkAt.keys()) {
    const isLost = picture.clear?.[at] && !background.clear?.[at];
    const difference = picture.clear?.[at] ? Number(isLost) * 255 : apartAt(rgb, background.rgb, at);
    all += difference;
    if (!strange[at]) explained += difference;
  }
  const lines = splitLines(coverage, width, height).map((line) => colourLine(line, { inks, inkAt, width }));
  if (lines.some(hasSign)) return null;
  const share = all === 0 ? 0 : explained / all;
  const amounts = { explained: share, lost: all - explained };
  return { picture, background, ink: inks[0], coverage, strange, ...amounts, lines, shadow: null };
}

/**
 * Lists the connected parts that differ from the background, with their colours. There are none in a photo.
 * @param {Picture} picture @param {Background} background
 * @returns {Part[]}
 */
function listColoured(picture, background) {
  const { rgb } = picture;
  const parts = listParts(picture, background, new Uint8Array(rgb.length / 3));
  if (parts.length > MAX_PARTS) return [];
  return parts.flatMap(({ pixels }) => {
    const most = pixels.reduce((largest, pixel) => Math.max(largest, apartAt(rgb, background.rgb, pixel)), 0);
    const own = pixels.filter((pixel) => apartAt(rgb, background.rgb, pixel) >= most * STRONG);
    return most >= MIN_CONTRAST ? [{ pixels, colour: usualOf(own, rgb) }] : [];
  });
}

/** Returns the most frequent colour. @param {readonly number[]} pixels @param {Uint8ClampedArray} rgb */
function usualOf(pixels, rgb) {
  const counts = Map.groupBy(pixels, (pixel) => packAt(rgb, pixel));
  const [usual] = [...counts].reduce((best, one) => (one[1].length > best[1].length ? one : best));
  return unpack(usual);
}

/**
 * Lists the colours of parts, the most used first.
 * @param {readonly Part[]} parts
 * @returns {Rgb[] | null} null if there are fewer than two, or too many
 */
function listInks(parts) {
  /** @type {{ colour: Rgb, area: number }[]} */
  const inks = [];
  for (const { colour, pixels } of parts.toSorted((a, b) => b.pixels.length - a.pixels.length)) {
    const known = inks.find((ink) => apart(ink.colour, colour) <= SAME_INK);
    if (known) known.area += pixels.length;
    else inks.push({ colour, area: pixels.length });
  }
  const all = inks.reduce((sum, { area }) => sum + area, 0);
  const used = inks.filter(({ area }) => area >= all * MIN_SHARE).sort((a, b) => b.area - a.area);
  return used.length < 2 || used.length > MAX_INKS ? null : used.map(({ colour }) => colour);
}

/** @param {readonly Rgb[]} inks @param {Rgb} colour */
function nearestOf(inks, colour) {
  const distances = inks.map((ink) => apart(ink, colour));
  return distances.indexOf(Math.min(...distances));
}

/**
 * Splits the pieces of a line by their colours, and notes that of each which is not the first one.
 * @param {Line} line @param {{ inks: readonly Rgb[], inkAt: Uint8Array, width: number }} image
 * @returns {Line}
 */
function colourLine(line, { inks, inkAt, width }) {
  const inkOf = (/** @type {Piece} */ piece, /** @type {number} */ at) =>
    inkAt[(piece.y + Math.floor(at / piece.width)) * width + piece.x + (at % piece.width)];
  const pieces = line.pieces.flatMap((piece) => {
    const areas = inks.map(() => 0);
    for (const [at, share] of piece.coverage.entries()) areas[inkOf(piece, at)] += share;
    const most = Math.max(...areas);
    const used = areas.flatMap((area, ink) => (area >= most * MIN_PART ? [ink] : []));
    return used.map((ink) => {
      const isOwn = (/** @type {number} */ at) => used.length === 1 || inkOf(piece, at) === ink;
      const own = used.length === 1 ? piece : cropPiece(piece, isOwn);
      return ink === 0 ? own : { ...own, ink: inks[ink] };
    });
  });
  return { ...line, pieces: pieces.sort((one, other) => one.x - other.x) };
}

/** Min gap next to a sign, as a share of its line's height. Chosen: a space between words is as wide. */
const MIN_GAP = 0.35;

/**
 * Returns true if the first or last piece of a line is alone in its colour, and apart from the text: an icon, which
 * could be read as a letter.
 * @param {Line} line
 */
function hasSign({ box, pieces }) {
  const isSign = (/** @type {Piece | undefined} */ end, /** @type {Piece | undefined} */ next) =>
    end !== undefined && next !== undefined && end.ink !== next.ink && gapBetween(end, next) > box.height * MIN_GAP;
  return isSign(pieces[0], pieces[1]) || isSign(pieces.at(-1), pieces.at(-2));
}

/** Min area of a colour in a piece, as a share of the largest, by which the piece is split: less are edges. Chosen. */
const MIN_PART = 0.2;

/**
 * Returns the part of a piece whose pixels fulfil a condition.
 * @param {Piece} piece @param {(at: number) => boolean} isOwn
 * @returns {Piece}
 */
function cropPiece({ x, y, width, coverage, parts }, isOwn) {
  const pixels = [...coverage.keys()].filter((at) => coverage[at] > 0 && isOwn(at));
  const box = boxOf(pixels, width);
  const own = new Float32Array(box.width * box.height);
  for (const at of pixels) own[(Math.floor(at / width) - box.y) * box.width + (at % width) - box.x] = coverage[at];
  return { x: x + box.x, y: y + box.y, width: box.width, height: box.height, coverage: own, parts };
}

/** Min images with the same two colours. One alone may be a mark. Chosen. */
const MIN_ALIKE = 3;

/**
 * Returns the images whose colours several others have, too: a menu or headings, and not a mark.
 * @param {readonly Decomposed[]} images with characters of several colours
 */
export function keepStyles(images) {
  const palettes = images.map((image) => [image.ink, ...listOtherInks(image)]);
  return images.filter((_, at) => palettes.filter((one) => hasSameInks(one, palettes[at])).length >= MIN_ALIKE);
}

/** @param {readonly Rgb[]} inks @param {readonly Rgb[]} others */
function hasSameInks(inks, others) {
  const isIn = (/** @type {readonly Rgb[]} */ list) => (/** @type {Rgb} */ ink) =>
    list.some((each) => apart(each, ink) <= SAME_INK);
  return inks.every(isIn(others)) && others.every(isIn(inks));
}

/** Lists the colours of pieces that do not have the first one. @param {Pick<Decomposed, 'lines'>} image */
export function listOtherInks({ lines }) {
  return lines.flatMap(({ pieces }) => pieces.flatMap(({ ink }) => (ink ? [ink] : [])));
}
