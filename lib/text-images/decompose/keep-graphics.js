/** @import { Background, Box, Decomposed, Line, Picture, Rgb } from '../types.ts' */
import { clusterPieces } from '../read/cluster-pieces.js';
import { apart, colourAt } from './picture.js';
import { boxOf, flood, gapBetween } from './split-lines.js';

/** Share of unexplained pixels from which a part is no text of one colour. */
const STRANGE = 0.35;
/** The same share of a part that stands apart, such as a bullet with a shadow. */
const ODD = 0.1;
/** Distance, as a share of the text's height, from which a graphic next to text is not part of it. */
export const FREE = 0.6;
/** Height, as a share of the text's height, from which a graphic next to text can be a character. */
const TALL = 0.35;

/** Max height of an underline in pixels, min ratio of its width to its height, and min parts above it. Chosen. */
const RULE = Object.freeze({ px: 3, aspect: 6, above: 2 });
/** Coverage from which a pixel of a graphic is in the foreground colour. */
const INKED = 0.6;

/**
 * A part of an image that differs from its background.
 * @typedef {{ box: Box, pixels: number[], strange: number }} Part `strange`: share that the foreground does not explain
 */

/**
 * Lists the connected parts of an image that differ from its background.
 * @param {Picture} picture @param {Background} background @param {Uint8Array} strange
 * @returns {Part[]}
 */
export function listParts({ rgb, width, height, tolerance, clear }, background, strange) {
  const off = new Float32Array(width * height);
  for (let at = 0; at < off.length; at++) {
    const isBehind = background.clear?.[at] === 1;
    if (clear?.[at]) off[at] = isBehind ? 0 : 1;
    else {
      const difference = isBehind ? 255 : apart(colourAt(rgb, at), colourAt(background.rgb, at));
      off[at] = difference > tolerance ? difference : 0;
    }
  }
  const seen = new Uint8Array(off.length);
  const parts = [];
  for (let start = 0; start < off.length; start++) {
    if (off[start] === 0 || seen[start]) continue;
    const pixels = flood(off, seen, start, width, height);
    let [all, odd] = [0, 0];
    for (const pixel of pixels) [all, odd] = [all + off[pixel], odd + (strange[pixel] ? off[pixel] : 0)];
    parts.push({ box: boxOf(pixels, width), pixels, strange: odd / all });
  }
  return parts;
}

/**
 * Returns the parts that cannot be text of one colour.
 * @param {readonly Part[]} parts @param {Pick<Decomposed, 'picture' | 'coverage'>} image
 */
export function listGraphics(parts, { picture, coverage }) {
  const usual = parts.map(({ box }) => box.height).sort((one, other) => one - other)[parts.length >> 1];
  return parts.filter((part) => {
    if (isGraphic(part, picture) || isRule(part, parts) || isGradient(part, coverage, picture)) return true;
    return (
      part.strange > ODD && parts.every((other) => other === part || gapBetween(part.box, other.box) >= usual * FREE)
    );
  });
}

/**
 * Returns true if a part underlines others. A dash is next to them.
 * @param {Part} part @param {readonly Part[]} parts
 */
function isRule({ box }, parts) {
  if (box.height > RULE.px || box.width < box.height * RULE.aspect) return false;
  const above = parts.filter(
    ({ box: other }) =>
      other.y + other.height <= box.y && other.x >= box.x - 1 && other.x + other.width <= box.x + box.width + 1,
  );
  return above.length >= RULE.above;
}

/**
 * Coverage between which a pixel is neither foreground nor background, max difference of its neighbours' coverage, and
 * min share of such pixels in a part that is a gradient. Glyphs have soft edges, not soft areas. Chosen. 15 of 77 sites
 * have such parts.
 */
const SHADED = Object.freeze({ least: 0.15, most: 0.85, step: 0.12, share: 0.3 });

/**
 * Returns true if the foreground of an image holds more than its text: a rule that underlines it, or a gradient between
 * the background and its colour.
 * @param {Pick<Decomposed, 'picture' | 'background' | 'strange' | 'coverage'>} image
 */
export function holdsGraphics({ picture, background, strange, coverage }) {
  const parts = listParts(picture, background, strange);
  return parts.some((part) => isRule(part, parts) || isGradient(part, coverage, picture));
}

/** @param {Part} part @param {Float32Array} coverage @param {Picture} picture */
function isGradient({ pixels }, coverage, { width, height }) {
  const isNear = (/** @type {number} */ at, /** @type {number} */ other) =>
    Math.abs(coverage[other] - coverage[at]) <= SHADED.step;
  const isSoft = (/** @type {number} */ at) => {
    if (coverage[at] <= SHADED.least || coverage[at] >= SHADED.most) return false;
    const x = at % width;
    return (
      (x === 0 || isNear(at, at - 1)) &&
      (x === width - 1 || isNear(at, at + 1)) &&
      (at < width || isNear(at, at - width)) &&
      (at >= width * (height - 1) || isNear(at, at + width))
    );
  };
  return pixels.filter(isSoft).length > pixels.length * SHADED.share;
}

/** @param {Part} part @param {Picture} picture */
function isGraphic({ box, strange }, { width, height }) {
  const isFrame = (box.width > width / 2 && box.height > height * 0.75) || box.y === 0 || box.y + box.height === height;
  return strange > STRANGE || isFrame;
}

/**
 * Lists the connected parts of graphics that are in the foreground colour: a graphic can touch characters.
 * @param {readonly Part[]} graphics @param {Float32Array} coverage @param {Uint8Array} strange
 * @param {Picture} picture
 * @returns {Pick<Part, 'box' | 'pixels'>[]}
 */
export function listInked(graphics, coverage, strange, { width, height }) {
  const inked = new Float32Array(coverage.length);
  for (const pixel of graphics.flatMap(({ pixels }) => pixels))
    inked[pixel] = strange[pixel] || coverage[pixel] < INKED ? 0 : coverage[pixel];
  const seen = new Uint8Array(inked.length);
  return graphics
    .flatMap(({ pixels }) => pixels)
    .flatMap((start) => {
      if (!inked[start] || seen[start]) return [];
      const pixels = flood(inked, seen, start, width, height);
      return [{ box: boxOf(pixels, width), pixels }];
    });
}

/**
 * Copies pixels of an image into its background, where they stay unchanged.
 * @param {Picture} picture @param {Background} background @param {readonly number[]} pixels
 * @returns {Background}
 */
export function layGraphics({ rgb, clear }, background, pixels) {
  const kept = Uint8ClampedArray.from(background.rgb);
  const open = background.clear || clear ? new Uint8Array(kept.length / 3) : null;
  if (background.clear) open?.set(background.clear);
  const graphics = new Uint8Array(kept.length / 3);
  for (const pixel of pixels) {
    graphics[pixel] = 1;
    kept.set(rgb.subarray(pixel * 3, pixel * 3 + 3), pixel * 3);
    if (open) open[pixel] = clear?.[pixel] ?? 0;
  }
  return { kind: 'image', rgb: kept, graphics, clear: open?.includes(1) ? open : null };
}

/**
 * Returns true if a part that stays in the background can be a character of the text: on its line, as tall, and near.
 * A part at the upper or lower edge is that of a frame, unless the line continues at both of its sides.
 * @param {Pick<Part, 'box'>} part @param {readonly Line[]} lines @param {Picture} picture
 */
export function mayBelongToText({ box }, lines, { height }) {
  const isAtEdge = box.y === 0 || box.y + box.height === height;
  return lines.some(({ box: line }) => {
    const isWithin = box.x > line.x && box.x + box.width < line.x + line.width;
    if (isAtEdge && !isWithin) return false;
    const shared = Math.min(line.y + line.height, box.y + box.height) - Math.max(line.y, box.y);
    return shared > box.height / 2 && box.height >= line.height * TALL && gapBetween(line, box) < line.height * FREE;
  });
}

/** Count of equal pieces from which a line is a pattern, such as dashes. */
const PATTERN = 8;
/** Min share of equal pieces in a pattern. Those at its ends can be cut. */
const REPEATED = 0.75;
/**
 * Max mean and largest difference of coverage of the pieces of a pattern. Capitals that have one size differ by 0.3 or
 * more in the mean, except for pairs such as C and O.
 */
const SAME_SHAPE = Object.freeze({ mean: 0.2, most: 1 });
/** Min gap before a first or last piece that is a bullet or an arrow, as a share of the usual height of a piece. */
const APART = 0.75;
/** Factor of the usual height from which a piece is no character of its line. */
const LARGE = 1.8;

/**
 * Returns the pixels of lines that are patterns: pieces of one size and shape, more than a text repeats.
 * @param {readonly Line[]} lines @param {number} width
 */
export function listPatterns(lines, width) {
  const patterns = lines.filter(({ pieces }) => {
    if (pieces.length < PATTERN) return false;
    const shapes = Map.groupBy(clusterPieces(pieces, SAME_SHAPE).values(), (shape) => shape);
    return Math.max(...[...shapes.values()].map((same) => same.length)) >= pieces.length * REPEATED;
  });
  return patterns.flatMap(({ pieces }) => pieces.flatMap((piece) => pixelsOf(piece, width)));
}

/**
 * Returns the pixels of a first or last piece that is separate from the text of an image's only line.
 * @param {readonly Line[]} lines @param {number} width
 * @returns {number[]}
 */
export function listEnds([line, ...others], width) {
  if (others.length > 0 || line.pieces.length < 4) return [];
  const gaps = line.pieces.slice(1).map((piece, at) => piece.x - line.pieces[at].x - line.pieces[at].width);
  const inner = Math.max(...gaps.slice(1, -1));
  const usual = line.pieces.map(({ height }) => height).sort((one, other) => one - other)[line.pieces.length >> 1];
  // A part at the edge of an image may be a cut character, unless it is a bar between the items of a menu.
  const isCut = (/** @type {import('../types.ts').Piece} */ piece) =>
    (piece.x === 0 || piece.x + piece.width === width) && !isBar(piece);
  const isEnd = (/** @type {import('../types.ts').Piece} */ piece, /** @type {number} */ gap) =>
    !isCut(piece) &&
    ((gap > usual * APART && gap > inner * 1.5) || (gap > usual * FREE && piece.height > usual * LARGE));
  const [first, last] = [line.pieces[0], line.pieces[line.pieces.length - 1]];
  const ends = [...(isEnd(first, gaps[0]) ? [first] : []), ...(isEnd(last, gaps[gaps.length - 1]) ? [last] : [])];
  return ends.flatMap((piece) => pixelsOf(piece, width));
}

/** Returns true for a filled upright rectangle, as on 1 of 22 sites. @param {import('../types.ts').Piece} piece */
function isBar({ width, height, coverage }) {
  return height >= 2 * width && coverage.every((covered) => covered > INKED);
}

/** @param {import('../types.ts').Piece} piece @param {number} imageWidth */
function pixelsOf({ x, y, width, height, coverage }, imageWidth) {
  const pixels = [];
  for (let at = 0; at < width * height; at++)
    if (coverage[at] > 0) pixels.push((y + Math.floor(at / width)) * imageWidth + x + (at % width));
  return pixels;
}
