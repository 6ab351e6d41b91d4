/** @import { Draft, Edit, Facts, Made, Proposal } from '../../lib/plan/types.ts' */
/** @import { Page, Sheet } from '../../lib/site/types.ts' */
/** @import { NewName } from './image-files.js' */
/** @import { PlainImage } from './modern-forms.js' */

import { exact } from '../../lib/base/exact.js';
import { present } from '../../lib/base/present.js';
import { renameFile } from './image-files.js';
import { wrapInPicture, wrappingOf } from './picture.js';

/** @typedef {{ formats: readonly Format[], names: readonly NewName[], edits: Edit[] }} Form */
/** @typedef {keyof typeof NAMES} Format */

/** Formats as messages name them. */
const NAMES = Object.freeze({ jxl: 'JPEG XL', avif: 'AVIF', webp: 'WebP' });

/**
 * The formats that a maker may return, in the order of their sources.
 * @satisfies {Record<string, readonly (readonly Format[])[]>}
 */
export const OFFERS = exact({
  film: [['webp']],
  'webp-lossless': [['webp']],
  avif: [['avif']],
  modern: [['avif'], ['webp']],
  'modern-jpeg': [['jxl', 'avif'], ['jxl', 'webp'], ['jxl'], ['avif'], ['webp']],
});

/**
 * Writes the edits for all lists of formats of which one will be made.
 * @param {Page} page
 * @param {readonly PlainImage[]} images that render the file
 * @param {{ formats: readonly (readonly Format[])[], path: string, suffix: string }} file `suffix`: of the new names,
 *   before their endings
 * @param {Pick<Facts, 'sizes' | 'sheets'>} facts
 * @returns {Form[]} without edits where a URL cannot be written
 */
export function writeForms(page, images, { formats, path, suffix }, { sizes, sheets }) {
  return formats.map((list) => {
    const names = list.map((format) => renameFile(path, `${suffix}.${format}`, sizes));
    return {
      formats: list,
      names,
      edits: images.flatMap((image) => wrap(page, image, { formats: list, names }, sheets)),
    };
  });
}

/**
 * Drafts the change that offers what was made. Other browsers than the priced one use the later sources.
 * @param {Pick<Proposal, 'resource' | 'data'>} proposal
 * @param {readonly Made[]} things result of the maker
 * @returns {Draft}
 */
export function draftForm({ resource, data }, [made]) {
  if (!made.ok) return { edits: [] };
  const files = filesOf(made);
  const wanted = files.map(({ format }) => format).join();
  const forms = /** @type {readonly Form[]} */ (data.forms);
  const { names, edits } = present(forms.find(({ formats }) => formats.join() === wanted));
  const [first, ...others] = files.map(({ bytes }, index) => ({ path: names[index].path, bytes }));
  const spare = others.map((file) => ({ ...file, isSpare: exact(true) }));
  return { edits, files: [{ ...first, insteadOf: String(resource) }, ...spare] };
}

/** Returns the distinct names of formats as a list. @param {readonly Format[]} formats */
export function listNames(formats) {
  const names = [...new Set(formats)].map((format) => NAMES[format]);
  return names.join(', ').replace(/, ([^,]*)$/, ' or $1');
}

/**
 * Returns the files that were made, in the order of their sources.
 * @param {Extract<Made, { ok: true }>} made
 * @returns {readonly { format: string, bytes: Uint8Array }[]}
 */
function filesOf({ bytes, data: { format = 'webp', files } }) {
  if (bytes) return [{ format: String(format), bytes }];
  return /** @type {{ format: string, bytes: Uint8Array }[]} */ (files);
}

/**
 * Offers new files next to an image, if their URLs can be written there.
 * @param {Page} page
 * @param {PlainImage} image
 * @param {Pick<Form, 'formats' | 'names'>} form
 * @param {readonly Sheet[]} sheets
 * @returns {Edit[]}
 */
function wrap(page, { element, reference: { range, suffix } }, { formats, names }, sheets) {
  const written = page.source.slice(range.start, range.end);
  const length = suffix === '' ? written.length : written.search(/\?|(?<!&)#/);
  // A source set is split at white space and commas.
  if (!written.slice(0, length).endsWith(names[0].from) || /[\s,"]/.test(written)) return [];
  const sources = names.map(({ from, to }, index) => ({
    candidates: written.slice(0, length - from.length) + to + written.slice(length),
    type: `image/${formats[index]}`,
  }));
  return wrapInPicture(wrappingOf(element, sheets), range, sources);
}
