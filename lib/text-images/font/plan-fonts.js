/** @import { Decomposed, FontLine, FontPlan, Outline, Picture, Piece } from '../types.ts' */
import { apart } from '../decompose/picture.js';
import { clusterPieces, EXACT, isSame } from '../read/cluster-pieces.js';
import { shareOutlines } from './share-outlines.js';
import { isHard, traceOutline, UNITS_PER_PIXEL } from './trace-outline.js';

/** Height of capitals, space and ascent of common fonts, as shares of the font size. */
const TYPE = Object.freeze({ capitals: 0.72, space: 0.28, ascent: 0.8 });

/** Value of `pages` for images on many pages. */
export const MANY_PAGES = 'many';
/** Max mean and largest difference of coverage of a piece in two colours, which one glyph can render. */
const RECOLOURED = Object.freeze({ mean: 0.1, most: 0.5 });
/** Max difference of channels at which the foreground colours of a menu are the same. */
const SAME_INK = 16;
/** The same for images of one size of type, whose colour can be measured only nearly if their strokes are thin. */
const NEAR_INK = 48;

/**
 * An image whose text is known. `pages`: the same value for images on the same few pages, or on many.
 * @typedef {{ image: Decomposed, text: readonly string[], pages: string, pageCount?: number }} ReadImage
 *
 * A font that images share, and the positions of their lines in it.
 * @typedef {{ members: readonly ReadImage[], emPx: number, ascentPx: number, hasHard: boolean,
 *   variants: ReadonlyMap<Picture, number>, planOf: (manner: 'pixels' | 'smooth', family: string) => FontPlan }}
 *   SharedFont `variants`: the drawings of images that do not have the usual ones
 *
 * The images of a font, what it has already, and the pieces of each drawing of each text.
 * @typedef {{ members: ReadImage[], pages: string, known: Set<unknown>, drawn: Map<string, (readonly Piece[])[]>,
 *   variants: Map<Picture, number> }} Group
 */

/**
 * Plans one font for images with common glyphs. Images with different glyphs for the same text are variants in it.
 * Images on few pages use a font of many pages if that contains all of their glyphs.
 * @param {readonly ReadImage[]} images @param {boolean} [isOne] true if all are parts of one image
 * @returns {SharedFont[]}
 */
export function planFonts(images, isOne = false) {
  const pieces = images.flatMap(({ image }) => image.lines.flatMap((line) => line.pieces));
  const clusters = clusterPieces(pieces, EXACT);
  /** @type {Group[]} */
  const groups = [];
  const inOrder = [...images].sort((a, b) => rankOf(a) - rankOf(b));
  for (const one of inOrder) {
    const own = new Set(one.image.lines.flatMap((line) => line.pieces.map((piece) => clusters.get(piece))));
    const lines = one.image.lines.map(({ pieces }, at) => ({ text: one.text[at], pieces }));
    const isMate = (/** @type {Group} */ { members, known }) =>
      [...own].some((cluster) => known.has(cluster)) || isOneType(members[0].image, one.image);
    const group = groups.find((each) => {
      const variant = variantIn(each, lines, clusters);
      if (variant === null) return false;
      if (isOne) return true;
      const hasText = lines.every(({ text }) => each.drawn.has(text));
      if (hasText && (each.pages === MANY_PAGES || one.pages === '')) return true;
      return (
        (each.pages === one.pages && isMate(each)) ||
        (each.pages === MANY_PAGES && [...own].every((cluster) => each.known.has(cluster)))
      );
    });
    /** @type {Group} */
    const home = group ?? { members: [], pages: one.pages, known: new Set(), drawn: new Map(), variants: new Map() };
    if (!group) groups.push(home);
    const variant = variantIn(home, lines, clusters) ?? 0;
    if (variant > 0) home.variants.set(one.image.picture, variant);
    home.members.push(one);
    for (const cluster of own) home.known.add(cluster);
    for (const { text, pieces } of lines) {
      const drawings = home.drawn.get(text) ?? [];
      if (drawings.length <= variant) drawings.push(pieces);
      home.drawn.set(text, drawings);
    }
  }
  return groups.map(({ members, variants }) => toFont(members, variants, clusters));
}

/** Max drawings of one text in a font: more than images have states. */
const MAX_DRAWINGS = 9;
/** Max difference in height of drawings of one font. Larger ones, such as titles, are on other pages. */
export const SAME_HEIGHT_PX = 2;

/**
 * Returns the number of the drawing in a group that renders an image, or that of the next one. Only images of one line
 * have other drawings than the usual ones.
 * @param {Group} group @param {readonly { text: string, pieces: readonly Piece[] }[]} lines
 * @param {ReadonlyMap<Piece, unknown>} clusters
 * @returns {number | null} null if the group cannot render it
 */
function variantIn({ drawn }, lines, clusters) {
  const isUsual = lines.every(({ text, pieces }) => isDrawnAlike(drawn.get(text)?.[0] ?? pieces, pieces, clusters));
  if (isUsual) return 0;
  if (lines.length > 1) return null;
  const [{ text, pieces }] = lines;
  const drawings = drawn.get(text) ?? [];
  const at = drawings.findIndex((drawing) => isDrawnAlike(drawing, pieces, clusters));
  if (at >= 0) return at;
  const isAsLarge = Math.abs(heightOf(drawings[0]) - heightOf(pieces)) <= SAME_HEIGHT_PX;
  return isAsLarge && drawings.length < MAX_DRAWINGS ? drawings.length : null;
}

/** @param {readonly Piece[]} pieces */
function heightOf(pieces) {
  return Math.max(...pieces.map(({ y, height }) => y + height)) - Math.min(...pieces.map(({ y }) => y));
}

/**
 * Returns true for images of one menu: of the same height and colour.
 * @param {Decomposed} one @param {Decomposed} other
 */
export function isOneMenu(one, other) {
  return one.picture.height === other.picture.height && isOneInk(one, other);
}

/**
 * Returns true for images of a menu, or nearly: of about the same height, as sliced ones are, and of one size of type.
 * @param {Decomposed} one @param {Decomposed} other
 */
function isOneType(one, other) {
  if (isOneMenu(one, other)) return true;
  const [type, rival] = [one, other].map(({ lines }) => Math.max(...lines.map(({ box }) => box.height)));
  const isAsHigh = Math.abs(one.picture.height - other.picture.height) <= SAME_HEIGHT_PX;
  return isAsHigh && Math.abs(type - rival) <= SAME_HEIGHT_PX && apart(one.ink, other.ink) <= NEAR_INK;
}

/** Returns true for images of one foreground colour. @param {Decomposed} one @param {Decomposed} other */
export function isOneInk(one, other) {
  return apart(one.ink, other.ink) <= SAME_INK;
}

/**
 * Ranks images: those of many pages first, and those that only scripts show last, because they use the fonts of others.
 * @param {ReadImage} image
 */
function rankOf({ pages }) {
  if (pages === MANY_PAGES) return 0;
  return pages === '' ? 2 : 1;
}

/**
 * Returns true if the same pieces, at the same places, can render two lines of the same text: antialiasing depends a
 * little on the colours.
 * @param {readonly Piece[]} one @param {readonly Piece[]} other @param {ReadonlyMap<Piece, unknown>} clusters
 */
function isDrawnAlike(one, other, clusters) {
  return (
    one.length === other.length &&
    one.every((piece, at) => {
      const like = other[at];
      if (piece.x !== like.x || piece.y !== like.y || !isOneColour(piece, like)) return false;
      return clusters.get(piece) === clusters.get(like) || isSame(piece, like, RECOLOURED);
    })
  );
}

/**
 * Returns true if two pieces have the same colour, or both that of their text.
 * @param {Piece} one @param {Piece} other
 */
function isOneColour({ ink }, { ink: other }) {
  return ink && other ? apart(ink, other) <= SAME_INK : ink === other;
}

/**
 * @param {readonly ReadImage[]} members @param {ReadonlyMap<Picture, number>} variants
 * @param {ReadonlyMap<Piece, { piece: Piece }>} clusters @returns {SharedFont}
 */
function toFont(members, variants, clusters) {
  const drawn = firstLines(members, variants);
  const emPx = typeSizeOf(members);
  const ascentPx = Math.round(emPx * TYPE.ascent);
  const shapes = [
    ...new Set(drawn.flatMap(({ pieces }) => pieces.map((piece) => clusters.get(piece)?.piece ?? piece))),
  ];
  const at = new Map(shapes.map((piece, index) => [piece, index]));
  const lines = listLines(
    members,
    variants,
    { emPx, ascentPx },
    (piece) => at.get(clusters.get(piece)?.piece ?? piece) ?? 0,
  );
  const isScaled = members.some(({ image }) => image.picture.isScaled);
  return {
    members,
    emPx,
    ascentPx,
    variants,
    hasHard: isScaled || shapes.some(isHard),
    planOf: (manner, family) => {
      const traced = shapes.map((piece) => traceOutline(piece, manner, isScaled));
      return { family, emPx, ascentPx, ...placeLetters(lines, shareOutlines(traced), emPx) };
    },
  };
}

/**
 * Returns the letters of pieces and the lines that place them.
 * @param {readonly FontLine[]} lines with places of pieces @param {ReturnType<typeof shareOutlines>} shared
 * @param {number} emPx
 */
function placeLetters(lines, { letters, parts }, emPx) {
  const placed = lines.map((line) => ({
    ...line,
    parts: line.parts.flatMap(({ piece, x, y, ...colour }) =>
      parts[piece].map((part) => ({ piece: part.letter, x: x + part.x, y: y - part.y, ...colour })),
    ),
  }));
  const names = nameLetters(placed);
  const pieces = letters.map((outline, at) => ({ character: names.get(at), outline, advancePx: widthOf(outline) + 1 }));
  const all = new Set(lines.flatMap(({ text }) => [...text.replaceAll(' ', '')]));
  const named = new Set(names.values());
  // A line is found by its characters. Those without an own letter are blank.
  const blank = [...all]
    .filter((one) => !named.has(one))
    .map((character) => ({ character, outline: [], advancePx: Math.round(emPx / 2) }));
  return { pieces: [...pieces, ...blank], lines: placed, spacePx: Math.round(emPx * TYPE.space) };
}

/** @param {Outline} outline */
function widthOf(outline) {
  return Math.ceil(Math.max(0, ...outline.flat().map(([x]) => x)) / UNITS_PER_PIXEL);
}

/**
 * Lists the lines as ligatures, each once, with their pieces placed from the left edge of the image and from the line's
 * baseline.
 * @param {readonly ReadImage[]} members @param {ReadonlyMap<Picture, number>} variants
 * @param {{ emPx: number, ascentPx: number }} size @param {(piece: Piece) => number} numberOf
 * @returns {FontLine[]}
 */
function listLines(members, variants, { emPx, ascentPx }, numberOf) {
  /** @type {Map<string, FontLine>} */
  const lines = new Map();
  for (const { image, text } of members) {
    for (const [at, { pieces }] of image.lines.entries()) {
      const baseline = baselineOf(image, text.length, at, emPx, ascentPx);
      const parts = pieces.map((piece) => ({
        ...{ piece: numberOf(piece), x: piece.x, y: baseline - piece.y },
        ...(piece.ink ? { ink: piece.ink } : {}),
      }));
      const variant = variants.get(image.picture) ?? 0;
      const key = `${variant} ${text[at]}`;
      if (!lines.has(key)) lines.set(key, { text: text[at], variant, parts, advancePx: image.picture.width });
    }
  }
  return [...lines.values()];
}

/**
 * Returns the space above the first line that centres the lines.
 * @param {Decomposed} image @param {number} count
 * @param {number} emPx
 */
export function topOf({ picture }, count, emPx) {
  return Math.max(0, Math.floor((picture.height - count * emPx) / 2));
}

/** @param {Decomposed} image @param {number} count @param {number} at @param {number} emPx @param {number} ascentPx */
function baselineOf(image, count, at, emPx, ascentPx) {
  return topOf(image, count, emPx) + at * emPx + ascentPx;
}

/** @param {readonly ReadImage[]} members */
function typeSizeOf(members) {
  const heights = members.flatMap(({ image }) =>
    image.lines.map(({ pieces }) => {
      const sorted = pieces.map(({ height }) => height).sort((one, other) => one - other);
      return sorted[Math.floor(sorted.length * 0.8)];
    }),
  );
  heights.sort((one, other) => one - other);
  return Math.max(4, Math.round(heights[heights.length >> 1] / TYPE.capitals));
}

/**
 * Returns the line that renders each drawing of a text: the first.
 * @param {readonly ReadImage[]} members @param {ReadonlyMap<Picture, number>} variants
 * @returns {{ text: string, pieces: readonly Piece[] }[]}
 */
function firstLines(members, variants) {
  /** @type {Map<string, { text: string, pieces: readonly Piece[] }>} */
  const lines = new Map();
  for (const { image, text } of members) {
    for (const [at, { pieces }] of image.lines.entries()) {
      const key = `${variants.get(image.picture) ?? 0} ${text[at]}`;
      if (!lines.has(key)) lines.set(key, { text: text[at], pieces });
    }
  }
  return [...lines.values()];
}

/**
 * Returns the character of each letter, from lines with one letter per character.
 * @param {readonly FontLine[]} lines
 */
function nameLetters(lines) {
  /** @type {Map<number, string>} */
  const names = new Map();
  const taken = new Set();
  for (const { text, parts } of lines) {
    const characters = [...text.replaceAll(' ', '')];
    if (characters.length !== parts.length) continue;
    for (const [at, { piece }] of parts.entries()) {
      if (taken.has(characters[at]) || names.has(piece)) continue;
      names.set(piece, characters[at]);
      taken.add(characters[at]);
    }
  }
  return names;
}
