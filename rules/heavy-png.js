/** @import { Rule } from '../lib/plan/types.ts' */
/** @import { Document } from '../lib/site/types.ts' */

import { imagesUsed, proposeFile, replaceFile } from './kit/image-files.js';

/** @type {Rule<Document>} */
export default {
  meta: {
    id: 'heavy-png',
    category: 'image',
    summary: 'Recompresses PNG images without changing a pixel.',
    why:
      'Most programs write PNG for speed. A better palette, better filters and compression, and no unused chunks ' +
      'save about a fifth. Colour profiles, animation and orientation are kept.',
    default: 'on',
    safety: 'safe',
    documents: ['page', 'sheet'],
    reads: ['images', 'references', 'options', 'fetches', 'onRoutes', 'scripts'],
    options: {
      effort: {
        type: 'string',
        default: 'balanced',
        description: 'Effort of the search for a smaller PNG: fast, balanced or max.',
      },
    },
    messages: {
      heavy: '{name} is a PNG of {width} x {height} pixels that can be compressed further.',
      broken: '{name} cannot be compressed: it {why}.',
    },
    since: '0.1.0',
  },

  detect(document, facts) {
    return imagesUsed(document, facts, ({ format }) => format === 'png' || format === 'apng').map((file) =>
      proposeFile('heavy-png', document, file, 'heavy', { effort: facts.options.effort }),
    );
  },

  jobs: ({ resource, data }) => [{ maker: 'png', resource: String(resource), options: { effort: data.effort } }],

  draft: (proposal, [made]) => replaceFile(proposal, made),
};
