/** @import { ImageFacts } from '../lib/images/types.ts' */
/** @import { Edit, Rule } from '../lib/plan/types.ts' */
/** @import { Page, Reference, Sheet } from '../lib/site/types.ts' */

import { exact } from '../lib/base/exact.js';
import { imagesShown, proposeFile, renameFile, replaceFile } from './kit/image-files.js';
import { isScripted, lossOf, plainImages, standsLoss } from './kit/modern-forms.js';
import { wrapInPicture, wrappingOf } from './kit/picture.js';
import { EFFORT, TARGET } from './kit/picture-options.js';

/** @typedef {import('./kit/image-files.js').NewName} NewName */
/** @typedef {import('./kit/modern-forms.js').PlainImage} PlainImage */

const FORMATS = exact(['png', 'gif', 'jpeg', 'webp']);

/** @type {Rule} */
export default {
  meta: {
    id: 'modern-image',
    category: 'image',
    summary: 'Offers images in a modern format, with the original for browsers without support.',
    why:
      'WebP stores most images without loss in fewer bytes than PNG, and AVIF stores photographs with less visible ' +
      'loss than JPEG. A picture element lets each browser choose a format that it supports. An image that ' +
      'attributes render smaller than its file needs no more pixels than dense screens can render. With loss, ' +
      'filmed animations take half the bytes of a GIF as WebP.',
    default: 'on',
    safety: 'visual',
    reads: ['images', 'references', 'sizes', 'scripts', 'sheets', 'usage', 'options'],
    options: {
      effort: EFFORT,
      lossy: {
        type: 'boolean',
        default: true,
        description: 'Recompresses photographs with loss, as AVIF or WebP.',
      },
      target: TARGET,
    },
    messages: {
      modern: '{name} may be smaller as {format}, offered in addition to it.',
      scripted: '{name} may be smaller as {format}, but a script may set another image in its place.',
    },
    since: '0.1.0',
  },

  detect(page, facts) {
    const { lossy, effort, target } = facts.options;
    const isFit = (/** @type {ImageFacts} */ { format, frames, inks, broken }) =>
      FORMATS.some((each) => each === format) && (frames === 1 || isFilm(format, lossy)) && !inks && !broken;
    return imagesShown(facts, isFit).flatMap((file) => {
      const { path, image, references } = file;
      const isMoving = image.frames > 1;
      const withLoss = isMoving || (lossy === true && standsLoss(image));
      if ((image.format === 'jpeg' || image.format === 'webp') && (!withLoss || isMoving)) return [];
      const images = plainImages(page, references, facts.sheets);
      if (images.length === 0) return [];
      const shown = { usages: facts.usage.get(path) ?? [], sheets: facts.sheets, target: Number(target) };
      const loss = withLoss && !isMoving ? lossOf(images, image, shown) : { dots: false };
      const formats = formatsFor(image, withLoss);
      const forms = Object.fromEntries(
        formats.map((format) => {
          const name = renameFile(path, `${loss.fit ? `.${loss.fit.width}w` : ''}.${format}`, facts.sizes);
          return [
            format,
            { to: name.path, edits: images.flatMap((shown) => wrap(page, shown, format, name, facts.sheets)) },
          ];
        }),
      );
      if (Object.values(forms).some(({ edits }) => edits.length === 0)) return [];
      const format = formats.map((each) => NAMES[each]).join(' or ');
      const maker = isMoving ? 'film' : withLoss ? (formats.length > 1 ? 'modern' : 'avif') : 'webp-lossless';
      const data = { format, maker, loss, effort, target, forms };
      if (isScripted(page, images, facts)) {
        return { ...proposeFile('modern-image', page, file, 'scripted', data), rejected: 'in-use-by-script' };
      }
      return proposeFile('modern-image', page, file, 'modern', data);
    });
  },

  jobs: ({ resource, data: { maker, effort, target, loss } }) => [
    {
      maker: String(maker),
      resource: String(resource),
      options: maker === 'webp-lossless' ? { effort } : { effort, target, ...Object(loss) },
    },
  ],

  draft(proposal, [made]) {
    if (!made.ok) return { edits: [] };
    const forms = /** @type {Record<string, { to: string, edits: Edit[] }>} */ (proposal.data.forms);
    const { edits, files = [] } = replaceFile({ ...proposal, data: forms[String(made.data.format ?? 'webp')] }, made);
    return { edits, files: files.map((file) => ({ ...file, insteadOf: proposal.resource ?? file.path })) };
  },
};

/** Formats as messages name them. */
const NAMES = Object.freeze({ avif: 'AVIF', webp: 'WebP' });

/**
 * Returns the formats that an image may be offered in.
 * @param {ImageFacts} image @param {boolean} withLoss
 */
function formatsFor({ format, frames }, withLoss) {
  if (!withLoss || frames > 1) return exact(['webp']);
  return format === 'webp' ? exact(['avif']) : exact(['avif', 'webp']);
}

/**
 * Returns true if an animation may be recoded with loss.
 * @param {ImageFacts['format']} format @param {unknown} lossy
 */
function isFilm(format, lossy) {
  return format === 'gif' && lossy === true;
}

/**
 * Offers the new file next to an image, if its URL can be written there.
 * @param {Page} page
 * @param {PlainImage} shown
 * @param {string} format
 * @param {NewName} name
 * @param {readonly Sheet[]} sheets
 * @returns {Edit[]}
 */
function wrap(page, { element, reference: { range, suffix } }, format, { from, to }, sheets) {
  const written = page.source.slice(range.start, range.end);
  const length = suffix === '' ? written.length : written.search(/\?|(?<!&)#/);
  // A source set is split at white space and commas.
  if (!written.slice(0, length).endsWith(from) || /[\s,"]/.test(written)) return [];
  const url = written.slice(0, length - from.length) + to + written.slice(length);
  return wrapInPicture(wrappingOf(element, sheets), range, url, `image/${format}`);
}
