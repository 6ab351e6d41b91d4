/** @import { Rule } from '../lib/plan/types.ts' */
/** @import { Page } from '../lib/site/types.ts' */

import { BOX_MESSAGES, draftBox, proposeBoxes } from './kit/replace-image.js';

/** @type {Rule} */
export default {
  meta: {
    id: 'spacer-image',
    category: 'style',
    summary: 'Replaces transparent spacer images with empty boxes of the same size.',
    why: 'A transparent spacer image costs a request. CSS can reserve the same space without one.',
    default: 'on',
    safety: 'visual',
    addsStyles: true,
    reads: ['images', 'references', 'sheets', 'scripts'],
    options: {},
    messages: {
      spacer: '{name} is transparent. An empty box of {width} x {height} pixels reserves the same space.',
      ...BOX_MESSAGES,
    },
    since: '0.1.0',
  },

  detect(document, facts) {
    return proposeBoxes('spacer-image', document, facts, {
      wants: ({ kind, transparency }) => kind === 'spacer' && transparency === 'full',
      draw: () => ({ messageId: 'spacer', name: 'space', css: '' }),
    });
  },

  draft: draftBox,
};
