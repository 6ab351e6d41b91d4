/** @import { Rule } from '../lib/plan/types.ts' */
/** @import { Document } from '../lib/site/types.ts' */

import { imagesUsed, proposeFile, replaceFile } from './kit/image-files.js';

/** @type {Rule<Document>} */
export default {
  meta: {
    id: 'heavy-jpeg',
    category: 'image',
    summary: 'Compresses JPEG images again without touching their picture, and drops what no browser shows.',
    why:
      'Cameras and editors leave thumbnails, histories and standard code tables in JPEG files. The picture coded ' +
      'again, progressively and with tables of its own, saves about a tenth; orientation and colour profiles ' +
      'stay.',
    default: 'on',
    safety: 'safe',
    documents: ['page', 'sheet'],
    reads: ['images', 'references', 'fetches', 'scripts'],
    options: {},
    messages: {
      heavy: '{name} is a JPEG of {width} x {height} pixels that can be coded in fewer bytes',
      broken: '{name} cannot be made smaller: it {why}',
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
