/** @import { ImageFacts } from '../lib/images/types.ts' */
/** @import { Rule } from '../lib/plan/types.ts' */

import { exact } from '../lib/base/exact.js';
import { imagesShown, proposeFile } from './kit/image-files.js';
import { isScripted, lossOf, plainImages, standsLoss } from './kit/modern-forms.js';
import { draftForm, listNames, OFFERS, writeForms } from './kit/picture-forms.js';
import { EFFORT, TARGET } from './kit/picture-options.js';

const FORMATS = exact(['png', 'gif', 'jpeg', 'webp']);

/** @type {Rule} */
export default {
  meta: {
    id: 'modern-image',
    category: 'image',
    summary: 'Offers images in a modern format, with the original for browsers without support.',
    why:
      'WebP stores most images without loss in fewer bytes than PNG, and AVIF stores photographs with less visible ' +
      'loss than JPEG. JPEG XL stores the data of a JPEG without loss in some 15 % fewer bytes, and is used if ' +
      'a browser that supports it renders the image with the required similarity. A picture element lets each ' +
      'browser choose a format that it supports. An image that attributes render smaller than its file needs no ' +
      'more pixels than dense screens can render. With loss, filmed animations take half the bytes of a GIF as WebP.',
    default: 'on',
    safety: 'visual',
    reads: ['images', 'references', 'sizes', 'scripts', 'sheets', 'usage', 'options'],
    options: {
      effort: EFFORT,
      lossy: {
        type: 'boolean',
        default: true,
        description: 'Recompresses photographs with loss, as AVIF or WebP, and repacks JPEG as JPEG XL.',
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
      const images = plainImages(page, references, facts);
      if (images.length === 0) return [];
      const shown = { usages: facts.usage.get(path) ?? [], sheets: facts.sheets, target: Number(target) };
      const loss = withLoss && !isMoving ? lossOf(images, image, shown) : { dots: false };
      const maker = makerFor(image, withLoss, loss);
      const suffix = loss.fit ? `.${loss.fit.width}w` : '';
      const forms = writeForms(page, images, { formats: OFFERS[maker], path, suffix }, facts);
      if (forms.some(({ edits }) => edits.length === 0)) return [];
      const format = listNames(OFFERS[maker].flat());
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

  draft: draftForm,
};

/**
 * Returns the maker of an image's modern forms. A JPEG that is reduced cannot be repacked.
 * @param {ImageFacts} image @param {boolean} withLoss @param {{ fit?: object }} loss
 * @returns {keyof typeof OFFERS}
 */
function makerFor({ format, frames }, withLoss, { fit }) {
  if (frames > 1) return 'film';
  if (!withLoss) return 'webp-lossless';
  if (format === 'webp') return 'avif';
  return format === 'jpeg' && !fit ? 'modern-jpeg' : 'modern';
}

/**
 * Returns true if an animation may be recoded with loss.
 * @param {ImageFacts['format']} format @param {unknown} lossy
 */
function isFilm(format, lossy) {
  return format === 'gif' && lossy === true;
}
