/** @import { Rule } from '../lib/plan/types.ts' */
/** @import { Document } from '../lib/site/types.ts' */

import { imagesUsed, PNG_FORM, proposeForm, replaceFile } from './kit/image-files.js';

/** @type {Rule<Document>} */
export default {
  meta: {
    id: 'gif-image',
    category: 'image',
    summary: 'Converts still GIF images to PNG without changing a pixel.',
    why:
      'PNG stores the same pixels in about a quarter fewer bytes: its compression has a larger window than that of ' +
      'GIF, and its filters exploit neighbouring rows. A GIF that would not become smaller is left unchanged.',
    default: 'on',
    safety: 'safe',
    documents: ['page', 'sheet'],
    reads: ['images', 'references', 'sizes', 'scripts', 'options', 'fetches', 'onRoutes'],
    options: {
      effort: {
        type: 'string',
        default: 'balanced',
        description: 'Effort of the search for a smaller PNG: fast, balanced or max.',
      },
    },
    messages: {
      gif: '{name} is a GIF of {width} x {height} pixels. PNG stores the same pixels in fewer bytes.',
      scripted: '{name} is a GIF that may be smaller as PNG, but a script looks it up by name.',
      odd: '{name} is a GIF that may be smaller as PNG, but the syntax of a reference to it prevents renaming.',
      broken: '{name} cannot be compressed: it {why}.',
    },
    since: '0.1.0',
  },

  detect(document, facts) {
    return imagesUsed(document, facts, ({ format, frames }) => format === 'gif' && frames <= 1).map((file) =>
      proposeForm('gif-image', document, facts, file, PNG_FORM),
    );
  },

  jobs: ({ resource, data }) => [
    { maker: 'png-from-gif', resource: String(resource), options: { effort: data.effort } },
  ],

  draft: (proposal, [made]) => replaceFile(proposal, made),
};
