/** @import { ImageFacts } from '../lib/images/types.ts' */
/** @import { Rule } from '../lib/plan/types.ts' */
/** @import { Page } from '../lib/site/types.ts' */
/** @import { Box } from './kit/box.js' */

import { isLine } from './kit/is-line.js';
import { paintCss } from './kit/paint-css.js';
import { BOX_MESSAGES, draftBox, proposeBoxes } from './kit/replace-image.js';

/** @type {Rule} */
export default {
  meta: {
    id: 'rule-image',
    category: 'style',
    summary: 'Replaces images of plain, bevelled and gradient lines with backgrounds.',
    why: 'A line consists of one or two colours. CSS needs fewer bytes for it than the request for its image.',
    default: 'on',
    safety: 'visual',
    addsStyles: true,
    reads: ['images', 'references', 'sheets', 'scripts'],
    options: {},
    messages: {
      line: '{name} is a line that CSS can draw {width} pixels long and {height} pixels high.',
      upright: '{name} is a vertical line that CSS can draw {width} pixels wide and {height} pixels high.',
      ...BOX_MESSAGES,
    },
    since: '0.1.0',
  },

  detect(document, facts) {
    return proposeBoxes('rule-image', document, facts, { wants: isLine, draw: drawLine });
  },

  draft: draftBox,
};

/**
 * @param {ImageFacts} image
 * @param {Box} box
 */
function drawLine(image, box) {
  const paint = image.paint && paintCss(image.paint, image, box);
  if (!paint) return null;
  return { messageId: box.height > box.width ? 'upright' : 'line', name: 'line', css: `background:${paint}` };
}
