/** @import { Rule } from '../lib/plan/types.ts' */
/** @import { Document } from '../lib/site/types.ts' */

import { imagesShown, PNG_FORM, proposeForm, replaceFile } from './kit/image-files.js';

/** @type {Rule<Document>} */
export default {
  meta: {
    id: 'animated-gif',
    category: 'image',
    summary: 'Turns animated GIF images into animated PNG, frame for frame.',
    why:
      'An animated PNG keeps every frame, delay and loop, draws only what changes, and compresses better. ' +
      'Browsers that do not know it show its first frame. A GIF that would not get smaller stays.',
    default: 'on',
    safety: 'safe',
    documents: ['page', 'sheet'],
    reads: ['images', 'references', 'sizes', 'scripts', 'options'],
    options: {
      effort: {
        type: 'string',
        default: 'balanced',
        description: 'How long to look for a smaller animation: fast, balanced or max.',
      },
    },
    messages: {
      gif: '{name} is a GIF of {frames} frames: an animated PNG holds them in fewer bytes',
      scripted: '{name} is an animated GIF that PNG may hold in fewer bytes, but a script looks for it by its name',
      odd:
        '{name} is an animated GIF that PNG may hold in fewer bytes, but a reference to it is written so that it ' +
        'cannot be changed',
      broken: '{name} cannot be made smaller: it {why}',
    },
    since: '0.1.0',
  },

  detect(document, facts) {
    return imagesShown(facts, ({ format, frames }) => format === 'gif' && frames > 1).map((file) =>
      proposeForm('animated-gif', document, facts, file, PNG_FORM),
    );
  },

  jobs: ({ resource, data }) => [
    { maker: 'apng-from-gif', resource: String(resource), options: { effort: data.effort } },
  ],

  draft: (proposal, [made]) => replaceFile(proposal, made),
};
