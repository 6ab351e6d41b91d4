/** @import { ImageFacts } from '../../lib/images/types.ts' */
/** @import { Facts } from '../../lib/plan/types.ts' */
/** @import { Document, ImageUsage, Page, SitePath } from '../../lib/site/types.ts' */

import { readOnce } from '../../lib/base/read-once.js';

/** Max factor by which an image may shrink, for unchanged drawings, lossless and lossy forms. */
const SHRINKING = Object.freeze({ drawing: 1, lossless: 2, lossy: 8 });

/** Max number of characters that may be delayed by an image sent before them. */
const MAX_LETTERS = 300;
const UNREAD = new Set(['title', 'script', 'style']);

/** Counts the pages that use an image. Cached, because an image of every page is tested on every page. */
const countPages = readOnce(
  (/** @type {readonly ImageUsage[]} */ usages) => new Set(usages.map(({ page }) => page)).size,
);

/**
 * Returns the max bytes of an image that is sent with each document that renders it.
 * @param {readonly ImageUsage[]} usages
 * @param {number} times how often the current document renders it
 * @param {Facts['options']} options
 */
export function maxToSend(usages, times, { mostBytes, mostPages }) {
  const places = countPages(usages) - 1 + times;
  return Math.min(Number(mostBytes), (Number(mostBytes) * Number(mostPages)) / Math.max(places, 1));
}

/**
 * Returns the max bytes of an image that is sent with a page consisting of little else. With compression, an inlined
 * image takes no more bytes than its file, and the page is readable as early as before.
 * @param {Document} document
 * @param {SitePath} path
 * @param {readonly ImageUsage[]} usages
 * @param {Facts} facts
 */
export function maxToSendAlone(
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
  return isAlone && lettersOf(document) <= MAX_LETTERS ? Number(mostAlone) : 0;
}

const lettersOf = readOnce((/** @type {Page} */ { elements }) =>
  elements
    .filter(({ tag, inert }) => !inert && !UNREAD.has(tag))
    .flatMap(({ children }) => children.map((child) => ('text' in child && child.tag === '#text' ? child.text : '')))
    .reduce((count, text) => count + text.replace(/\s+/g, '').length, 0),
);

/**
 * Returns true if an image may shrink to at most this size.
 * @param {number} bytes size of its file
 * @param {ImageFacts | undefined} image
 * @param {keyof typeof SHRINKING} form
 * @param {number} most
 */
export function mayBecomeSmall(bytes, image, form, most) {
  return Math.min(bytes / SHRINKING[form], image ? plainSize(image) : Infinity) <= most;
}

/**
 * Returns the approximate max bytes of a palette image as PNG: a byte per pixel, its colours, and the fixed chunks.
 * @param {ImageFacts} image
 */
function plainSize({ width, height, colours }) {
  return 80 + width * height + 3 * colours;
}
