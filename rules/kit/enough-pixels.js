/** @import { ImageFacts } from '../../lib/images/types.ts' */
/** @import { ImageUsage, Sheet } from '../../lib/site/types.ts' */
/** @import { PlainImage } from './modern-forms.js' */

import { declarationsFor } from '../../lib/site/style/match.js';
import { driftOf, exactWidth, HALVED_FROM, listHalves, UNSEEN } from './candidates.js';

/** @typedef {{ readonly width: number, readonly height: number }} Size */

/** File pixels per CSS pixel that dense screens render. */
const DENSITY = 2;

/** Properties that give an image's box another size than its attributes do. */
const SIZES =
  /^(?:(?:min-|max-)?(?:width|height|inline-size|block-size)|zoom|transform|scale|object-.*|aspect-ratio|all)$/;

/** Max factor by which an image may be wider than necessary to keep its proportions. */
const WIDER = 1.5;

/**
 * Returns a sufficient size for an image that pages render smaller than its file by attributes alone, or null if all
 * pixels are needed.
 * @param {readonly PlainImage[]} images
 * @param {ImageFacts} image
 * @param {{ readonly usages: readonly ImageUsage[], readonly sheets: readonly Sheet[], readonly target: number }} facts
 *   `target`: the min similarity
 * @returns {Size | null}
 */
export function enoughPixels(images, image, { usages, sheets, target }) {
  const { width, height } = image;
  const styles = images.flatMap(({ element }) =>
    declarationsFor(element, sheets).filter(({ property }) => SIZES.test(property)),
  );
  const onlyShrink = styles.every(({ property, value }) => property.startsWith('max-') || isAuto(property, value));
  const freed = new Set(styles.flatMap(({ property, value }) => (isAuto(property, value) ? [property] : [])));
  const isHeld = usages.every(({ role, stretched, shownWidth, shownHeight }) => {
    const held = (!freed.has('width') && shownWidth) || (!freed.has('height') && shownHeight);
    return role === 'image' && !stretched && held;
  });
  if (!isHeld || !onlyShrink) return null;
  const share = Math.max(
    ...usages.map(({ shownWidth, shownHeight }) => Math.max((shownWidth ?? 0) / width, (shownHeight ?? 0) / height)),
  );
  const least = { width: Math.ceil(DENSITY * share * width), height: Math.ceil(DENSITY * share * height) };
  if (least.width >= width) return null;
  const isFixed = usages.every(({ shownWidth, shownHeight }) => shownWidth && shownHeight) && styles.length === 0;
  const shown = isFixed ? null : share * width;
  if (target >= HALVED_FROM) return halfFor(image, least, shown);
  return shown === null ? least : sizeInProportion(image, least, shown);
}

/**
 * Returns the smallest half of an image that is large enough.
 * @param {Size} whole
 * @param {Size} least
 * @param {number | null} shown the largest rendered width, null if the box does not depend on the proportions
 * @returns {Size | null}
 */
function halfFor(whole, least, shown) {
  const halves = listHalves(whole, shown).slice(0, -1);
  return halves.find(({ width, height }) => width >= least.width && height >= least.height) ?? null;
}

/** Returns true if a style derives one side from the other. @param {string} property @param {string} value */
function isAuto(property, value) {
  return /^(?:width|height)$/.test(property) && value.trim().toLowerCase() === 'auto';
}

/**
 * Returns a size whose proportions match closely enough that a box with one free side keeps its layout.
 * @param {Size} whole
 * @param {Size} least
 * @param {number} shown the largest rendered width
 * @returns {Size | null}
 */
function sizeInProportion(whole, least, shown) {
  const most = Math.min(whole.width, least.width * WIDER);
  const exactly = exactWidth(whole, least.width);
  if (exactly < most) return { width: exactly, height: (exactly * whole.height) / whole.width };
  for (let { width } = least; width < most; width += 1) {
    const height = Math.round((width * whole.height) / whole.width);
    if (driftOf(whole, { width, height }, shown) < UNSEEN) return { width, height };
  }
  return null;
}
