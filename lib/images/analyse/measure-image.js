import { countColours } from './count-colours.js';
import { findMasks } from './find-masks.js';
import { findPaint } from './find-paint.js';
import { isMoving } from './frames.js';
import { measureEdge } from './measure-edge.js';
import { measureFigure } from './measure-figure.js';
import { measureLettering } from './measure-lettering.js';
import { measureTexture } from './measure-texture.js';
import { toRaster } from './raster.js';
import { stripBorder } from './strip-border.js';

/**
 * @import { DecodedImage, Paint } from '../types.ts'
 * @import { ColourCount } from './count-colours.js'
 *
 * @typedef {object} Measurements
 * @property {number} width
 * @property {number} height
 * @property {ColourCount} count exact facts about the colours
 * @property {Paint | null} paint CSS that can replace the pixels
 * @property {boolean} moves true if any frame differs from the first
 * @property {Readonly<Record<string, number>>} features input of the classification
 */

/** Sizes that are standards for advertisements. Images of these sizes are likely to be banners. */
const BANNER_SIZES = new Set(
  '468x60 234x60 120x60 120x90 120x240 125x125 88x31 728x90 392x72 200x40 150x40 160x600 120x600'.split(' '),
);

/**
 * Measures the pixels of an image: all input for the classification.
 * @param {DecodedImage} decoded
 * @returns {Measurements}
 */
export function measureImage(decoded) {
  const { width, height } = decoded;
  const [first] = decoded.frames;
  const count = countColours(first.rgba);
  const raster = toRaster(decoded);
  const { inner, depth } = stripBorder(raster);
  const masks = findMasks(inner);
  const features = {
    width,
    height,
    logArea: Math.log(width * height),
    logAspect: Math.log(width / height),
    logShort: Math.log(Math.min(width, height)),
    colours: Math.log(count.colours),
    coloursPerPixel: count.colours / (width * height),
    firstShare: count.shares[0],
    secondShare: count.shares[1] ?? 0,
    opaqueShare: raster.opaqueShare,
    clearShare: raster.clearShare,
    frameDepth: depth,
    bannerSize: BANNER_SIZES.has(`${width}x${height}`) ? 1 : 0,
    jpeg: decoded.format === 'jpeg' ? 1 : 0,
    ...measureEdge(raster),
    ...measureTexture(raster),
    ...measureFigure(inner, masks[0]),
    ...measureLettering(inner, masks),
  };
  return Object.freeze({
    width,
    height,
    count,
    paint: findPaint(decoded),
    moves: isMoving(decoded.frames),
    features: Object.freeze(features),
  });
}
