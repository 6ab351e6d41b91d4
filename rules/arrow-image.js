/** @import { Rule } from '../lib/plan/types.ts' */
/** @import { Page } from '../lib/site/types.ts' */

import { BOX_MESSAGES, draftBox, proposeBoxes } from './kit/replace-image.js';
import { drawShape, isFaithful, isPointing, isSmall, shapeOf } from './kit/shape-css.js';

/** @type {Rule} */
export default {
  meta: {
    id: 'arrow-image',
    category: 'style',
    summary: 'Draws triangles, arrows and chevrons with CSS.',
    why: 'An arrow is a shape with a colour. One class draws it anywhere, without a request and without a font.',
    default: 'on',
    safety: 'visual',
    addsStyles: true,
    reads: ['images', 'references', 'sheets', 'scripts'],
    options: {},
    messages: {
      arrow: '{name} is a {shape} of {width} x {height} pixels that CSS can draw.',
      ...BOX_MESSAGES,
    },
    since: '0.1.0',
  },

  detect(document, facts) {
    return proposeBoxes('arrow-image', document, facts, {
      wants: (image) => {
        const shape = shapeOf(image);
        return image.kind === 'arrow'
          ? !shape || isPointing(shape)
          : shape !== null && isPointing(shape) && isFaithful(shape) && isSmall(image);
      },
      draw: (image, box) => drawShape('arrow', image, box),
    });
  },

  draft: draftBox,
};
