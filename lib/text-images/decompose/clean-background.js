/** @import { Background, Decomposed, Picture, Shadow } from '../types.ts' */
import { castShade, isAtText } from './find-shadow.js';
import { layPieces } from './split-lines.js';

/**
 * Max share of a pixel that a shadow covers if the background is calculated from it: noise grows by 1 / (1 - share).
 * Chosen. Of 26 sites, 1 has such shadows.
 */
const MAX_SHADE = 0.6;
/** Max difference of shares by which one image shows the background as well as another one. Chosen, as above. */
const AS_CLEAR = 0.05;

/**
 * Returns the background of a set as the images show it that cover it least, without the shadow of their texts: votes
 * take what the shadows of many texts have in common for a part of the background.
 * @param {readonly Decomposed[]} members of one set @param {Shadow} shadow of their texts
 * @returns {Background}
 */
export function cleanBackground(members, shadow) {
  const { background, picture } = members.find((one) => one.background.isFilled) ?? members[0];
  const rgb = Uint8ClampedArray.from(background.rgb);
  const views = members.map((one) => ({ picture: one.picture, shade: shadeOf(one, shadow) }));
  for (let at = 0; at < picture.width * picture.height; at++) {
    const least = Math.min(...views.map(({ shade }) => shade[at]));
    if (least > MAX_SHADE) continue;
    const clear = views.filter(({ shade }) => shade[at] <= least + AS_CLEAR);
    for (let channel = 0; channel < 3; channel++)
      rgb[at * 3 + channel] = medianOf(clear.map((view) => withoutShade(view, at, channel, shadow)));
  }
  return { kind: 'image', rgb, clear: background.clear, isShared: true };
}

/**
 * @param {{ picture: Picture, shade: Float32Array }} view @param {number} at @param {number} channel
 * @param {Shadow} shadow
 */
function withoutShade({ picture, shade }, at, channel, { colour }) {
  return (picture.rgb[at * 3 + channel] - shade[at] * colour[channel]) / (1 - shade[at]);
}

/**
 * Returns how much a text and its shadow cover each pixel: 1 at the text and next to it, where its edges are.
 * @param {Decomposed} image @param {Shadow} shadow
 */
function shadeOf(image, shadow) {
  const { width, height } = image.picture;
  const text = layPieces(image);
  return castShade(shadow, text, width, height).map((share, at) =>
    isAtText(text, at % width, Math.floor(at / width), width, height) ? 1 : share,
  );
}

/** @param {readonly number[]} values */
function medianOf(values) {
  return values.toSorted((one, other) => one - other)[values.length >> 1];
}
