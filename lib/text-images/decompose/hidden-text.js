/** @import { Background, Box, Decomposed, Line, Picture, Rgb } from '../types.ts' */
import { FREE } from './keep-graphics.js';
import { apart, colourAt, packAt, unpack } from './picture.js';
import { boxOf, flood, gapBetween, unite } from './split-lines.js';

/** Share of the contrast by which a part of a background can differ from the foreground colour and still have it. */
const NEAR = 0.4;
/** Height and width of possible characters, as shares of the text's height. */
const CHARACTER = Object.freeze({ least: 0.35, most: 1.7, wide: 3 });

/** Max distance of a text from an edge that its characters may reach, as a share of the text's height. */
const MARGIN = 0.3;
/** Share of the palest character's coverage that a part of a background reaches if it is a character. */
const PALE = 0.85;

/**
 * Returns true if a background still contains possible characters of the text: in its colour, as strong, as tall, on
 * its lines, and not part of a frame; or a row of them elsewhere, as the background of a set has if all of its images
 * share a line of text.
 * @param {Picture} picture @param {Background} background @param {Rgb} ink @param {readonly Line[]} lines
 */
export function hidesText({ width, height }, { rgb, clear, graphics, isShared }, ink, lines) {
  const contrast = contrastOf(rgb, ink, lines, width);
  const inked = new Float32Array(width * height);
  for (let at = 0; at < inked.length; at++) {
    const share = clear?.[at] ? 0 : 1 - apart(colourAt(rgb, at), ink) / contrast;
    inked[at] = share >= 1 - NEAR ? share : 0;
  }
  const palest = Math.min(...lines.flatMap(({ pieces }) => pieces.map(({ coverage }) => coverage.reduce(largest))));
  const seen = new Uint8Array(inked.length);
  const boxes = [];
  /** @type {Box[]} */
  const likely = [];
  for (let start = 0; start < inked.length; start++) {
    if (!inked[start] || seen[start]) continue;
    const pixels = flood(inked, seen, start, width, height);
    const box = boxOf(pixels, width);
    if (!pixels.some((pixel) => inked[pixel] >= palest * PALE)) continue;
    if (!graphics?.[start] && lines.some(({ box: line }) => isInitial(box, line, width))) return true;
    if (!graphics?.[start] && mayBeCharacter(box, lines, width, height)) likely.push(box);
    boxes.push(box);
  }
  const characters = isOrnament(likely, boxes) ? [] : likely;
  const [sign] = characters;
  // All images of a set share it, such as a knob at the end of each button.
  const isSign =
    isShared && characters.length === 1 && lines.every(({ box }) => gapBetween(box, sign) >= box.height * FREE);
  return (characters.length > 0 && !isSign) || hasRow(boxes, lines);
}

/**
 * Height and min width of an initial, and its max distance from the text, as shares of the text's height. Chosen.
 * Matters on 1 of 23 sites: two headings share an initial.
 */
const INITIAL = Object.freeze({ least: CHARACTER.most, most: 4, wide: 0.5, gap: 0.3 });

/**
 * Returns true if a part may be a large first letter of a line.
 * @param {Box} box @param {Box} line @param {number} width
 */
function isInitial(box, line, width) {
  const { least, most, wide, gap } = INITIAL;
  const isSized = box.height > line.height * least && box.height <= line.height * most;
  const isWide = box.width >= line.height * wide && box.width <= width / 2;
  const isNear = box.x < line.x && gapBetween(box, line) <= line.height * gap;
  return isSized && isWide && isNear && isLevel(line, box);
}

/** @param {number} one @param {number} other */
function largest(one, other) {
  return Math.max(one, other);
}

/** Min difference of a channel between a character of another colour and the background. */
const OTHER = 48;
/** Min count of possible characters in a row that are a text. */
const MIN_ROW = 4;
/**
 * Max parts of other sizes in the place of a row for each of its characters, such as dots and accents. In the images of
 * 23 sites, texts have up to 2.2, and textures 5.4 or more.
 */
const MAX_GRAINS = 4;

/**
 * Returns true if the background of a text may contain another text, in another colour: a row of possible characters,
 * which differ from the most frequent colour.
 * @param {Pick<Decomposed, 'picture' | 'background' | 'lines'>} image
 * @param {ArrayLike<number>} [within] 1 for the pixels to search, all by default
 */
export function hidesOtherText(image, within) {
  return hasRow(listDiffering(image, within), image.lines);
}

/**
 * Returns true if the background of a text may contain another text next to it, such as the name of a section above a
 * heading: the image has more text than was read. A shadow or an outline of the text is in its place.
 * @param {Pick<Decomposed, 'picture' | 'background' | 'lines'>} image
 */
export function hidesMoreText(image) {
  const { lines } = image;
  const outside = listDiffering(image).filter((box) => !lines.some((line) => overlaps(line.box, box)));
  return hasRow(outside, lines) || outside.some((box) => lines.some((line) => mayBeWord(box, line.box)));
}

/**
 * Lists the parts of a background that differ from its most frequent colour.
 * @param {Pick<Decomposed, 'picture' | 'background' | 'lines'>} image @param {ArrayLike<number>} [within]
 * @returns {(Box & { area: number })[]}
 */
function listDiffering({ picture: { width, height }, background: { kind, rgb, clear } }, within) {
  if (kind !== 'image') return [];
  const usual = mostFrequent(rgb);
  const differs = Float32Array.from({ length: width * height }, (_, at) =>
    within?.[at] !== 0 && !clear?.[at] && apart(colourAt(rgb, at), usual) >= OTHER ? 1 : 0,
  );
  const seen = new Uint8Array(differs.length);
  const boxes = [];
  for (let start = 0; start < differs.length; start++)
    if (differs[start] && !seen[start]) {
      const pixels = flood(differs, seen, start, width, height);
      boxes.push({ ...boxOf(pixels, width), area: pixels.length });
    }
  return boxes;
}

/**
 * Returns true if boxes contain a row of possible characters, as large as those of the text. The grains of a texture
 * have all sizes.
 * @param {readonly Box[]} boxes @param {readonly Line[]} lines
 */
function hasRow(boxes, lines) {
  const sized = boxes.filter((box) => lines.some(({ box: line }) => isSizedLike(box, line)));
  return sized.some((one) => {
    const row = sized.filter((box) => isLevel(one, box) && isLevel(box, one));
    const grains = boxes.filter((box) => isLevel(box, one)).length - row.length;
    return row.length >= MIN_ROW && grains <= row.length * MAX_GRAINS && !isOrnament(row, boxes);
  });
}

/** Min count of parts of one size that are an ornament, such as a grid of dots. Chosen for a theme of 2 of 46 sites. */
const MIN_DOTS = 8;
/** Max difference of their sizes, as a share. Chosen: one pixel of ten, and none of the grains of a texture. */
const SAME_SIZE = 0.1;

/**
 * Returns true if parts have the same size, and so have many others: the characters of a text have several.
 * @param {readonly Box[]} parts @param {readonly Box[]} all
 */
function isOrnament(parts, all) {
  const [one] = parts;
  if (!one) return false;
  const isLike = (/** @type {Box} */ { width, height }) =>
    Math.abs(width - one.width) <= one.width * SAME_SIZE && Math.abs(height - one.height) <= one.height * SAME_SIZE;
  return parts.every(isLike) && all.filter(isLike).length >= MIN_DOTS;
}

/** @param {Box} box @param {Box} line */
function isSizedLike(box, line) {
  const { least, most, wide } = CHARACTER;
  const isTall = box.height >= line.height * least && box.height <= line.height * most;
  return isTall && box.width <= box.height * wide;
}

/**
 * Height of a word whose characters touch, as a share of the text's height, its min width for each unit of its height,
 * and the share of its box that its strokes cover: more than those of a frame, less than a bar. Chosen
 * for 1 site of 20. None of 1,649 images of two other sets of sites is taken for such a word.
 */
const JOINED = Object.freeze({ least: 0.85, most: 1.2, wide: 3, thin: 0.3, full: 0.8 });

/**
 * Returns true if a part next to a line may be a word of it in another colour, whose characters touch each other.
 * @param {Box & { area: number }} box @param {Box} line
 */
function mayBeWord({ y, width, height, area }, line) {
  const isTall = height >= line.height * JOINED.least && height <= line.height * JOINED.most;
  const isNextTo = Math.abs(y - line.y) <= line.height * (1 - JOINED.least);
  const share = area / (width * height);
  return isTall && isNextTo && width >= height * JOINED.wide && share >= JOINED.thin && share <= JOINED.full;
}

/** @param {Box} one @param {Box} other */
function overlaps(one, other) {
  const isLevelled = one.y < other.y + other.height && other.y < one.y + one.height;
  return isLevelled && one.x < other.x + other.width && other.x < one.x + one.width;
}

/** Returns true if most of a box is in the rows of another one. @param {Box} one @param {Box} other */
function isLevel(one, other) {
  return Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y) > one.height / 2;
}

/** @param {Uint8ClampedArray} rgb @returns {Rgb} */
function mostFrequent(rgb) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (let at = 0; at < rgb.length / 3; at++) counts.set(packAt(rgb, at), (counts.get(packAt(rgb, at)) ?? 0) + 1);
  return unpack([...counts].reduce((best, one) => (one[1] > best[1] ? one : best))[0]);
}

/**
 * Returns the contrast between the foreground and the background of the text.
 * @param {Uint8ClampedArray} rgb @param {Rgb} ink @param {readonly Line[]} lines @param {number} width
 */
function contrastOf(rgb, ink, lines, width) {
  const { x, y } = unite(lines.map(({ box }) => box));
  return apart(colourAt(rgb, y * width + x), ink);
}

/** @param {Box} box @param {readonly Line[]} lines @param {number} width @param {number} height */
function mayBeCharacter(box, lines, width, height) {
  if (box.width > width / 2) return false;
  return lines.some(
    ({ box: line }) =>
      !isFrame(box, line, height) &&
      box.height >= line.height * CHARACTER.least &&
      box.height <= line.height * CHARACTER.most &&
      box.width <= line.height * CHARACTER.wide &&
      isLevel(box, line),
  );
}

/**
 * Returns true if a part reaches the upper or lower edge, as a frame or a round corner does, and the text is not near
 * the same edge. A character that the image cuts reaches only a side.
 * @param {Box} box @param {Box} line @param {number} height
 */
function isFrame(box, line, height) {
  const near = line.height * MARGIN;
  const isAtTop = box.y === 0 && line.y > near;
  return isAtTop || (box.y + box.height === height && height - line.y - line.height > near);
}
