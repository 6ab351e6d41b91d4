/** @import { Element, ImageFacts, Page, Rule } from '../lib/types.ts' */
/** @import { Box } from './shared/box.js' */

import { paintCss } from './shared/paint-css.js';
import { applyBox, BOX_MESSAGES, looksOfBox, proposeBoxes } from './shared/replace-image.js';

/** @type {Rule} */
export default {
  meta: {
    id: 'rule-image',
    category: 'style',
    summary: 'Turns images of plain, bevelled and graded lines into backgrounds.',
    why: 'A line is a colour or two: CSS says it in fewer bytes than the request for its image takes.',
    default: 'on',
    safety: 'visual',
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
    return proposeBoxes('rule-image', /** @type {Page} */ (document), facts, { wants: isLine, draw: drawLine });
  },

  looks: looksOfBox,

  apply: applyBox,
};

/**
 * Whether an image is a line by itself, or one colour that its attributes stretch into one.
 * @param {ImageFacts} image
 * @param {Element} element
 */
function isLine({ kind, solid, transparency }, { attributes }) {
  if (kind === 'rule') return true;
  if (solid === null || transparency === 'full') return false;
  const written = (/** @type {string} */ name) => attributes.get(name)?.value ?? '';
  if (/^\s*\d+(?:\.\d+)?%/.test(written('width')) && Number.parseFloat(written('height')) <= 6) return true;
  const [width, height] = [Number.parseFloat(written('width')), Number.parseFloat(written('height'))];
  return Math.min(width, height) <= 6 && Math.max(width, height) >= 8 * Math.min(width, height);
}

/**
 * @param {ImageFacts} image
 * @param {Box} box
 */
function drawLine(image, box) {
  const paint = image.paint && paintCss(image.paint, image, box);
  if (!paint) return null;
  return { messageId: box.height > box.width ? 'upright' : 'line', name: 'line', css: `background:${paint}` };
}
