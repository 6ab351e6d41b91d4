/** @import { Rule } from '../lib/plan/types.ts' */
/** @import { Document } from '../lib/site/types.ts' */

import { imagesShown, proposeFile, replaceFile } from './kit/image-files.js';
import { needsOwnForm } from './kit/own-form.js';
import { TARGET } from './kit/picture-options.js';

/** @type {Rule<Document>} */
export default {
  meta: {
    id: 'truecolour-png',
    category: 'image',
    summary: 'Reduces PNG images to a palette if no modern format can be offered for them.',
    why:
      'A palette of up to 256 well-chosen colours takes a third of the bytes of full colour. The similarity ' +
      'measured by SSIMULACRA 2 (100 is identical) stays above the target, and the report contains it.',
    default: 'on',
    safety: 'visual',
    documents: ['page', 'sheet'],
    reads: ['images', 'references', 'scripts', 'sheets', 'options'],
    options: {
      effort: {
        type: 'string',
        default: 'balanced',
        description: 'Effort of the search for a smaller PNG: fast, balanced or max.',
      },
      target: TARGET,
    },
    messages: {
      truecolour: '{name} is a PNG of more than 256 colours that may not need more than a palette.',
      broken: '{name} cannot be compressed: it {why}.',
    },
    since: '0.1.0',
  },

  detect(document, facts) {
    const { effort, target } = facts.options;
    return imagesShown(facts, ({ format, colours }) => format === 'png' && colours > 256)
      .filter((file) => needsOwnForm(document, file, facts))
      .map((file) => ({
        ...proposeFile('truecolour-png', document, file, 'truecolour', { effort, target }),
        supersedes: ['heavy-png'],
        isEverywhere: true,
      }));
  },

  jobs: ({ resource, data }) => [
    {
      maker: 'quantized-png',
      resource: String(resource),
      options: { effort: data.effort, target: data.target },
    },
  ],

  draft: (proposal, [made]) => ({ ...replaceFile(proposal, made), proof: 'judged' }),
};
