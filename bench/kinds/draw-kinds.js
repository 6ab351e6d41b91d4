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
 * @property {boolean} [clear] true if the background is transparent
 */

/** Functions that draw random images of each kind. @type {Record<string, (dice: Dice) => Drawing>} */
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
