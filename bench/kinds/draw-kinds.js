import { drawArrow, drawBullet, drawIcon } from './draw-marks.js';
import { drawBackground, drawChart, drawPhoto } from './draw-pictures.js';
import { drawLogo, drawText, drawTextAndGraphic } from './draw-words.js';

/**
 * @import { Dice } from './draw-parts.js'
 *
 * @typedef {object} Drawing
 * @property {number} width
 * @property {number} height
 * @property {string} body SVG
 * @property {boolean} [clear] whether the ground is left clear
 */

/** How to draw an image of each kind; many looks each. @type {Record<string, (dice: Dice) => Drawing>} */
export const DRAWERS = {
  text: drawText,
  'text-and-graphic': drawTextAndGraphic,
  bullet: drawBullet,
  arrow: drawArrow,
  icon: drawIcon,
  logo: drawLogo,
  chart: drawChart,
  photo: drawPhoto,
  background: drawBackground,
};
