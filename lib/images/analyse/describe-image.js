import { classifyImage } from './classify-image.js';
import { describeShape } from './describe-shape.js';
import { measureImage } from './measure-image.js';

/**
 * @import { DecodedImage, ImageFacts } from '../types.ts'
 * @import { ImageUsage } from '../../site/types.ts'
 * @import { Shape } from './describe-shape.js'
 *
 * @typedef {Omit<ImageFacts, 'shows'> & { readonly shape: Shape | null }} DescribedImage
 */

/**
 * Collects all facts about an image, from its pixels and from its use on pages.
 * @param {DecodedImage | { readonly broken: string }} decoded
 * @param {readonly ImageUsage[]} [usages]
 * @returns {DescribedImage}
 */
export function describeImage(decoded, usages = []) {
  if ('broken' in decoded) return { ...UNSEEN, broken: decoded.broken };
  const measurements = measureImage(decoded);
  const { count, paint, features } = measurements;
  return Object.freeze({
    format: decoded.format,
    width: decoded.width,
    height: decoded.height,
    frames: decoded.frames.length,
    ...classifyImage(measurements, usages),
    colours: count.colours,
    transparency: count.transparency,
    inks: decoded.colourSpace === 'cmyk',
    solid: count.solid,
    paint,
    shape: describeShape(decoded),
    features,
    broken: null,
  });
}

/** @type {DescribedImage} */
const UNSEEN = Object.freeze({
  format: 'unknown',
  width: 0,
  height: 0,
  frames: 0,
  kind: 'unknown',
  confidence: 0,
  colours: 0,
  transparency: 'none',
  inks: false,
  solid: null,
  paint: null,
  shape: null,
  features: Object.freeze({}),
  broken: null,
});
