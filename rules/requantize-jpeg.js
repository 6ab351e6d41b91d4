/** @import { ImageFacts } from '../lib/images/types.ts' */
/** @import { Facts, Rule } from '../lib/plan/types.ts' */
/** @import { Document, Page, Reference } from '../lib/site/types.ts' */

import { imagesShown, proposeFile, proposeForm, replaceFile } from './kit/image-files.js';
import { lossOf, plainImages } from './kit/modern-forms.js';
import { needsOwnForm } from './kit/own-form.js';
import { TARGET } from './kit/picture-options.js';
import { isWatched } from './kit/scripted.js';

/** @type {Rule<Document>} */
export default {
  meta: {
    id: 'requantize-jpeg',
    category: 'image',
    summary: 'Recompresses JPEG images with loss if no modern format can be offered for them.',
    why:
      'Cameras and editors store photographs with more detail than is visible. A background, or an image that a ' +
      'script controls, has no picture element to offer AVIF in, and a CMYK image would have other colours in ' +
      'AVIF. In these cases a coarser JPEG of the required similarity is used: next to the original, or in its ' +
      'place if a script looks it up by name. An image that attributes render smaller than its file needs no more ' +
      'pixels than dense screens can render.',
    default: 'on',
    safety: 'visual',
    documents: ['page', 'sheet'],
    reads: ['images', 'references', 'sizes', 'scripts', 'sheets', 'usage', 'options'],
    options: {
      effort: {
        type: 'string',
        default: 'balanced',
        description: 'Effort of the search for a smaller JPEG: fast, balanced or max.',
      },
      target: TARGET,
    },
    messages: {
      fine: '{name} is a JPEG of {width} x {height} pixels that may contain more detail than is visible.',
      odd:
        '{name} is a JPEG that may contain more detail than is visible, but the syntax of a reference to it ' +
        'prevents renaming.',
      broken: '{name} cannot be compressed: it {why}.',
    },
    since: '0.1.0',
  },

  detect(document, facts) {
    return imagesShown(facts, ({ format }) => format === 'jpeg').flatMap((file) => {
      if (!needsOwnForm(document, file, facts)) return [];
      const { effort, target } = facts.options;
      const fit = fitOf(document, file, facts);
      const ending = /\.jpeg$/i.exec(file.path)?.[0] ?? '.jpg';
      const extension = `.${fit ? `${fit.width}w` : 'lean'}${ending}`;
      const form = { extension, type: 'image/jpeg', messageId: 'fine' };
      const proposal = proposeForm('requantize-jpeg', document, facts, file, { ...form, data: { target, fit } });
      // A script that requests a file by its name also works with a recoded file of that name.
      return proposal.rejected === 'in-use-by-script'
        ? proposeFile('requantize-jpeg', document, file, 'fine', { effort, target })
        : proposal;
    });
  },

  jobs: ({ resource, data: { effort, target, fit } }) => [
    {
      maker: 'coarser-jpeg',
      resource: String(resource),
      options: { effort, target, ...(fit ? { fit } : {}) },
    },
  ],

  draft: (proposal, [made]) => ({ ...replaceFile(proposal, made), proof: 'judged' }),
};

/**
 * Returns a sufficient size for an image whose rendered size depends on its attributes only.
 * @param {Document} document
 * @param {{ path: string, image: ImageFacts, references: readonly Reference[] }} file
 * @param {Facts} facts
 */
function fitOf(document, { path, image, references }, facts) {
  const { sheets, scripts, usage, options } = facts;
  if (document.kind !== 'page' || image.inks) return undefined;
  const plain = plainImages(/** @type {Page} */ (document), references, facts);
  const isPlain = plain.length === references.length && !plain.some(({ element }) => isWatched(element, scripts));
  const shown = { usages: usage.get(path) ?? [], sheets, target: Number(options.target) };
  return isPlain ? lossOf(plain, image, shown).fit : undefined;
}
