/** @import { Rule } from '../lib/plan/types.ts' */
/** @import { Document } from '../lib/site/types.ts' */

import { imagesShown, PNG_FORM, proposeForm, replaceFile } from './kit/image-files.js';

/** @type {Rule<Document>} */
export default {
  meta: {
    id: 'animated-gif',
    category: 'image',
    summary: 'Converts animated GIF images to animated PNG, frame by frame.',
    why:
      'Animated PNG keeps every frame, delay and loop, stores only the pixels that change, and compresses better. ' +
      'Browsers without support render its first frame. A GIF that would not become smaller is left unchanged.',
    default: 'on',
    safety: 'safe',
    documents: ['page', 'sheet'],
    reads: ['images', 'references', 'sizes', 'scripts', 'options'],
    options: {
      effort: {
        type: 'string',
        default: 'balanced',
        description: 'Effort of the search for a smaller animation: fast, balanced or max.',
      },
    },
    messages: {
      gif: '{name} is a GIF of {frames} frames. An animated PNG stores them in fewer bytes.',
      scripted: '{name} is an animated GIF that may be smaller as PNG, but a script looks it up by name.',
      odd:
        '{name} is an animated GIF that may be smaller as PNG, but the syntax of a reference to it prevents ' +
        'renaming.',
      broken: '{name} cannot be compressed: it {why}.',
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
