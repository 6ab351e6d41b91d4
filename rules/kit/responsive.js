/** @import { ImageFacts } from '../../lib/images/types.ts' */
/** @import { Facts } from '../../lib/plan/types.ts' */
/** @import { Page, Reference, SitePath } from '../../lib/site/types.ts' */
/** @import { ImageBox } from '../../lib/visit/types.ts' */
/** @import { Shown, Slot } from './slots.js' */
/** @import { PlainImage } from './modern-forms.js' */

import { LARGE_PIXELS } from '../../lib/base/large-pixels.js';
import { present } from '../../lib/base/present.js';
import { readOnce } from '../../lib/base/read-once.js';
import { chooseCandidates, VISITORS } from './candidates.js';
import { describeSlots, slotWidth, widestShown, widthAt, widthsShown } from './slots.js';

/** @typedef {{ readonly width: number, readonly height: number }} Size */

/** The window that a page's cost is told for, as `lib/site/graph/choose-image.js` takes it. */
export const PRICED_WINDOW = 1280;

/**
 * The sizes that an image is offered in, the same on every page, and how wide each place of a page shows it.
 * @typedef {{ readonly sizes: readonly Size[], readonly places: readonly { readonly image: PlainImage, readonly slots:
 *   readonly Slot[] }[] }} Ladder
 */

/**
 * Works out in which sizes an image is worth offering; null where a page was not measured or all of its pixels are
 * needed everywhere.
 * @param {Page} page
 * @param {{ path: SitePath, image: ImageFacts, references: readonly Reference[] }} file
 * @param {readonly PlainImage[]} plain the images of the page that show nothing but this file
 * @param {Pick<Facts, 'boxes'> & { mostDensity: number }} facts
 * @returns {Ladder | null}
 */
export function ladderOf(page, { path, image, references }, plain, { boxes, mostDensity }) {
  const here = shownOn(boxes.get(page.path)?.images ?? [], path, image);
  if (here.length === 0 || plain.length === 0) return null;
  const own = references.filter(({ element, attribute }) => attribute === 'src' && isImage(page, element));
  const places = plain.map((one) => {
    const nth = own.indexOf(one.reference);
    // Where a script brought more of them nobody knows which is which.
    return { image: one, slots: describeSlots(here.length === own.length ? here[nth] : widestShown(here)) };
  });
  const sizes = sizesEverywhere(boxes)(path, image, mostDensity);
  return sizes && { sizes, places };
}

/** @param {Page} page @param {number | null} element */
function isImage({ elements }, element) {
  return element !== null && elements[element].tag === 'img' && !elements[element].inert;
}

/** @param {readonly ImageBox[]} boxes @param {SitePath} path @param {ImageFacts} image */
function shownOn(boxes, path, image) {
  return boxes
    .filter((box) => box.path === path && box.kind === 'img')
    .sort((a, b) => a.nth - b.nth)
    .map((box) => widthsShown(box, image));
}

/** Every place of the site that shows a file as an image. */
const shownEverywhere = readOnce((/** @type {Facts['boxes']} */ boxes) => {
  const byPath = Map.groupBy(
    [...boxes.values()].flatMap(({ images }) => images.filter(({ kind }) => kind === 'img')),
    ({ path }) => path,
  );
  return (/** @type {SitePath} */ path) => byPath.get(path) ?? [];
});

/** The sizes of a file, worked out once for all pages that show it: a logo stands on thousands. */
const sizesEverywhere = readOnce((/** @type {Facts['boxes']} */ boxes) => {
  /** @type {Map<string, readonly Size[] | null>} */
  const known = new Map();
  return (/** @type {SitePath} */ path, /** @type {ImageFacts} */ image, /** @type {number} */ mostDensity) => {
    const key = `${mostDensity} ${path}`;
    const former = known.get(key);
    if (former !== undefined) return former;
    const shown = shownEverywhere(boxes)(path).map((box) => widthsShown(box, image));
    const sizes = sizesFor(shown, image, mostDensity);
    known.set(key, sizes);
    return sizes;
  };
});

/**
 * How wide a place of a page, and all places of the site, show a file of some proportions that an image may take; null
 * where it was not measured.
 * @param {Page} page
 * @param {Reference} own
 * @param {Pick<Facts, 'boxes' | 'references'>} facts
 */
export function measuredOn(page, { target, range }, { boxes, references }) {
  const path = target.kind === 'file' ? target.path : '';
  const isSame = (/** @type {Reference} */ other) =>
    other.attribute === 'src' &&
    isImage(page, other.element) &&
    other.target.kind === 'file' &&
    other.target.path === path;
  const nth = references.filter(isSame).findIndex((other) => other.range.start === range.start);
  const seen = (boxes.get(page.path)?.images ?? []).filter((box) => box.path === path && box.kind === 'img');
  const found = seen.length === references.filter(isSame).length ? seen.filter((box) => box.nth === nth) : seen;
  if (found.length === 0) return null;
  const widest = (/** @type {Size} */ image) => widestShown(found.map((box) => widthsShown(box, image)));
  return {
    here: (/** @type {Size} */ image) => describeSlots(widest(image)),
    everywhere: (/** @type {Size} */ image) => shownEverywhere(boxes)(path).map((box) => widthsShown(box, image)),
  };
}

/**
 * The sizes that a file is offered in, for how wide places show it.
 * @param {readonly (readonly Shown[])[]} places
 * @param {Size} image
 * @param {number} mostDensity
 * @returns {Size[] | null}
 */
export function sizesFor(places, image, mostDensity) {
  const slots = places.map(describeSlots);
  const told = places.flatMap((shown, index) =>
    shown.map(({ window }) => slotWidth(slots[index], window)).filter((width) => width > 0),
  );
  if (told.length === 0) return null;
  const largest = Math.floor(Math.sqrt((LARGE_PIXELS * image.width) / image.height));
  const most = Math.min(image.width, largest, Math.ceil(Math.max(...told) * mostDensity));
  const least = Math.min(most, Math.ceil(Math.min(...told)));
  const needs = places.flatMap((shown) =>
    VISITORS.map(({ width, density, share }) => ({
      pixels: Math.min(most, widthAt(shown, width) * density),
      share: share / places.length,
    })).filter(({ pixels }) => pixels > 0),
  );
  return chooseCandidates(image, { least, most, needs });
}

/**
 * Which of some sizes a browser takes where a page's cost is told.
 * @param {Ladder} ladder
 * @returns {ReadonlySet<number>} their widths
 */
export function pricedWidths({ sizes, places }) {
  return new Set(places.map(({ slots }) => pricedAmong(sizes, slots).width));
}

/** Which one that is in one place. @param {readonly Size[]} sizes @param {readonly Slot[]} slots */
export function pricedAmong(sizes, slots) {
  const needed = slotWidth(slots, PRICED_WINDOW);
  return sizes.find(({ width }) => width >= needed) ?? present(sizes.at(-1));
}

/**
 * A candidate by the end of its URL, and what the original has there.
 * @typedef {{ readonly width: number, readonly from: string, readonly to: string, readonly whole: number }} Missing
 */

/**
 * Lets the original stand for the largest sizes where they would be no smaller: a browser takes what it fetches for
 * what it is, whatever type the source says.
 * @param {string} text
 * @param {readonly Missing[]} missing in order
 */
export function putBack(text, missing) {
  return missing.reduceRight((written, { width, from, to, whole }, index) => {
    const escaped = to.replaceAll('.', String.raw`\.`);
    const candidate = new RegExp(String.raw`,([^\s,"]*)${escaped}([^\s,"]*) ${width}w(?=[,"])`);
    return written.replace(candidate, index === 0 ? `,$1${from}$2 ${whole}w` : '');
  }, text);
}
