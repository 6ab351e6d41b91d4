/** @import { ImageFacts } from '../../images/types.ts' */
/** @import { Site, SitePath } from '../../site/types.ts' */
/** @import { PageBoxes } from '../../visit/types.ts' */

/**
 * Bytes to a pixel of a photograph at `lossy`, about: twelve had 0.02 to 0.2 as AVIF, and pages show more than one
 * size.
 */
const BYTES_PER_PIXEL = 0.12;
/** The window that totals are told for, as `lib/site/graph/choose-image.js` takes it. */
const WINDOW = 1280;
/** What a form that cannot be told from the original takes at `lossy`, as a part of its bytes: six had 0.31 to 0.39. */
const SHARE_OF_FAITHFUL = 0.35;
/** With fewer colours an image is drawn, and stands no loss. */
const PALETTE_COLOURS = 256;

/**
 * About how many bytes visitors to every page once would fetch less at `--safety lossy`.
 * @param {object} run
 * @param {Site} run.before
 * @param {Site} run.after
 * @param {readonly SitePath[]} run.fetched by the pages after
 * @param {ReadonlyMap<SitePath, ImageFacts>} run.images of the site before
 * @param {ReadonlyMap<SitePath, PageBoxes>} run.boxes
 */
export function guessLossySaving({ before, after, fetched, images, boxes }) {
  const shown = pixelsShown(boxes);
  return [...new Set(fetched)].reduce((sum, path) => {
    const size = after.files.get(path)?.size ?? 0;
    if (!before.files.has(path)) return sum + (path.endsWith('.avif') ? size * (1 - SHARE_OF_FAITHFUL) : 0);
    const image = images.get(path);
    if (!image || !standsLoss(image)) return sum;
    const pixels = Math.min(shown.get(path) ?? Infinity, image.width * image.height);
    return sum + Math.max(0, size - pixels * BYTES_PER_PIXEL);
  }, 0);
}

/** @param {ImageFacts} image */
function standsLoss({ format, kind, colours, frames, broken }) {
  const isRaster = format === 'jpeg' || format === 'png';
  return isRaster && frames === 1 && !broken && (format === 'jpeg' || kind === 'photo' || colours > PALETTE_COLOURS);
}

/**
 * The pixels of the largest place that shows an image in a usual window.
 * @param {ReadonlyMap<SitePath, PageBoxes>} boxes
 */
function pixelsShown(boxes) {
  /** @type {Map<SitePath, number>} */
  const shown = new Map();
  for (const { images } of boxes.values()) {
    for (const { path, kind, widths } of images) {
      const box = kind === 'img' ? widths.find(({ window }) => window === WINDOW) : undefined;
      if (box) shown.set(path, Math.max(shown.get(path) ?? 0, box.width * box.height));
    }
  }
  return shown;
}
