/** @import { Background, Decomposed, Picture, Shadow } from '../types.ts' */
import { blurCoverage } from './find-shadow.js';

/** Coverage by a text from which a pixel does not show the background. */
const COVERED = 0.02;
/** Pixels around a character that its smoothed edge can cover. */
const EDGE_PX = 1;
/** Max coverage by a shadow from which the background is calculated, as noise grows with it. */
const MAX_SHADE = 0.6;
/** Max difference of coverage by shadows of which one shows the background as well as the other. */
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
  return { kind: 'image', rgb, clear: background.clear };
}

/**
 * @param {{ picture: Picture, shade: Float32Array }} view @param {number} at @param {number} channel
 * @param {Shadow} shadow
 */
function withoutShade({ picture, shade }, at, channel, { colour }) {
  return (picture.rgb[at * 3 + channel] - shade[at] * colour[channel]) / (1 - shade[at]);
}

/**
 * Returns how much of each pixel the shadow of a text covers: 1 where the text itself is.
 * @param {Decomposed} image @param {Shadow} shadow
 */
function shadeOf({ picture: { width, height }, lines }, { x: right, y: down, blur, opacity }) {
  const text = new Float32Array(width * height);
  for (const piece of lines.flatMap(({ pieces }) => pieces))
    for (const [at, value] of piece.coverage.entries())
      text[(piece.y + Math.floor(at / piece.width)) * width + piece.x + (at % piece.width)] ||= value;
  const soft = blurCoverage(text, width, height, blur);
  return text.map((_, at) => {
    const [x, y] = [at % width, Math.floor(at / width)];
    if (isNextToText(text, x, y, width, height)) return 1;
    return isIn(x - right, y - down, width, height) ? soft[(y - down) * width + x - right] * opacity : 0;
  });
}

/** @param {Float32Array} text @param {number} x @param {number} y @param {number} width @param {number} height */
function isNextToText(text, x, y, width, height) {
  for (let v = y - EDGE_PX; v <= y + EDGE_PX; v++)
    for (let u = x - EDGE_PX; u <= x + EDGE_PX; u++)
      if (isIn(u, v, width, height) && text[v * width + u] >= COVERED) return true;
  return false;
}

/** @param {number} x @param {number} y @param {number} width @param {number} height */
function isIn(x, y, width, height) {
  return x >= 0 && y >= 0 && x < width && y < height;
}

/** @param {readonly number[]} values */
function medianOf(values) {
  return values.toSorted((one, other) => one - other)[values.length >> 1];
}
