/** @import { ImageFacts } from '../../lib/images/types.ts' */
/** @import { Facts, Made, Proposal } from '../../lib/plan/types.ts' */
/** @import { Page, Reference, SitePath } from '../../lib/site/types.ts' */
/** @import { ImageBox } from '../../lib/visit/types.ts' */
/** @import { Shown, Slot } from './slots.js' */
/** @import { PlainImage } from './modern-forms.js' */

import { exact } from '../../lib/base/exact.js';
import { LARGE_PIXELS } from '../../lib/base/large-pixels.js';
import { present } from '../../lib/base/present.js';
import { readOnce } from '../../lib/base/read-once.js';
import { wholeOf } from '../../lib/base/traced-map.js';
import { chooseCandidates, VISITORS } from './candidates.js';
import { editsIn } from './proposed.js';
import {
  describeSlots,
  isNeverShown,
  isShaped,
  slotWidth,
  widestShown,
  widthAt,
  widthsLaidOut,
  widthsShown,
} from './slots.js';

/** @typedef {{ readonly width: number, readonly height: number }} Size */

/**
 * The max screen density for which an image is offered, its min similarity, and whether other proportions would change
 * its box: by default, unless all its boxes have another shape.
 * @typedef {{ readonly mostDensity: number, readonly target: number, readonly keepsShape?: boolean }} Limits
 */

/** The window width in CSS pixels for which a page is priced, the same as in `lib/site/graph/choose-image.js`. */
export const PRICED_WINDOW = 1280;

/**
 * The sizes in which an image is offered, the same on every page, and the rendered width of each place of a page.
 * @typedef {{ readonly sizes: readonly Size[], readonly places: readonly { readonly image: PlainImage, readonly slots:
 *   readonly Slot[] }[] }} Ladder
 */

/**
 * Chooses the sizes in which an image is worth offering. Returns null if the page was not measured, if one of the
 * image's places is hidden in every window, or if all pixels are needed everywhere.
 * @param {Page} page
 * @param {{ path: SitePath, image: ImageFacts, references: readonly Reference[] }} file
 * @param {readonly PlainImage[]} plain the images of the page that render this file only
 * @param {Pick<Facts, 'boxes'>} facts @param {Limits} limits
 * @returns {Ladder | null}
 */
export function ladderOf(page, { path, image, references }, plain, { boxes }, limits) {
  const seen = boxesAmong(boxes.get(page.path)?.images ?? [], path);
  if (seen.length === 0 || seen.some(isNeverShown) || plain.length === 0) return null;
  const here = seen.map((box) => widthsLaidOut(box, image));
  const own = references.filter(({ element, attribute }) => attribute === 'src' && isImage(page, element));
  const places = plain.map((one) => {
    const nth = own.indexOf(one.reference);
    // If a script added more images, they cannot be matched with the markup.
    return { image: one, slots: describeSlots(here.length === own.length ? here[nth] : widestShown(here)) };
  });
  const sizes = sizesEverywhere(wholeOf(boxes))(path, image, limits);
  return sizes && { sizes, places };
}

/** @param {Page} page @param {number | null} element */
function isImage({ elements }, element) {
  return element !== null && elements[element].tag === 'img' && !elements[element].inert;
}

/** @param {readonly ImageBox[]} boxes @param {SitePath} path */
function boxesAmong(boxes, path) {
  return boxes.filter((box) => box.path === path && box.kind === 'img').sort((a, b) => a.nth - b.nth);
}

/** Returns every place of the site that renders a file as an image. */
const shownEverywhere = readOnce((/** @type {Facts['boxes']} */ boxes) => {
  const byPath = Map.groupBy(
    [...boxes.values()].flatMap(({ images }) => images.filter(({ kind }) => kind === 'img')),
    ({ path }) => path,
  );
  return (/** @type {SitePath} */ path) => byPath.get(path) ?? [];
});

/** Returns the sizes of a file, computed once for all pages: a logo may be on thousands of pages. */
const sizesEverywhere = readOnce((/** @type {Facts['boxes']} */ boxes) => {
  /** @type {Map<string, readonly Size[] | null>} */
  const known = new Map();
  return (/** @type {SitePath} */ path, /** @type {ImageFacts} */ image, /** @type {Limits} */ limits) => {
    const key = `${limits.mostDensity} ${limits.target} ${limits.keepsShape} ${path}`;
    const former = known.get(key);
    if (former !== undefined) return former;
    const places = shownEverywhere(boxes)(path);
    const { keepsShape = !places.every((box) => isShaped(box, image)) } = limits;
    const shown = places.map((box) => widthsShown(box, image));
    const sizes = sizesFor(shown, image, { ...limits, keepsShape });
    known.set(key, sizes);
    return sizes;
  };
});

/**
 * Returns functions for the rendered width of an image with given proportions, at one place of a page and at all places
 * of the site. Returns null if the place was not measured, or if one of the file's places is hidden in every window.
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
  if (found.length === 0 || seen.some(isNeverShown)) return null;
  const widest = (/** @type {Size} */ image) => widestShown(found.map((box) => widthsLaidOut(box, image)));
  return {
    here: (/** @type {Size} */ image) => describeSlots(widest(image)),
    everywhere: (/** @type {Size} */ image) =>
      shownEverywhere(wholeOf(boxes))(path).map((box) => widthsShown(box, image)),
  };
}

/**
 * Returns the sizes in which a file is offered, given the widths of the places that render it.
 * @param {readonly (readonly Shown[])[]} places
 * @param {Size} image
 * @param {Limits} limits
 * @returns {Size[] | null}
 */
export function sizesFor(places, image, { mostDensity, target, keepsShape = true }) {
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
  return chooseCandidates(image, { least, most, needs, target, keepsShape });
}

/**
 * Returns the widths that a browser chooses in the window for which pages are priced.
 * @param {Ladder} ladder
 * @returns {ReadonlySet<number>} in pixels
 */
export function pricedWidths({ sizes, places }) {
  return new Set(places.map(({ slots }) => pricedAmong(sizes, slots).width));
}

/**
 * Returns the size that a browser chooses at one place in that window.
 * @param {readonly Size[]} sizes @param {readonly Slot[]} slots
 */
export function pricedAmong(sizes, slots) {
  const needed = slotWidth(slots, PRICED_WINDOW);
  return sizes.find(({ width }) => width >= needed) ?? present(sizes.at(-1));
}

/**
 * A candidate that was not made, by the ends of its URL and of the original's URL.
 * @typedef {{ readonly width: number, readonly from: string, readonly to: string, readonly whole: number }} Missing
 */

/**
 * Uses the original for the largest sizes if their candidates would not be smaller. Browsers detect the format from the
 * content, whatever type the source declares.
 * @param {string} text
 * @param {readonly Missing[]} missing in ascending order
 */
function putBack(text, missing) {
  return missing.reduceRight((written, { width, from, to, whole }, index) => {
    const escaped = to.replaceAll('.', String.raw`\.`);
    const candidate = new RegExp(String.raw`,([^\s,"]*)${escaped}([^\s,"]*) ${width}w(?=[,"])`);
    return written.replace(candidate, index === 0 ? `,$1${from}$2 ${whole}w` : '');
  }, text);
}

/**
 * Drafts the change that offers the candidates of a ladder. Those that a browser chooses in the window for which pages
 * are priced stand for the original.
 * @param {Pick<Proposal, 'resource' | 'data'>} proposal
 * @param {readonly Made[]} things result of the maker
 */
export function draftLadder({ resource, data }, [made]) {
  if (!made.ok) return { edits: [] };
  const names = /** @type {Record<number, string>} */ (data.names);
  const priced = /** @type {ReadonlySet<number>} */ (data.priced);
  const insteadOf = String(resource);
  const files = /** @type {(Size & { bytes: Uint8Array })[]} */ (made.data.files).map(({ width, bytes }) =>
    priced.has(width) ? { path: names[width], bytes, insteadOf } : { path: names[width], bytes, isSpare: exact(true) },
  );
  const missing = /** @type {Missing[]} */ (data.candidates).filter(
    ({ width }) => !files.some(({ path }) => path === names[width]),
  );
  return { edits: editsIn(data).map((edit) => ({ ...edit, text: putBack(edit.text, missing) })), files };
}
