/** @import { ImageFacts } from '../../lib/images/types.ts' */
/** @import { Edit, Facts } from '../../lib/plan/types.ts' */
/** @import { Document, Range, Reference, SitePath } from '../../lib/site/types.ts' */
/** @import { ImageBox } from '../../lib/visit/types.ts' */
/** @import { Size } from './candidates.js' */
/** @import { NewName } from './image-files.js' */

import { MOST_STEP, sizeFor } from './candidates.js';
import { declarationAround, urlAround } from './css-background.js';

/** Device pixels to a CSS pixel of today's screens. */
const DENSITIES = Object.freeze([1, 2, 3]);

/**
 * A declaration that puts a picture behind a box.
 * @typedef {object} Place
 * @property {string} written the URL
 * @property {Range} range of it
 * @property {string} property
 * @property {readonly [string, string]} around what stands before and after the URL in the value, its brackets with it
 * @property {number} end of the declaration
 * @property {string} quote that a string may have there
 */

/**
 * The declaration around a background; null where it cannot be written a second time.
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
  if (!/^background(?:-image)?$/.test(property) || /\b(?:url|image-set|var)\(|&/i.test(before + after)) return null;
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
    quote: outer === '"' ? "'" : '"',
  };
}

/**
 * A second declaration behind one, with the new files before the old; null where they cannot be named.
 * @param {Place} place
 * @param {ImageFacts} image
 * @param {readonly NewName[]} names by density, from 1 on
 * @returns {Edit | null}
 */
export function writeOffer({ written, range, property, around, end, quote }, { format }, names) {
  const [before, after] = around;
  const opening = before.search(/url\(\s*["']?$/i);
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
 * How large each density needs a background; as large as it is where that is not known, or where its own size is what
 * it is shown in.
 * @param {SitePath} path
 * @param {ImageFacts} image
 * @param {Pick<Facts, 'boxes' | 'usage'>} facts
 * @returns {Size[]}
 */
export function densitiesFor(path, image, { boxes, usage }) {
  const whole = [{ width: image.width, height: image.height }];
  const places = [...boxes.values()].flatMap(({ images }) => images.filter((box) => box.path === path));
  const isMeasured = (usage.get(path) ?? []).every(({ page }) => boxes.has(page));
  const needs = places.map((box) => widestOf(box, image));
  if (!isMeasured || needs.length === 0 || needs.includes(null)) return whole;
  const widest = Math.max(...needs.map((need) => need ?? image.width));
  const sizes = DENSITIES.map((density) => sizeFor(image, Math.min(image.width, widest * density)));
  return sizes.slice(0, 1 + sizes.findIndex(({ width }) => width === sizes[sizes.length - 1].width));
}

/**
 * How wide a box shows the whole picture at most; null where the picture's own size says so, or nothing was seen.
 * @param {ImageBox} box
 * @param {Size} image
 */
function widestOf({ kind, widths, fit = '', growth }, image) {
  const shape = image.width / image.height;
  // Text makes one box higher than the next; pages that are built alike are measured once.
  const most = (/** @type {(width: number, height: number) => number} */ need) =>
    growth * Math.max(...widths.map(({ width, height }) => need(width, height * MOST_STEP)));
  const widest = most((width, height) =>
    fit.startsWith('contain') ? Math.min(width, height * shape) : Math.max(width, height * shape),
  );
  return kind === 'background' && /^(?:cover|contain)\b/.test(fit) && widest > 0 ? widest : null;
}
