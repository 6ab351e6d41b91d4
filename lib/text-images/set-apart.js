/** @import { Decomposed } from './types.ts' */
import { apart } from './decompose/picture.js';
import { SAME_HEIGHT_PX } from './font/plan-fonts.js';
import { highestGlyph } from './read/find-logos.js';

/**
 * Min ratio of the heights of the tallest letters, and min difference of the colours in levels, from which texts have
 * visibly different styles. Chosen. 1 of 53 sites depends on it.
 */
const OTHER_STYLE = Object.freeze({ ratio: 1.25, levels: 24 });

/**
 * Returns true if an image has text in another size and another colour than all texts in images of about its height:
 * next to them, it does not look like a part of their menu, in whatever font they are set.
 * @param {Decomposed} image @param {readonly { image: Decomposed }[]} set images that are replaced
 */
export function isApart(image, set) {
  const mates = set.filter(
    ({ image: { picture } }) => Math.abs(picture.height - image.picture.height) <= SAME_HEIGHT_PX,
  );
  return (
    mates.length > 1 &&
    mates.every(({ image: other }) => {
      const [low, high] = [image, other].map(highestGlyph).sort((one, two) => one - two);
      return high >= low * OTHER_STYLE.ratio && apart(image.ink, other.ink) >= OTHER_STYLE.levels;
    })
  );
}
