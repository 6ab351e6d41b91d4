/** @import { ImageFacts } from '../../lib/images/types.ts' */
/** @import { ImageUsage, Sheet } from '../../lib/site/types.ts' */
/** @import { PlainImage } from './modern-forms.js' */

import { declarationsFor } from '../../lib/site/style/match.js';

/** @typedef {{ readonly width: number, readonly height: number }} Size */

/** Pixels of the file to a pixel of the page: what dense screens show. */
const DENSITY = 2;

/** What makes a picture's box another than its attributes say. */
const SIZES =
  /^(?:(?:min-|max-)?(?:width|height|inline-size|block-size)|zoom|transform|scale|object-.*|aspect-ratio|all)$/;

/** Browsers lay out in sixty-fourths of a pixel. */
const UNSEEN = 1 / 128;

/** For its proportions a picture may be so much wider than it has to be. */
const WIDER = 1.5;

/**
 * The size that is enough for an image which pages show smaller than it is, by attributes and nothing else; null where
 * all of it is needed.
 * @param {readonly PlainImage[]} images
 * @param {ImageFacts} image
 * @param {readonly ImageUsage[]} usages
 * @param {readonly Sheet[]} sheets
 * @returns {Size | null}
 */
export function enoughPixels(images, image, usages, sheets) {
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
  return isFixed ? least : sizeInProportion(image, least, share * width);
}

/** Whether a style makes a side follow from the other. @param {string} property @param {string} value */
function isAuto(property, value) {
  return /^(?:width|height)$/.test(property) && value.trim().toLowerCase() === 'auto';
}

/**
 * A size that gives a box whose other side follows from the picture's proportions the same place as before.
 * @param {Size} whole
 * @param {Size} least
 * @param {number} shown how wide it is shown at most
 * @returns {Size | null}
 */
function sizeInProportion(whole, least, shown) {
  for (let { width } = least; width < Math.min(whole.width, least.width * WIDER); width += 1) {
    const height = Math.round((width * whole.height) / whole.width);
    const drift =
      (shown * Math.abs(height * whole.width - width * whole.height)) / (whole.width * Math.min(width, height));
    if (drift < UNSEEN) return { width, height };
  }
  return null;
}
