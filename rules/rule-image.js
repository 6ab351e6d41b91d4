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
    summary: 'Turns images of plain, bevelled and graded lines into backgrounds.',
    why: 'A line is a colour or two: CSS says it in fewer bytes than the request for its image takes.',
    default: 'on',
    safety: 'visual',
    addsStyles: true,
    reads: ['images', 'references', 'sheets', 'scripts'],
    options: {},
    messages: {
      line: '{name} is a line: CSS draws it {width} pixels long and {height} high',
      upright: '{name} is an upright line: CSS draws it {width} pixels wide and {height} high',
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
