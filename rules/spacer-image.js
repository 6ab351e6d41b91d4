/** @import { Rule } from '../lib/plan/types.ts' */
/** @import { Page } from '../lib/site/types.ts' */

import { BOX_MESSAGES, draftBox, proposeBoxes } from './kit/replace-image.js';

/** @type {Rule} */
export default {
  meta: {
    id: 'spacer-image',
    category: 'style',
    summary: 'Turns invisible images into empty boxes of the same size.',
    why: 'An invisible image costs a request to show nothing: CSS keeps the room free for no request at all.',
    default: 'on',
    safety: 'visual',
    addsStyles: true,
    reads: ['images', 'references', 'sheets', 'scripts'],
    options: {},
    messages: {
      spacer: '{name} shows nothing: an empty box of {width} x {height} pixels keeps its place',
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
