/** @import { Rule } from '../lib/plan/types.ts' */
/** @import { Document } from '../lib/site/types.ts' */

import { imagesUsed, proposeFile, replaceFile } from './kit/image-files.js';

/** @type {Rule<Document>} */
export default {
  meta: {
    id: 'heavy-jpeg',
    category: 'image',
    summary: 'Recompresses JPEG images without loss, and removes metadata that browsers ignore.',
    why:
      'Cameras and editors leave thumbnails, histories and standard coding tables in JPEG files. Recoding the same ' +
      'coefficients progressively, with optimised tables, saves about a tenth. Orientation and colour profiles are ' +
      'kept.',
    default: 'on',
    safety: 'safe',
    documents: ['page', 'sheet'],
    reads: ['images', 'references', 'fetches', 'onRoutes', 'scripts'],
    options: {},
    messages: {
      heavy: '{name} is a JPEG of {width} x {height} pixels that can be compressed further without loss.',
      broken: '{name} cannot be compressed: it {why}.',
    },
    since: '0.1.0',
  },

  detect(document, facts) {
    return imagesUsed(document, facts, ({ format }) => format === 'jpeg').map((file) =>
      proposeFile('heavy-jpeg', document, file, 'heavy', {}),
    );
  },

  jobs: ({ resource }) => [{ maker: 'jpeg', resource: String(resource), options: {} }],

  draft: (proposal, [made]) => replaceFile(proposal, made),
};
