/** @import { ImageFacts } from '../../lib/images/types.ts' */
/** @import { Facts } from '../../lib/plan/types.ts' */
/** @import { Document, ImageUsage, Page, SitePath } from '../../lib/site/types.ts' */

import { readOnce } from '../../lib/base/read-once.js';

/**
 * What becomes small enough may have been so many times as large: a drawing as it stands, others without loss and with
 * it.
 */
const SHRINKING = Object.freeze({ drawing: 1, lossless: 2, lossy: 8 });

/** So many letters may wait for a picture that is sent before them. */
const MOST_LETTERS = 300;
const UNREAD = new Set(['title', 'script', 'style']);

/** An image of every page is asked about on every page. */
const countPages = readOnce(
  (/** @type {readonly ImageUsage[]} */ usages) => new Set(usages.map(({ page }) => page)).size,
);

/**
 * How large an image may be that is sent along with all that shows it.
 * @param {readonly ImageUsage[]} usages
 * @param {number} times how often the document at hand shows it
 * @param {Facts['options']} options
 */
export function mostToSend(usages, times, { mostBytes, mostPages }) {
  const places = countPages(usages) - 1 + times;
  return Math.min(Number(mostBytes), (Number(mostBytes) * Number(mostPages)) / Math.max(places, 1));
}

/**
 * How large an image may be that is sent along with a page which is little but that image: where texts are compressed
 * it takes no more bytes than its file, and the page no longer to be read.
 * @param {Document} document
 * @param {SitePath} path
 * @param {readonly ImageUsage[]} usages
 * @param {Facts} facts
 */
export function mostToSendAlone(
  document,
  path,
  usages,
  { sizes, images, references, options: { mostBytes, mostAlone } },
) {
  if (document.kind !== 'page' || usages.length !== 1) return 0;
  const isRival = (/** @type {SitePath} */ file) =>
    images.has(file) && ((sizes.get(file) ?? 0) > Number(mostBytes) || images.get(file)?.format === 'jpeg');
  const isAlone = references.every(
    ({ target }) => target.kind !== 'file' || target.path === path || !isRival(target.path),
  );
  return isAlone && lettersOf(document) <= MOST_LETTERS ? Number(mostAlone) : 0;
}

const lettersOf = readOnce((/** @type {Page} */ { elements }) =>
  elements
    .filter(({ tag, inert }) => !inert && !UNREAD.has(tag))
    .flatMap(({ children }) => children.map((child) => ('text' in child && child.tag === '#text' ? child.text : '')))
    .reduce((count, text) => count + text.replace(/\s+/g, '').length, 0),
);

/**
 * Whether an image may turn out as small as that.
 * @param {number} bytes of its file
 * @param {ImageFacts | undefined} image
 * @param {keyof typeof SHRINKING} form
 * @param {number} most
 */
export function mayBecomeSmall(bytes, image, form, most) {
  return Math.min(bytes / SHRINKING[form], image ? plainSize(image) : Infinity) <= most;
}

/**
 * About what an image of a palette takes at most as a PNG: a byte for each pixel, its colours, and what every PNG has.
 * @param {ImageFacts} image
 */
function plainSize({ width, height, colours }) {
  return 80 + width * height + 3 * colours;
}
