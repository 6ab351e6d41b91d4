/** @import { Decomposed } from '../types.ts' */
import { isOneInk, isOneMenu } from '../font/plan-fonts.js';
import { clusterPieces } from './cluster-pieces.js';
import { mayBeText } from './may-be-text.js';
import { haveSamePlaces } from './read-site.js';

/** Code point of the first character for private use: it has no meaning. */
const PRIVATE = 0xe000;
/** Min read images in the menu of an unread one. Chosen: one read image is no menu. */
const MIN_READ = 2;
/** Min share of the glyphs of an unread image that read images have, if it is higher or lower than its menu. */
const SHARED = 0.5;
/** Max ratio of the heights of lines in one menu: 25 unread images on 13 of 35 sites are within it, and no logo. */
const MAX_RATIO = 1.6;

/**
 * Gives characters without meaning to unread images in menus of which at least half is read, so that a menu has one
 * font. Nothing is claimed about their text.
 * @template {{ image: Decomposed, text: readonly string[] }} Unread
 * @param {readonly Unread[]} unread @param {readonly { image: Decomposed }[]} read
 * @returns {(Unread & { text: string[], isDrawn: true })[]} a character for each line
 */
export function drawUnread(unread, read) {
  const known = read.map(({ image }) => image);
  const matesOf = openMates([...unread.map(({ image }) => image), ...known], known);
  const likely = unread.filter(({ image }) => mayBeText(image) && isLikeMates(image, matesOf(image)));
  /** @type {(Unread & { text: string[], isDrawn: true })[]} */
  const drawn = [];
  let next = PRIVATE;
  for (const one of likely) {
    const { image } = one;
    // The image of the current page has another colour than the rest of its menu.
    const readMates = known.filter(({ picture }) => picture.height === image.picture.height);
    const mates = readMates.length < MIN_READ ? matesOf(image) : readMates;
    if (likely.filter((other) => isOneMenu(image, other.image)).length > mates.length) continue;
    // An image under the mouse has the characters of the one at rest.
    const same = drawn.find((other) => haveSamePlaces(image, other.image));
    const text = same?.text ?? image.lines.map(() => String.fromCodePoint(next++));
    drawn.push({ ...one, text, isDrawn: true });
  }
  return drawn;
}

/**
 * Creates a function that returns the read images of an image's menu: those of its height and colour. The buttons of a
 * menu can be as high as their texts need. Then they are those of its colour that have most of its glyphs.
 * @param {readonly Decomposed[]} images @param {readonly Decomposed[]} known
 */
function openMates(images, known) {
  const clusters = clusterPieces(images.flatMap(piecesOf));
  const glyphsOf = (/** @type {Decomposed} */ image) => new Set(piecesOf(image).map((piece) => clusters.get(piece)));
  const read = known.map((image) => ({ image, glyphs: glyphsOf(image) }));
  return (/** @type {Decomposed} */ image) => {
    const mates = known.filter((other) => isOneMenu(image, other));
    if (mates.length >= MIN_READ) return mates;
    const own = glyphsOf(image);
    const has = (/** @type {typeof own} */ glyphs) => [...own].some((glyph) => glyphs.has(glyph));
    const akin = read.filter((other) => isOneInk(image, other.image) && has(other.glyphs));
    const shared = [...own].filter((glyph) => akin.some(({ glyphs }) => glyphs.has(glyph)));
    return shared.length >= own.size * SHARED ? akin.map((other) => other.image) : mates;
  };
}

/** @param {Decomposed} image */
function piecesOf({ lines }) {
  return lines.flatMap(({ pieces }) => pieces);
}

/** @param {Decomposed} image @param {readonly Decomposed[]} mates */
function isLikeMates(image, mates) {
  const heights = mates.map(heightOf);
  if (heights.length < MIN_READ) return false;
  const usual = heights.sort((one, other) => one - other)[heights.length >> 1];
  const height = heightOf(image);
  return Math.max(height, usual) <= Math.min(height, usual) * MAX_RATIO;
}

/** Returns the height of an image's highest line. @param {Decomposed} image */
function heightOf({ lines }) {
  return Math.max(...lines.map(({ box }) => box.height));
}
