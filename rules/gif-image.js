/** @import { Rule } from '../lib/plan/types.ts' */
/** @import { Document } from '../lib/site/types.ts' */

import { imagesUsed, PNG_FORM, proposeForm, replaceFile } from './kit/image-files.js';

/** @type {Rule<Document>} */
export default {
  meta: {
    id: 'gif-image',
    category: 'image',
    summary: 'Turns still GIF images into PNG, pixel for pixel.',
    why:
      'PNG holds the same pixels in about a quarter fewer bytes: its compression looks further back than that of ' +
      'GIF, and its filters know of rows. A GIF that would not get smaller stays.',
    default: 'on',
    safety: 'safe',
    documents: ['page', 'sheet'],
    reads: ['images', 'references', 'sizes', 'scripts', 'options', 'fetches'],
    options: {
      effort: {
        type: 'string',
        default: 'balanced',
        description: 'How long to look for a smaller PNG: fast, balanced or max.',
      },
    },
    messages: {
      gif: '{name} is a GIF of {width} x {height} pixels: PNG holds the same pixels in fewer bytes',
      scripted: '{name} is a GIF that PNG may hold in fewer bytes, but a script looks for it by its name',
      odd:
        '{name} is a GIF that PNG may hold in fewer bytes, but a reference to it is written so that it cannot be ' +
        'changed',
      broken: '{name} cannot be made smaller: it {why}',
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
