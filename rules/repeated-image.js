/** @import { ImageFacts } from '../lib/images/types.ts' */
/** @import { Edit, Facts, Rule } from '../lib/plan/types.ts' */
/** @import { Document, Reference, SitePath } from '../lib/site/types.ts' */

import { exact } from '../lib/base/exact.js';
import { imagesShown, isNamedByScript, proposeFile, typeEdits } from './kit/image-files.js';
import { editsIn } from './kit/proposed.js';
import { urlTo } from './kit/relative-url.js';

/** @type {Rule<Document>} */
export default {
  meta: {
    id: 'repeated-image',
    category: 'image',
    summary: 'References one file instead of several copies of the same image.',
    why:
      'Old sites contain the same button or spacer once per folder, page or format. Browsers cache by URL, so they ' +
      'fetch and store each copy.',
    default: 'on',
    safety: 'safe',
    documents: ['page', 'sheet'],
    reads: ['images', 'references', 'sizes', 'usage', 'scripts'],
    options: {},
    messages: {
      repeated: '{path} has the same pixels as {to}. A visitor of both fetches {bytes} bytes twice.',
      scripted: '{path} has the same pixels as {to}, but a script looks it up by name.',
      odd: '{path} has the same pixels as {to}, but the syntax of a reference to it prevents changing it.',
    },
    since: '0.1.0',
  },

  normalise(document, facts) {
    const firsts = firstsOf(facts);
    const isShown = (/** @type {ImageFacts} */ { broken }) => broken === null;
    return imagesShown(facts, isShown).flatMap((file) => {
      const { path, image, references } = file;
      const to = firsts.get(image.shows) ?? path;
      if (to === path) return [];
      const edits = editsTo(document, references, to, facts.images.get(to) ?? image);
      const data = { path, bytes: facts.sizes.get(path), edits, to };
      const propose = (/** @type {string} */ messageId) =>
        proposeFile('repeated-image', document, file, messageId, data);
      const extension = path.split('.').at(-1)?.toLowerCase() ?? '';
      if (!edits) return { ...propose('odd'), rejected: exact('broken') };
      if (isNamedByScript(facts, path, extension))
        return { ...propose('scripted'), rejected: exact('in-use-by-script') };
      return propose('repeated');
    });
  },

  draft: ({ data }) => ({ edits: editsIn(data), leadsTo: String(data.to) }),
};

/** @type {WeakMap<Facts['images'], ReadonlyMap<string, SitePath>>} */
const known = new WeakMap();

/**
 * Returns the file to keep of all files with the same pixels: the one on most pages, then the smallest.
 * @param {Facts} facts
 * @returns {ReadonlyMap<string, SitePath>} by hash of the pixels
 */
function firstsOf({ images, sizes, usage }) {
  const found = known.get(images);
  if (found) return found;
  const pagesOf = (/** @type {SitePath} */ path) => new Set(usage.get(path)?.map(({ page }) => page)).size;
  const sizeOf = (/** @type {SitePath} */ path) => sizes.get(path) ?? 0;
  const groups = Map.groupBy(images.keys(), (path) => images.get(path)?.shows ?? path);
  const firsts = new Map(
    [...groups].map(([shows, paths]) => {
      const [first] = paths.sort((a, b) => pagesOf(b) - pagesOf(a) || sizeOf(a) - sizeOf(b) || (a < b ? -1 : 1));
      return [shows, first];
    }),
  );
  known.set(images, firsts);
  return firsts;
}

/**
 * @param {Document} document
 * @param {readonly Reference[]} references
 * @param {SitePath} path
 * @param {ImageFacts} image facts of the file to keep
 * @returns {Edit[] | null}
 */
function editsTo(document, references, path, { format }) {
  const edits = references.flatMap((reference) => {
    const text = urlTo(document, reference, path);
    return text === null ? [] : [{ range: reference.range, text }];
  });
  return edits.length === references.length ? [...edits, ...typeEdits(document, references, `image/${format}`)] : null;
}
