/** @import { Rule } from '../lib/plan/types.ts' */
/** @import { Page } from '../lib/site/types.ts' */

import { BOX_MESSAGES, draftBox, proposeBoxes } from './kit/replace-image.js';
import { drawShape, isFaithful, isPointing, isSmall, shapeOf } from './kit/shape-css.js';

/** @type {Rule} */
export default {
  meta: {
    id: 'bullet-image',
    category: 'style',
    summary: 'Draws dots, balls, squares, ticks, crosses and stars with CSS.',
    why: 'A bullet is a simple shape with few colours. One class draws it anywhere, without a request.',
    default: 'on',
    safety: 'visual',
    addsStyles: true,
    reads: ['images', 'references', 'sheets', 'scripts'],
    options: {},
    messages: {
      bullet: '{name} is a {shape} of {width} x {height} pixels that CSS can draw.',
      ...BOX_MESSAGES,
    },
    since: '0.1.0',
  },

  detect(document, facts) {
    return proposeBoxes('bullet-image', document, facts, {
      wants: (image) => {
        const shape = shapeOf(image);
        return image.kind === 'bullet'
          ? !shape || !isPointing(shape)
          : shape !== null && !isPointing(shape) && isFaithful(shape) && isSmall(image);
      },
      draw: (image, box) => drawShape('bullet', image, box),
    });
  },

  draft: draftBox,
};
