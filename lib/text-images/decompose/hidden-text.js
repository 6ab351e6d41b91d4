/** @import { Background, Box, Line, Picture, Rgb } from '../types.ts' */
import { apart, colourAt } from './picture.js';
import { boxOf, flood, unite } from './split-lines.js';

/** Share of the contrast by which a part of a background can differ from the foreground colour and still have it. */
const NEAR = 0.4;
/** Height and width of possible characters, as shares of the text's height. */
const CHARACTER = Object.freeze({ least: 0.35, most: 1.7, wide: 3 });

/**
 * Returns true if a background still contains possible characters of the text: in its colour, as tall, on its lines,
 * and not part of a frame.
 * @param {Picture} picture @param {Background} background @param {Rgb} ink @param {readonly Line[]} lines
 */
export function hidesText({ width, height }, { rgb, clear, graphics }, ink, lines) {
  const inked = new Float32Array(width * height);
  for (let at = 0; at < inked.length; at++)
    inked[at] =
      !clear?.[at] && !graphics?.[at] && apart(colourAt(rgb, at), ink) <= NEAR * contrastOf(rgb, ink, lines, width)
        ? 1
        : 0;
  const seen = new Uint8Array(inked.length);
  for (let start = 0; start < inked.length; start++) {
    if (!inked[start] || seen[start]) continue;
    const box = boxOf(flood(inked, seen, start, width, height), width);
    if (mayBeCharacter(box, lines, width, height)) return true;
  }
  return false;
}

/**
 * Returns the contrast between the foreground and the background of the text.
 * @param {Uint8ClampedArray} rgb @param {Rgb} ink @param {readonly Line[]} lines @param {number} width
 */
function contrastOf(rgb, ink, lines, width) {
  const { x, y } = unite(lines.map(({ box }) => box));
  return apart(colourAt(rgb, y * width + x), ink);
}

/** @param {Box} box @param {readonly Line[]} lines @param {number} width @param {number} height */
function mayBeCharacter(box, lines, width, height) {
  // A frame or a round corner reaches the upper or lower edge. A character that the image cuts reaches only a side.
  if (box.y === 0 || box.y + box.height === height || box.width > width / 2) return false;
  return lines.some(
    ({ box: line }) =>
      box.height >= line.height * CHARACTER.least &&
      box.height <= line.height * CHARACTER.most &&
      box.width <= line.height * CHARACTER.wide &&
      Math.min(line.y + line.height, box.y + box.height) - Math.max(line.y, box.y) > box.height / 2,
  );
}
