/** @import { Document, Page, Reference, Rule } from '../lib/types.ts' */

import { imagesShown, proposeFile, proposeForm, replaceFile } from './shared/image-files.js';
import { isScripted, plainImages } from './shared/modern-forms.js';

/** Selectors of what stands behind a whole page. */
const WHOLE_PAGE = /(?<![\w.#-])(?:body|html)(?![\w-])|:root|\*/i;

/** @type {Rule} */
export default {
  meta: {
    id: 'fine-jpeg',
    category: 'image',
    summary: 'Codes JPEG images coarser, where no modern format can be offered for them.',
    why: 'Cameras and editors store photographs finer than the eye needs. A background or an image that a script looks after has no picture element to offer AVIF in, and one of inks (CMYK) would show other colours in it: there a coarser JPEG holds the similarity that is asked for: beside the original, or in its place where a script looks for it by its name.',
    default: 'off',
    atLossy: { default: 'on' },
    safety: 'lossy',
    documents: ['page', 'sheet'],
    reads: ['images', 'references', 'sizes', 'scripts', 'sheets', 'options'],
    options: {
      effort: {
        type: 'string',
        default: 'balanced',
        description: 'How long to look for a smaller JPEG: fast, balanced or max.',
      },
      target: {
        type: 'number',
        default: 70,
        description:
          'The similarity that must be measured at least, by SSIMULACRA 2: 90 cannot be told apart, 70 is high quality.',
      },
    },
    messages: {
      fine: '{name} is a JPEG of {width} x {height} pixels that may be finer than the eye needs',
      odd: '{name} is a JPEG that may be finer than the eye needs, but a reference to it is written so that it cannot be changed',
      broken: '{name} cannot be made smaller: it {why}',
    },
    since: '0.1.0',
  },

  detect(document, facts) {
    return imagesShown(facts, ({ format }) => format === 'jpeg').flatMap((file) => {
      const plain =
        document.kind === 'page' ? plainImages(/** @type {Page} */ (document), file.references, facts.sheets) : [];
      if (plain.length > 0 && !isScripted(plain, facts) && !file.image.inks) return [];
      // What shines through between all words would be another page.
      if (file.references.some((reference) => isBehindPage(document, reference))) return [];
      const { effort, target } = facts.options;
      const form = { extension: '.lean.jpg', type: 'image/jpeg', messageId: 'fine' };
      const proposal = proposeForm('fine-jpeg', document, facts, file, { ...form, data: { target } });
      // A script that looks for a file by its name finds a coarser one there as well.
      return proposal.rejected === 'in-use-by-script'
        ? proposeFile('fine-jpeg', document, file, 'fine', { effort, target })
        : proposal;
    });
  },

  jobs: ({ resource, data: { effort, target } }) => [
    { maker: 'coarser-jpeg', resource: /** @type {string} */ (resource), options: { effort, target } },
  ],

  apply: (proposal, [made]) => replaceFile(proposal, made),
};

/**
 * Whether a reference may put its image behind a whole page.
 * @param {Document} document
 * @param {Reference} reference
 */
function isBehindPage(document, { element, role, range }) {
  if (role !== 'background') return false;
  const tag = document.kind === 'page' && element !== null ? document.elements[element].tag : 'style';
  if (tag !== 'style') return WHOLE_PAGE.test(tag);
  const before = document.source.slice(0, range.start);
  const open = before.lastIndexOf('{');
  return WHOLE_PAGE.test(
    before.slice(Math.max(...['}', '{', ';', '>'].map((end) => before.lastIndexOf(end, open - 1))) + 1, open),
  );
}
