/** @import { ImageFacts } from '../../lib/images/types.ts' */
/** @import { Facts } from '../../lib/plan/types.ts' */
/** @import { Element, Page, Reference, SitePath } from '../../lib/site/types.ts' */
/** @import { PlainImage } from './modern-forms.js' */

import { present } from '../../lib/base/present.js';
import { isHydrated } from '../../lib/site/page/hydration.js';
import { ancestorsOf } from '../../lib/site/page/tree.js';
import { HALVED_FROM } from './candidates.js';
import { renameFile } from './image-files.js';
import { standsLoss } from './modern-forms.js';
import { standsWrapping } from './picture.js';
import { referencesOf } from './references-of.js';
import { pricedAmong, sizesFor } from './responsive.js';

/**
 * A file that an element offers, with its reference.
 * @typedef {{ readonly reference: Reference, readonly image: ImageFacts, readonly unit: 'w' | 'x' }} Candidate
 */

/**
 * The files that an `<img>` or a `<source>` of its picture offers under one media condition. Another source can be
 * inserted before the element `before`.
 * @typedef {{ readonly element: Element, readonly before: Element, readonly media: string | null,
 *   readonly candidates: readonly Candidate[] }} Offer
 */

/**
 * An image that exists in several files, with all its offers.
 * @typedef {{ readonly image: PlainImage, readonly offers: readonly Offer[] }} SourceSet
 */

/**
 * A file to make: its source, its size, and the file that it replaces in the window for which pages are priced.
 * @typedef {{ readonly from: SitePath, readonly to: SitePath, readonly url: string, readonly width: number,
 *   readonly height: number, readonly insteadOf: SitePath | null }} Wanted
 *
 * An offer converted to AVIF, and its rendered widths.
 * @typedef {{ readonly wanted: readonly Wanted[], readonly slots: readonly import('./slots.js').Slot[] }} Drawn
 */

const FORMATS = new Set(['jpeg', 'png', 'webp']);
/** Max difference of two aspect ratios that still count as equal. Small images differ by rounding to whole pixels. */
const SAME_SHAPE = 0.02;

/**
 * Returns the images of a page that exist in several files, with the same proportions per media condition. Crops for
 * some windows keep their own proportions.
 * @param {Page} page
 * @param {Facts} facts
 * @returns {SourceSet[]}
 */
export function sourceSets(page, facts) {
  if (isHydrated(page, facts.scripts.images)) return [];
  const isAhead = (/** @type {Reference} */ { element }) => element !== null && page.elements[element].tag === 'link';
  // A preloaded file would be fetched and not used.
  const preloaded = new Set(facts.references.filter(isAhead).map(pathOf));
  return facts.references.flatMap((reference) => {
    const element = reference.element === null ? null : page.elements[reference.element];
    if (element?.tag !== 'img' || reference.attribute !== 'src' || reference.target.kind !== 'file') return [];
    const { inert, foreign, parent, attributes } = element;
    const isPicture = parent?.tag === 'picture';
    if (inert || foreign || !(isPicture || attributes.has('srcset'))) return [];
    if (ancestorsOf(element).some(({ tag }) => tag === 'astro-island')) return [];
    if (!isPicture && !standsWrapping(element, facts.sheets)) return [];
    const offers = (isPicture ? offersIn(parent) : [{ element, before: element, media: null }]).flatMap((offer) => {
      const candidates = candidatesOf(page, offer.element, facts);
      return candidates.some((one) => preloaded.has(pathOf(one.reference))) ? [] : [{ ...offer, candidates }];
    });
    const found = offers.filter(({ candidates }) => candidates.length > 0);
    return found.length > 0 ? [{ image: { element, reference }, offers: found }] : [];
  });
}

/** @param {Reference} reference */
export function pathOf({ target }) {
  return target.kind === 'file' ? target.path : '';
}

/**
 * Returns the elements that a picture offers by media condition. Of several formats, uses the last, which all browsers
 * support. Returns none if the picture already offers AVIF.
 * @param {Element} picture
 * @returns {Omit<Offer, 'candidates'>[]}
 */
function offersIn({ children }) {
  const elements = children.filter((child) => 'attributes' in child && /^(?:source|img)$/.test(child.tag));
  const shown = /** @type {Element[]} */ (elements);
  const said = (/** @type {Element} */ { attributes }, /** @type {string} */ name) => attributes.get(name)?.value ?? '';
  if (shown.some((one) => said(one, 'type') === 'image/avif' || one.inert)) return [];
  const byMedia = Map.groupBy(shown, (one) => (one.tag === 'img' ? '' : said(one, 'media').trim()));
  return [...byMedia].flatMap(([media, [before, ...more]]) => {
    const element = more.at(-1) ?? before;
    const isWhole = shown.indexOf(element) - shown.indexOf(before) === more.length;
    return isWhole && !media.includes('"') ? [{ element, before, media: media || null }] : [];
  });
}

/**
 * Returns the files of an element in order of their widths. Returns none if one cannot be read or has other
 * proportions.
 * @param {Page} page
 * @param {Element} element
 * @param {Pick<Facts, 'references' | 'images'>} facts
 * @returns {Candidate[]}
 */
export function candidatesOf({ source }, element, { references, images }) {
  const wanted = element.attributes.has('srcset') ? 'srcset' : 'src';
  const own = referencesOf(references, element, wanted);
  const found = own.flatMap((reference) => {
    const image = images.get(pathOf(reference));
    const [, number = '1', unit = 'x'] = /^\s+([\d.]+)([wx])/.exec(source.slice(reference.range.end)) ?? [];
    const isTrue = unit === 'x' || Math.abs(Number(number) - (image?.width ?? 0)) <= 1;
    const isFit = image && FORMATS.has(image.format) && image.frames === 1 && !image.inks && !image.broken;
    return isFit && isTrue && !reference.odd ? [{ reference, image, unit: /** @type {'w' | 'x'} */ (unit) }] : [];
  });
  const shapes = found.map(({ image }) => image.width / image.height);
  const isOneShape = Math.max(...shapes) / Math.min(...shapes) <= 1 + SAME_SHAPE;
  if (own.length === 0 || found.length < own.length || !isOneShape) return [];
  return found.sort((a, b) => a.image.width - b.image.width);
}

/**
 * Returns the files to make for an offer, each from the next larger existing file, or null if one cannot be named.
 * @param {Page} page
 * @param {Offer} offer
 * @param {NonNullable<ReturnType<typeof import('./responsive.js').measuredOn>>} measured
 * @param {Facts} facts
 * @returns {Drawn | null}
 */
export function drawFiles(page, { candidates }, { here, everywhere }, { options, sizes: known }) {
  const largest = present(candidates.at(-1)).image;
  if (candidates.some(({ image }) => !standsLoss(image))) return null;
  const limits = { mostDensity: Number(options.mostDensity), target: Number(options.target) };
  const needed = sizesFor(everywhere(largest), largest, limits);
  const slots = here(largest);
  if (!needed) return null;
  const sizes = candidates.length > 1 && limits.target >= HALVED_FROM ? ownSizes(candidates, needed) : needed;
  const usual = candidates.find(({ reference }) => !reference.passedOver)?.reference.target;
  const wanted = sizes.map(({ width, height }) => {
    const origin = candidates.find(({ image }) => image.width >= width) ?? candidates[candidates.length - 1];
    const { range, suffix, target } = origin.reference;
    const written = page.source.slice(range.start, range.end);
    const path = target.kind === 'file' ? target.path : '';
    const { path: to, from, to: end } = renameFile(path, `.${width}w.avif`, known);
    if (suffix !== '' || !written.endsWith(from) || /[\s,"]/.test(written)) return null;
    const url = `${written.slice(0, written.length - from.length)}${end} ${width}w`;
    const isPriced = pricedAmong(sizes, slots).width === width && usual?.kind === 'file';
    return { from: path, to, url, width, height, insteadOf: isPriced ? usual.path : null };
  });
  const whole = wanted.flatMap((one) => one ?? []);
  return whole.length < wanted.length ? null : { wanted: whole, slots };
}

/**
 * Returns the sizes of an offer's own files that are needed, up to the first that is large enough for every window:
 * they look like the files that browsers chose so far.
 * @param {readonly Candidate[]} candidates in order of their widths
 * @param {readonly { readonly width: number }[]} needed in ascending order
 */
function ownSizes(candidates, needed) {
  const [{ width: least }, { width: most }] = [needed[0], present(needed.at(-1))];
  const sizes = new Map(candidates.map(({ image: { width, height } }) => [width, { width, height }]));
  // The smallest needed size is up to twice as wide as the smallest box.
  const own = [...sizes.values()].filter(({ width }, at) => width >= least / 2 || at === sizes.size - 1);
  const last = own.findIndex(({ width }) => width >= most);
  return own.slice(0, last < 0 ? own.length : last + 1);
}
