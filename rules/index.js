/** @import { Rule } from '../lib/plan/types.ts' */

import animatedGif from './animated-gif.js';
import arrowImage from './arrow-image.js';
import blockingScript from './blocking-script.js';
import bulletImage from './bullet-image.js';
import cornerImage from './corner-image.js';
import criticalStyle from './critical-style.js';
import excessPixels from './excess-pixels.js';
import flatBackground from './flat-background.js';
import fontShift from './font-shift.js';
import gifImage from './gif-image.js';
import heavyJpeg from './heavy-jpeg.js';
import heavyPng from './heavy-png.js';
import heavySvg from './heavy-svg.js';
import hydratedImage from './hydrated-image.js';
import iconFont from './icon-font.js';
import idlePreload from './idle-preload.js';
import idleScript from './idle-script.js';
import imageButton from './image-button.js';
import imageMap from './image-map.js';
import largeIcon from './large-icon.js';
import lateModule from './late-module.js';
import lazyLoad from './lazy-load.js';
import manyStylesheets from './many-stylesheets.js';
import missingAlternative from './missing-alternative.js';
import modernBackground from './modern-background.js';
import modernImage from './modern-image.js';
import pageWeight from './page-weight.js';
import preloadFont from './preload-font.js';
import presentationalMarkup from './presentational-markup.js';
import renderOrder from './render-order.js';
import repeatedImage from './repeated-image.js';
import requantizeJpeg from './requantize-jpeg.js';
import responsiveImage from './responsive-image.js';
import rolloverPair from './rollover-pair.js';
import ruleImage from './rule-image.js';
import scriptedImage from './scripted-image.js';
import smallImage from './small-image.js';
import smallScript from './small-script.js';
import smallStylesheet from './small-stylesheet.js';
import sourceSet from './source-set.js';
import spacerImage from './spacer-image.js';
import textAndGraphicImage from './text-and-graphic-image.js';
import textBackground from './text-background.js';
import textImage from './text-image.js';
import textRollover from './text-rollover.js';
import truecolourPng from './truecolour-png.js';
import unloadedFile from './unloaded-file.js';
import unsizedImage from './unsized-image.js';
import unusedStyle from './unused-style.js';
import uppercaseTags from './uppercase-tags.js';
import webFont from './web-font.js';
import wrongSizes from './wrong-sizes.js';

/** All rules, in the order in which they run and are reported. @type {readonly Rule[]} */
export const rules = Object.freeze([
  uppercaseTags,
  unsizedImage,
  textBackground,
  textImage,
  textAndGraphicImage,
  imageButton,
  imageMap,
  textRollover,
  spacerImage,
  ruleImage,
  bulletImage,
  arrowImage,
  excessPixels,
  flatBackground,
  repeatedImage,
  gifImage,
  animatedGif,
  heavyPng,
  truecolourPng,
  heavyJpeg,
  heavySvg,
  requantizeJpeg,
  modernImage,
  modernBackground,
  responsiveImage,
  hydratedImage,
  wrongSizes,
  sourceSet,
  largeIcon,
  scriptedImage,
  rolloverPair,
  cornerImage,
  presentationalMarkup,
  smallImage,
  webFont,
  iconFont,
  fontShift,
  unusedStyle,
  smallStylesheet,
  smallScript,
  manyStylesheets,
  lazyLoad,
  blockingScript,
  preloadFont,
  idlePreload,
  lateModule,
  criticalStyle,
  renderOrder,
  missingAlternative,
  pageWeight,
  idleScript,
  unloadedFile,
]);

/** Former ids of rules, which still work in configs, flags and baselines. @type {Readonly<Record<string, string>>} */
export const FORMER_IDS = Object.freeze({
  'eager-image': 'lazy-load',
  'fine-jpeg': 'requantize-jpeg',
  'late-font': 'preload-font',
  'untrue-sizes': 'wrong-sizes',
});
