/** @import { Rule } from '../lib/plan/types.ts' */
/** @import { Document } from '../lib/site/types.ts' */

import { imagesShown, proposeFile, replaceFile } from './kit/image-files.js';

/** @type {Rule<Document>} */
export default {
  meta: {
    id: 'heavy-svg',
    category: 'image',
    summary: 'Shortens SVG images without a visible difference.',
    why:
      'Drawing programs leave their own settings, redundant groups and ten decimals in SVG files, so half of the ' +
      'bytes have no effect. Decimals are removed as long as the rendering is the same at one, two and four device ' +
      'pixels per CSS pixel. Ids, view box, title and description are kept.',
    default: 'on',
    safety: 'visual',
    documents: ['page', 'sheet'],
    reads: ['images', 'references'],
    options: {},
    messages: {
      heavy: '{name} is an SVG image that can be written in fewer bytes.',
      broken: '{name} cannot be compressed: it {why}.',
    },
    since: '0.2.0',
  },

  detect(document, facts) {
    return imagesShown(facts, ({ format }) => format === 'svg').map((file) =>
      proposeFile('heavy-svg', document, file, 'heavy', {}),
    );
  },

  jobs: ({ resource }) => [{ maker: 'svg', resource: String(resource), options: {} }],

  // Antialiasing of edges differs by two or three of 255 levels, which is not visible.
  draft: (proposal, [made]) => ({ ...replaceFile(proposal, made), proof: 'similar' }),
};
