/** @import { Rule } from '../lib/types.ts' */

import animatedGif from './animated-gif.js';
import gifImage from './gif-image.js';
import heavyJpeg from './heavy-jpeg.js';
import heavyPng from './heavy-png.js';
import modernImage from './modern-image.js';
import pageWeight from './page-weight.js';
import truecolourPng from './truecolour-png.js';
import unsizedImage from './unsized-image.js';
import uppercaseTags from './uppercase-tags.js';

/** Every rule, in the order they run and reports list them. @type {readonly Rule[]} */
export const rules = Object.freeze([
  uppercaseTags,
  unsizedImage,
  gifImage,
  animatedGif,
  heavyPng,
  truecolourPng,
  heavyJpeg,
  modernImage,
  pageWeight,
]);
