/** @import { Decomposed, Picture, Piece } from '../types.ts' */
import { listPatterns } from './keep-graphics.js';

/** Max parts of a character above each other: a letter with two accents, or a sign. */
const MAX_PARTS = 4;
/**
 * Shares of an image's width and height from which a piece is a frame, and max coverage of a frame's middle. Joined
 * letters cover more.
 */
const FRAME = Object.freeze({ width: 0.9, height: 0.7, middle: 0.1 });
/** Share of their box that joined letters cover: 0.35 to 0.54 in menus, 0.64 and more with a button around them. */
const JOINED = Object.freeze({ least: 0.3, most: 0.6 });

/**
 * Returns true if an image's foreground is in lines of possible characters, and no piece is a frame or a pattern.
 * @param {Decomposed} image
 */
export function isLined(image) {
  return isInLines(image, (piece) => !isLarge(piece, image.picture));
}

/**
 * Returns true if an image's foreground is in lines of characters that may be joined over all of the image.
 * @param {Decomposed} image
 */
export function isJoined(image) {
  return isInLines(image, (piece) => !isLarge(piece, image.picture) || !isHollow(piece));
}

/** @param {Decomposed} image @param {(piece: Piece) => boolean} isText */
function isInLines({ lines, picture }, isText) {
  const mayBeCharacter = (/** @type {Piece} */ piece) => piece.parts <= MAX_PARTS && isText(piece);
  return (
    lines.length > 0 &&
    lines.every(({ pieces }) => pieces.every(mayBeCharacter)) &&
    listPatterns(lines, picture.width).length === 0
  );
}

/** Returns true if a piece is over or around most of an image. @param {Piece} piece @param {Picture} picture */
function isLarge({ width, height }, picture) {
  return width >= picture.width * FRAME.width && height >= picture.height * FRAME.height;
}

/** @param {Piece} piece */
function isHollow({ width, height, coverage }) {
  const [left, top] = [width >> 2, height >> 2];
  let sum = 0;
  for (let y = top; y < height - top; y++) for (let x = left; x < width - left; x++) sum += coverage[y * width + x];
  return sum < (width - left * 2) * (height - top * 2) * FRAME.middle;
}

/**
 * Returns true if an image's foreground is in lines of characters that may be joined, and none of them is a button or a
 * frame around the text.
 * @param {Decomposed} image
 */
export function isUnboxed(image) {
  return isInLines(image, (piece) => !isPanel(piece, image.picture));
}

/**
 * Returns true if a piece is as wide as its image, and covers more or less than joined letters do, as a button or a
 * frame does.
 * @param {Piece} piece @param {Picture} picture
 */
function isPanel({ width, height, coverage }, picture) {
  if (width < picture.width * FRAME.width) return false;
  const share = coverage.reduce((sum, value) => sum + value, 0) / (width * height);
  return share < JOINED.least || share > JOINED.most;
}
