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
    summary: 'Codes JPEG images coarser, where no modern format can be offered for them.',
    why:
      'Cameras and editors store photographs finer than the eye needs. A background or an image that a script ' +
      'looks after has no picture element to offer AVIF in, and one of inks (CMYK) would show other colours in ' +
      'it: there a coarser JPEG holds the similarity that is asked for: beside the original, or in its place ' +
      'where a script looks for it by its name. What a page shows smaller than it is, by its attributes, need ' +
      'not have more pixels than dense screens show.',
    default: 'on',
    safety: 'visual',
    documents: ['page', 'sheet'],
    reads: ['images', 'references', 'sizes', 'scripts', 'sheets', 'usage', 'options'],
    options: {
      effort: {
        type: 'string',
        default: 'balanced',
        description: 'How long to look for a smaller JPEG: fast, balanced or max.',
      },
      target: TARGET,
    },
    messages: {
      fine: '{name} is a JPEG of {width} x {height} pixels that may be finer than the eye needs',
      odd:
        '{name} is a JPEG that may be finer than the eye needs, but a reference to it is written so that it ' +
        'cannot be changed',
      broken: '{name} cannot be made smaller: it {why}',
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
      // A script that looks a file up by its name also works with a recoded file of that name.
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

  draft: (proposal, [made]) => replaceFile(proposal, made),
};

/**
 * Returns a sufficient size for an image whose rendered size depends on its attributes only.
 * @param {Document} document
 * @param {{ path: string, image: ImageFacts, references: readonly Reference[] }} file
 * @param {Facts} facts
 */
function fitOf(document, { path, image, references }, { sheets, scripts, usage }) {
  if (document.kind !== 'page' || image.inks) return undefined;
  const plain = plainImages(/** @type {Page} */ (document), references, sheets);
  const isPlain = plain.length === references.length && !plain.some(({ element }) => isWatched(element, scripts));
  return isPlain ? lossOf(plain, image, usage.get(path) ?? [], sheets).fit : undefined;
}
