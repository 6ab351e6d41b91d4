/** @import { Background, Decomposed, Picture } from '../types.ts' */
/** @import { Undecomposed } from './decompose.js' */

import { keepAlive } from '../../base/working-on.js';
import { hidesText } from './hidden-text.js';
import { isLined } from './in-lines.js';
import { holdsGraphics } from './keep-graphics.js';
import { keepStyles, takeInks } from './many-inks.js';
import { isBetter, withOthers } from './rank-ways.js';

/** Why an image was not decomposed if it has several foreground colours. */
export const SEVERAL_INKS = 'it has more than one foreground colour';
/** Min share of an image that characters of several colours explain. Chosen: as with a shadow. */
const MIN_EXPLAINED = 0.97;

/**
 * Decomposes images whose characters have several colours, such as two words or the capitals and the rest, if several
 * images of the site have the same: 22 images on 1 of 29 sites.
 * @param {readonly (Decomposed | Undecomposed)[]} images as decomposed with one colour
 * @param {(picture: Picture) => readonly Background[]} backgroundsOf
 * @returns {(Decomposed | Undecomposed)[]}
 */
export function addInks(images, backgroundsOf) {
  const inSeveral = images.flatMap((one) =>
    mayHaveInks(one) ? (chooseInks(one.picture, backgroundsOf(one.picture)) ?? []) : [],
  );
  const styled = new Map(keepStyles(inSeveral).map((one) => [one.picture, one]));
  return images.map((one) => addWay(one, styled.get(one.picture)));
}

/** @param {Decomposed | Undecomposed} one */
function mayHaveInks(one) {
  if ('failed' in one) return one.failed === SEVERAL_INKS;
  return one.explained < MIN_EXPLAINED || one.background.graphics !== undefined;
}

/**
 * @param {Picture} picture @param {readonly Background[]} backgrounds
 * @returns {Decomposed | null}
 */
function chooseInks(picture, backgrounds) {
  keepAlive();
  const ways = backgrounds.flatMap((background) => {
    const one = background.isFilled ? null : takeInks(picture, background);
    const isText = one && one.explained >= MIN_EXPLAINED && isLined(one) && !holdsGraphics(one);
    return isText && !hidesText(picture, background, one.ink, one.lines) ? [one] : [];
  });
  return ways.length > 0 ? ways.reduce((one, other) => (isBetter(other, one) ? other : one)) : null;
}

/**
 * Adds the way with several colours. A drawing in one colour next to a text is no character, so the text without it is
 * read first.
 * @param {Decomposed | Undecomposed} one @param {Decomposed | undefined} inked
 */
function addWay(one, inked) {
  if (!inked) return one;
  if ('failed' in one) return inked;
  const { others = [], ...own } = one;
  return own.background.graphics ? withOthers(own, [...others, inked]) : withOthers(inked, [own, ...others]);
}
