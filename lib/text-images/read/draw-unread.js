/** @import { Decomposed } from '../types.ts' */
import { isOneMenu } from '../font/plan-fonts.js';
import { haveSamePlaces, mayBeText } from './read-site.js';

/** Code point of the first character for private use: it has no meaning. */
const PRIVATE = 0xe000;
/** Min read images in the menu of an unread one. Chosen: one read image is no menu. */
const MIN_READ = 2;
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
  const likely = unread.filter(({ image }) => mayBeText(image) && isLikeMates(image, known));
  /** @type {(Unread & { text: string[], isDrawn: true })[]} */
  const drawn = [];
  let next = PRIVATE;
  for (const one of likely) {
    const { image } = one;
    // The image of the current page has another colour than the rest of its menu.
    const readMates = known.filter(({ picture }) => picture.height === image.picture.height);
    if (likely.filter((other) => isOneMenu(image, other.image)).length > readMates.length) continue;
    // An image under the mouse has the characters of the one at rest.
    const same = drawn.find((other) => haveSamePlaces(image, other.image));
    const text = same?.text ?? image.lines.map(() => String.fromCodePoint(next++));
    drawn.push({ ...one, text, isDrawn: true });
  }
  return drawn;
}

/** @param {Decomposed} image @param {readonly Decomposed[]} read */
function isLikeMates(image, read) {
  const heights = read.filter((other) => isOneMenu(image, other)).map(heightOf);
  if (heights.length < MIN_READ) return false;
  const usual = heights.sort((one, other) => one - other)[heights.length >> 1];
  const height = heightOf(image);
  return Math.max(height, usual) <= Math.min(height, usual) * MAX_RATIO;
}

/** Returns the height of an image's highest line. @param {Decomposed} image */
function heightOf({ lines }) {
  return Math.max(...lines.map(({ box }) => box.height));
}
