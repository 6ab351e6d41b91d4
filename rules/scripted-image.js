/** @import { ImageFacts } from '../lib/images/types.ts' */
/** @import { Job, Rule } from '../lib/plan/types.ts' */
/** @import { Document, Reference, SitePath } from '../lib/site/types.ts' */

import { listScripted, proposeFile, replaceFile } from './kit/image-files.js';
import { standsLoss } from './kit/modern-forms.js';
import { TARGET } from './kit/picture-options.js';

/**
 * @typedef {{ shown: readonly SitePath[], named: readonly SitePath[] }} Note images that a document references, and
 * images that its scripts name
 */

/** @type {Readonly<Partial<Record<ImageFacts['format'], string>>>} */
const MAKERS = Object.freeze({ jpeg: 'coarser-jpeg', png: 'quantized-png', webp: 'webp', avif: 'avif' });

/** @type {Rule<Document>} */
export default {
  meta: {
    id: 'scripted-image',
    category: 'image',
    summary: 'Recompresses, in place and with loss, images that only scripts name.',
    why:
      'Pages rendered by a framework name their images in scripts, where no other name or format can be offered. ' +
      'The file keeps its name, format and size in pixels, and takes fewer bytes at a measured similarity.',
    default: 'on',
    safety: 'visual',
    documents: ['page', 'sheet'],
    reads: ['references', 'fetches', 'onRoutes', 'scripts', 'images', 'options'],
    options: {
      effort: {
        type: 'string',
        default: 'balanced',
        description: 'Effort of the search for a smaller file: fast, balanced or max.',
      },
      target: TARGET,
    },
    messages: {
      scripted: '{name} is named by scripts only. It can be recompressed in place.',
    },
    since: '0.2.0',
  },

  survey(document, facts) {
    const shown = imagesIn(facts.references);
    return { shown, named: document.kind === 'sheet' ? [] : listScripted(facts) };
  },

  detectSite(notes, { images, options: { effort, target } }) {
    const read = /** @type {ReadonlyMap<SitePath, Note>} */ (notes);
    const shown = new Set([...read.values()].flatMap((note) => note.shown));
    return [...read].flatMap(([page, { named }]) =>
      named.flatMap((path) => {
        const image = images.get(path);
        if (!image || shown.has(path) || !mayLose(image)) return [];
        const data = { effort, target, format: image.format };
        return [proposeFile('scripted-image', { path: page }, { path, image }, 'scripted', data)];
      }),
    );
  },

  jobs: ({ resource, data: { effort, target, format } }) => [
    /** @type {Job} */ ({
      maker: MAKERS[/** @type {ImageFacts['format']} */ (format)],
      resource,
      options: { effort, target },
    }),
  ],

  draft: (proposal, [made]) => replaceFile(proposal, made),
};

/** @param {ImageFacts} image */
function mayLose(image) {
  return image.format in MAKERS && image.frames === 1 && !image.inks && !image.broken && standsLoss(image);
}

/** @param {readonly Reference[]} references */
function imagesIn(references) {
  return references.flatMap(({ role, target }) =>
    target.kind === 'file' && role !== 'string' && role !== 'link' ? [target.path] : [],
  );
}
