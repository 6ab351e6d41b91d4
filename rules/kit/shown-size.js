/** @import { ImageFacts } from '../../lib/images/types.ts' */
/** @import { ImageUsage } from '../../lib/site/types.ts' */

/**
 * Range of factors by which text can be scaled with its image: browsers smooth an enlarged image so much that text
 * looks different, and text in a smaller one cannot be read.
 */
const FACTORS = Object.freeze({ min: 0.5, max: 1.25 });
/** Width or height of an image that a page only preloads. */
const PRELOADED = 1;

/** @typedef {{ readonly width: number, readonly height: number }} Size in pixels */

/**
 * Returns the size in which most places of a site show an image.
 * @param {Pick<ImageFacts, 'width' | 'height'>} image @param {readonly ImageUsage[]} usages
 * @returns {Size | null} null if it is its own size, or one in which text looks different
 */
export function findShownSize({ width, height }, usages) {
  const sizes = usages.flatMap(({ role, shownWidth, shownHeight, stretched }) => {
    const isPreloaded = shownWidth === PRELOADED || shownHeight === PRELOADED;
    if (role !== 'image' || stretched || isPreloaded) return [];
    return { width: shownWidth ?? width, height: shownHeight ?? height };
  });
  const [usual] = [...Map.groupBy(sizes, (size) => `${size.width} ${size.height}`).values()]
    .sort((one, other) => other.length - one.length)
    .map(([size]) => size);
  if (!usual || (usual.width === width && usual.height === height)) return null;
  const isReadable = [usual.width / width, usual.height / height].every(
    (factor) => factor >= FACTORS.min && factor <= FACTORS.max,
  );
  return isReadable && Number.isInteger(usual.width) && Number.isInteger(usual.height) ? usual : null;
}

/**
 * Returns the size that all of several images have in common, null if they have different ones or their own.
 * @param {readonly (Size | null)[]} sizes
 */
export function findCommonSize([first = null, ...others]) {
  return first && others.every((size) => size?.width === first.width && size.height === first.height) ? first : null;
}
