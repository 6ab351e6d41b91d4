/** @import { Background, Picture, Rgb } from '../types.ts' */
import { apartAt } from './picture.js';
import { findRowBackground, modeOf, shareOf } from './row-background.js';

/**
 * Returns the possible backgrounds of a single image: none if it is transparent, or one colour in each row.
 * @param {Picture} picture @returns {Background[]}
 */
export function aloneBackgrounds(picture) {
  const { clear, width, height, rgb } = picture;
  /** @type {Background[]} */
  const backgrounds = [];
  if (clear) {
    const plain = new Uint8ClampedArray(rgb.length);
    const at = clear.indexOf(1);
    for (let pixel = 0; pixel < width * height; pixel++) plain.set(rgb.subarray(at * 3, at * 3 + 3), pixel * 3);
    backgrounds.push({
      rgb: plain,
      clear: new Uint8Array(width * height).fill(1),
      kind: /** @type {const} */ ('clear'),
    });
  }
  const rows = findRowBackground(picture);
  if (rows)
    backgrounds.push({
      rgb: rows.rgb,
      clear: rows.clear,
      ...(rows.clear ? { kind: /** @type {const} */ ('image') } : kindOf(rows, width, height)),
    });
  if (rows && !clear && rows.left + rows.right > 0) {
    const bare = { rgb: rows.bare, left: 0, right: 0 };
    backgrounds.push({ rgb: bare.rgb, clear: null, ...kindOf(bare, width, height), isBare: true });
  }
  const inner = rows && !clear ? findRowBackground(picture, true) : null;
  if (inner && rows && inner.rgb.some((value, at) => value !== rows.rgb[at]))
    backgrounds.push({ rgb: inner.rgb, clear: null, ...kindOf(inner, width, height), isBare: true });
  return [...backgrounds, ...flatBackgrounds(picture)];
}

/**
 * Min share of an opaque image that has the colour of the page if that is its background, too. Chosen. On 1 of 26
 * sites, a menu depends on it.
 */
const MIN_PAGE = 0.1;
/** The same for the most frequent colour. Chosen. On 1 of 26 sites, two menus depend on it. */
const MIN_USUAL = 0.4;

/**
 * Returns the colours that are likely to be the background of all of an opaque image: those behind it on pages, and its
 * most frequent one. Bold text can cover more of a tightly cropped image, or of its rows, than its background does.
 * @param {Picture} picture @returns {Background[]}
 */
function flatBackgrounds(picture) {
  const { behind = [], clear, width, height, rgb, tolerance } = picture;
  if (clear) return [];
  const usual = modeOf(rgb, 0, width * height, tolerance);
  const likely = behind.filter((colour) => shareOf(rgb, 0, width * height, colour, tolerance) >= MIN_PAGE);
  return [
    ...likely.map((colour) => layFlatColour(colour, 'page', rgb.length)),
    ...(usual.share >= MIN_USUAL ? [layFlatColour(usual.colour, 'usual', rgb.length)] : []),
  ];
}

/** @param {Rgb} colour @param {'page' | 'usual'} flat @param {number} length @returns {Background} */
function layFlatColour(colour, flat, length) {
  const rgb = new Uint8ClampedArray(length);
  for (let at = 0; at < length; at += 3) rgb.set(colour, at);
  return { rgb, clear: null, kind: 'plain', flat };
}

/**
 * @param {{ rgb: Uint8ClampedArray, left: number, right: number }} rows @param {number} width @param {number} height
 * @returns {Pick<Background, 'kind' | 'isRepeated'>}
 */
function kindOf({ rgb, left, right }, width, height) {
  if (left + right > 0) return { kind: 'image' };
  const isAlike = (/** @type {number} */ at, /** @type {number} */ other) => apartAt(rgb, rgb, at, other) <= 2;
  const pixels = Array.from({ length: width * height }, (_, at) => at);
  if (!pixels.every((at) => isAlike(at, at - (at % width)))) return { kind: 'image', isRepeated: true };
  const isPlain = pixels.every((at) => at % width > 0 || isAlike(at, 0));
  return { kind: isPlain ? 'plain' : 'rows' };
}
