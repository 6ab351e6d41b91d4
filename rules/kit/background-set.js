/** @import { ImageFacts } from '../../lib/images/types.ts' */
/** @import { Edit, Facts } from '../../lib/plan/types.ts' */
/** @import { Document, Range, Reference, SitePath } from '../../lib/site/types.ts' */
/** @import { ImageBox } from '../../lib/visit/types.ts' */
/** @import { Size } from './candidates.js' */
/** @import { NewName } from './image-files.js' */

import { MAX_STEP, sizeFor } from './candidates.js';
import { declarationAround, URL_OPENING, urlAround } from './css-background.js';

/** Device pixels per CSS pixel of common screens. */
const DENSITIES = Object.freeze([1, 2, 3]);

/**
 * A declaration that sets a background image.
 * @typedef {object} Place
 * @property {string} written the URL as written
 * @property {Range} range range of the URL
 * @property {string} property
 * @property {readonly [string, string]} around text before and after the URL in the value, including its brackets
 * @property {number} end end of the declaration
 * @property {Range} whole range of the value
 * @property {string} quote quotation mark that a string may use there
 */

/**
 * Returns the declaration around a background, or null if it cannot be repeated with another value.
 * @param {Document} document
 * @param {Reference} reference
 * @returns {Place | null}
 */
export function declarationOf(document, { range, role, odd, suffix, element, attribute }) {
  const { source } = document;
  const url = urlAround(source, range);
  const around = url && declarationAround(source, url);
  if (role !== 'background' || odd || suffix !== '' || !around || !url) return null;
  const { property, before, after, end, important } = around;
  if (!/^background(?:-image)?$/.test(property) || /\b(?:image-set|var)\(|&/i.test(before + after)) return null;
  const isAttribute = document.kind === 'page' && attribute !== null && element !== null;
  const outer = isAttribute ? document.elements[element].attributes.get(attribute)?.quote : "'";
  const written = source.slice(range.start, range.end);
  if (!outer || /[&"'\\()\s]/.test(written)) return null;
  return {
    written,
    range,
    property,
    around: [
      before + source.slice(url.start, range.start),
      source.slice(range.end, url.end) + after.trimEnd() + (important ? '!important' : ''),
    ],
    end,
    whole: { start: url.start - before.length, end },
    quote: outer === '"' ? "'" : '"',
  };
}

/**
 * Returns the images of other layers of the same value.
 * @param {Place} place
 * @param {readonly Reference[]} references
 */
export function otherLayers({ range, whole }, references) {
  return references.filter(
    ({ range: other }) => other.start >= whole.start && other.end <= whole.end && other.start !== range.start,
  );
}

/**
 * Writes a second declaration after the first that lists the new files before the old one. Returns null if the new
 * names cannot be written there.
 * @param {Place} place
 * @param {ImageFacts} image
 * @param {readonly NewName[]} names one per density, from 1 upwards
 * @returns {Edit | null}
 */
export function writeOffer({ written, range, property, around, end, quote }, { format }, names) {
  const [before, after] = around;
  const opening = before.search(URL_OPENING);
  const closing = after.indexOf(')') + 1;
  const wrap = (/** @type {string} */ url) => before.slice(opening) + url + after.slice(0, closing);
  const typed = (/** @type {string} */ type) => `type(${quote}image/${type}${quote})`;
  const offers = names.map(({ from, to }, index) => {
    if (!written.endsWith(from)) return null;
    const density = names.length > 1 ? ` ${index + 1}x` : '';
    const url = wrap(written.slice(0, written.length - from.length) + to);
    return `${url}${density} ${typed(to.split('.').at(-1) ?? '')}`;
  });
  if (offers.includes(null)) return null;
  const last = `${wrap(written)}${names.length > 1 ? ' 1x' : ''} ${typed(format)}`;
  const set = `image-set(${[...offers, last].join(',')})`;
  const text = `;${property}:${before.slice(0, opening).trimStart()}${set}${after.slice(closing)}`;
  return { range: { start: end, end }, text, place: range };
}

/**
 * Returns the sizes that a background needs, one per density. Keeps the full size if the rendered size is unknown or
 * depends on the image's own size.
 * @param {SitePath} path
 * @param {ImageFacts} image
 * @param {Pick<Facts, 'boxes' | 'usage' | 'options'>} facts
 * @returns {Size[]}
 */
export function densitiesFor(path, image, { boxes, usage, options }) {
  const whole = [{ width: image.width, height: image.height }];
  const places = [...boxes.values()].flatMap(({ images }) => images.filter((box) => box.path === path));
  const isMeasured = (usage.get(path) ?? []).every(({ page }) => boxes.has(page));
  const needs = places.map((box) => widestOf(box, image));
  if (!isMeasured || needs.length === 0 || needs.includes(null)) return whole;
  const widest = Math.max(...needs.map((need) => need ?? image.width));
  const sizes = DENSITIES.map((density) =>
    sizeFor(image, Math.min(image.width, widest * density), {
      target: Number(options.target),
      keepsShape: false,
    }),
  );
  return sizes.slice(0, 1 + sizes.findIndex(({ width }) => width === sizes[sizes.length - 1].width));
}

/**
 * Returns the largest width at which a box renders the whole image. Returns null if that width depends on the image
 * itself or was not measured.
 * @param {ImageBox} box
 * @param {Size} image
 */
export function widestOf({ kind, widths, fit = '', growth }, image) {
  const shape = image.width / image.height;
  // Boxes grow with their text, and only one of several similar pages is measured.
  const most = (/** @type {(width: number, height: number) => number} */ need) =>
    growth * Math.max(...widths.map(({ width, height }) => need(width, height * MAX_STEP)));
  const widest = most((width, height) =>
    fit.startsWith('contain') ? Math.min(width, height * shape) : Math.max(width, height * shape),
  );
  return kind === 'background' && /^(?:cover|contain)\b/.test(fit) && widest > 0 ? widest : null;
}
