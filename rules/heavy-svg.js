/** @import { Rule } from '../lib/plan/types.ts' */
/** @import { Document } from '../lib/site/types.ts' */

import { imagesShown, proposeFile, replaceFile } from './kit/image-files.js';

/** @type {Rule<Document>} */
export default {
  meta: {
    id: 'heavy-svg',
    category: 'image',
    summary: 'Writes SVG images in fewer bytes that draw the same.',
    why:
      'Drawing programs leave their own settings, groups that hold one thing and ten digits behind the point in ' +
      'SVG files: half of the bytes draw nothing. Digits go as long as nothing differs at one, two and four ' +
      'device pixels; ids, view box, title and description stay.',
    default: 'on',
    safety: 'visual',
    documents: ['page', 'sheet'],
    reads: ['images', 'references'],
    options: {},
    messages: {
      heavy: '{name} is a drawing that can be written in fewer bytes',
      broken: '{name} cannot be made smaller: it {why}',
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
  draft: (proposal, [made]) => ({ ...replaceFile(proposal, made), proof: 'alike' }),
};
