/** @import { Decomposed, FontLine, FontPiece, FontPlan, Piece } from '../types.ts' */
import { apart } from '../decompose/picture.js';
import { clusterPieces, EXACT, isSame } from '../read/cluster-pieces.js';
import { isHard, traceOutline } from './trace-outline.js';

/** Height of capitals, space and ascent of common fonts, as shares of the font size. */
const TYPE = Object.freeze({ capitals: 0.72, space: 0.28, ascent: 0.8 });

/** Value of `pages` for images on many pages. */
export const MANY_PAGES = 'many';
/** Max mean and largest difference of coverage of a piece in two colours, which one glyph can render. */
const RECOLOURED = Object.freeze({ mean: 0.1, most: 0.5 });
/** Max difference of channels at which the foreground colours of a menu are the same. */
const SAME_INK = 16;

/**
 * An image whose text is known. `pages`: the same value for images on the same few pages, or on many.
 * @typedef {{ image: Decomposed, text: readonly string[], pages: string, pageCount?: number }} ReadImage
 *
 * A font that images share, and the positions of their lines in it.
 * @typedef {{ members: readonly ReadImage[], emPx: number, ascentPx: number, hasHard: boolean,
 *   planOf: (manner: 'pixels' | 'smooth', family: string) => FontPlan }} SharedFont
 *
 * The images of a font, what it has already, and the pieces that render each text.
 * @typedef {{ members: ReadImage[], pages: string, known: Set<unknown>, drawn: Map<string, readonly Piece[]> }} Group
 */

/**
 * Plans one font for images with common glyphs. Two images with different glyphs for the same text have two fonts.
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
      [...own].some((cluster) => known.has(cluster)) || isOneMenu(members[0].image, one.image);
    const group = groups.find((each) => {
      if (lines.some(({ text, pieces }) => !isDrawnAlike(each.drawn.get(text) ?? pieces, pieces, clusters)))
        return false;
      if (isOne) return true;
      const isThere = each.pages === MANY_PAGES || one.pages === '';
      if (isThere && lines.every(({ text }) => each.drawn.has(text))) return true;
      return (
        (each.pages === one.pages && isMate(each)) ||
        (each.pages === MANY_PAGES && [...own].every((cluster) => each.known.has(cluster)))
      );
    });
    /** @type {Group} */
    const home = group ?? { members: [], pages: one.pages, known: new Set(), drawn: new Map() };
    if (!group) groups.push(home);
    home.members.push(one);
    for (const cluster of own) home.known.add(cluster);
    for (const { text, pieces } of lines) if (!home.drawn.has(text)) home.drawn.set(text, pieces);
  }
  return groups.map(({ members }) => toFont(members, clusters));
}

/**
 * Returns true for images of one menu: of the same height and colour.
 * @param {Decomposed} one @param {Decomposed} other
 */
export function isOneMenu(one, other) {
  return one.picture.height === other.picture.height && apart(one.ink, other.ink) <= SAME_INK;
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
      if (piece.x !== like.x || piece.y !== like.y) return false;
      return clusters.get(piece) === clusters.get(like) || isSame(piece, like, RECOLOURED);
    })
  );
}

/**
 * @param {readonly ReadImage[]} members @param {ReadonlyMap<Piece, { piece: Piece }>} clusters @returns {SharedFont}
 */
function toFont(members, clusters) {
  const drawn = firstLines(members);
  const emPx = typeSizeOf(members);
  const ascentPx = Math.round(emPx * TYPE.ascent);
  const shapes = [
    ...new Set(drawn.flatMap(({ pieces }) => pieces.map((piece) => clusters.get(piece)?.piece ?? piece))),
  ];
  const at = new Map(shapes.map((piece, index) => [piece, index]));
  const lines = listLines(members, emPx, ascentPx, (piece) => at.get(clusters.get(piece)?.piece ?? piece) ?? 0);
  const characters = nameCharacters(drawn, (piece) => clusters.get(piece)?.piece ?? piece);
  return {
    members,
    emPx,
    ascentPx,
    hasHard: shapes.some(isHard),
    planOf: (manner, family) => {
      /** @type {FontPiece[]} */
      const drawn = shapes.map((piece) => ({
        character: characters.get(piece),
        outline: traceOutline(piece, manner),
        advancePx: piece.width + 1,
      }));
      const named = new Set(characters.values());
      const all = new Set(lines.flatMap(({ text }) => [...text.replaceAll(' ', '')]));
      // A line is found by its characters. Those without an own piece are blank.
      const blank = [...all]
        .filter((one) => !named.has(one))
        .map((character) => ({ character, outline: [], advancePx: Math.round(emPx / 2) }));
      return {
        family,
        pieces: [...drawn, ...blank],
        lines,
        spacePx: Math.round(emPx * TYPE.space),
        emPx,
        ascentPx,
        descentPx: emPx - ascentPx,
      };
    },
  };
}

/**
 * Lists the lines as ligatures, each once, with their pieces placed from the left edge of the image and from the line's
 * baseline.
 * @param {readonly ReadImage[]} members @param {number} emPx @param {number} ascentPx
 * @param {(piece: Piece) => number} numberOf
 * @returns {FontLine[]}
 */
function listLines(members, emPx, ascentPx, numberOf) {
  /** @type {Map<string, FontLine>} */
  const lines = new Map();
  for (const { image, text } of members) {
    for (const [at, { pieces }] of image.lines.entries()) {
      const baseline = baselineOf(image, text.length, at, emPx, ascentPx);
      const parts = pieces.map((piece) => ({ piece: numberOf(piece), x: piece.x, y: baseline - piece.y }));
      if (!lines.has(text[at])) lines.set(text[at], { text: text[at], parts, advancePx: image.picture.width });
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
 * Returns the line that renders each text: the first.
 * @param {readonly ReadImage[]} members
 * @returns {{ text: string, pieces: readonly Piece[] }[]}
 */
function firstLines(members) {
  /** @type {Map<string, { text: string, pieces: readonly Piece[] }>} */
  const lines = new Map();
  for (const { image, text } of members) {
    for (const [at, { pieces }] of image.lines.entries())
      if (!lines.has(text[at])) lines.set(text[at], { text: text[at], pieces });
  }
  return [...lines.values()];
}

/**
 * Returns the character of each shape, for lines with one shape per character.
 * @param {readonly { text: string, pieces: readonly Piece[] }[]} lines @param {(piece: Piece) => Piece} shapeOf
 */
function nameCharacters(lines, shapeOf) {
  /** @type {Map<Piece, string>} */
  const characters = new Map();
  const taken = new Set();
  for (const { text, pieces } of lines) {
    const letters = [...text.replaceAll(' ', '')];
    if (letters.length !== pieces.length) continue;
    for (const [index, piece] of pieces.entries()) {
      if (taken.has(letters[index]) || characters.has(shapeOf(piece))) continue;
      characters.set(shapeOf(piece), letters[index]);
      taken.add(letters[index]);
    }
  }
  return characters;
}
