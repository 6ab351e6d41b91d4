import { drawPng } from './accept/draw-background.js';
import { writeColour } from './accept/write-box.js';
import { colourAt, layFlat } from './decompose/picture.js';
import { explainImages } from './explain-images.js';

/** @import { DecodedImage } from '../images/types.ts' */
/** @import { Tools } from './explain-images.js' */
/** @import { Said } from './read/judge-text.js' */
/** @import { Box, Explained, NotExplained, Rgb } from './types.ts' */

/** Declarations that place a link in a strip. */
const LINK = 'position:absolute;color:inherit;text-decoration:none';

/**
 * Explains a strip of text with an image map: each area by itself, as a link over the rest of the image.
 * @param {DecodedImage} decoded
 * @param {{ bytes: number, behind: readonly Rgb[] }} file the bytes of its file, and the colours behind it on pages
 * @param {readonly (Box & { said: Said })[]} areas @param {'visual' | 'lossy'} likeness @param {Tools} tools
 * @returns {Promise<(Explained & { said: readonly string[] }) | NotExplained>}
 */
export async function explainMap(decoded, { bytes, behind }, areas, likeness, tools) {
  const crops = areas.map((area, at) => ({
    path: String(at),
    decoded: crop(decoded, area),
    said: area.said,
    bytes: Math.round(bytes / areas.length),
    behind,
  }));
  const results = await explainImages(crops, likeness, { ...tools, isOne: true });
  const parts = crops.flatMap(({ path }) => results.get(path) ?? []);
  const failed = parts.find((part) => 'failed' in part);
  if (failed && 'failed' in failed) return failed;
  const links = /** @type {Explained[]} */ (parts);
  const [first] = links;
  const text = links.map((link) => link.text).join(' ');
  if (links.some(({ font }) => font.set !== first.font.set))
    return { failed: 'looks-different', detail: 'its links are set in more than one font', text };
  const html = links.map((link, at) => writeLink(link, areas[at], at)).join('');
  const ground = eraseText(decoded, areas, links, tools);
  return {
    ...first,
    ...{ text, html, width: decoded.width, height: decoded.height, said: links.map((link) => link.text) },
    css: `width:${decoded.width}px;height:${decoded.height}px;position:relative;background:${ground.css}`,
    background: ground.background,
  };
}

/** @param {Explained} link @param {Box} area @param {number} at */
function writeLink({ css, html }, { x, y }, at) {
  const own = css.replace(/;background:.*$/, '').replaceAll('"', "'");
  return `<a {area${at}} style="${LINK};left:${x}px;top:${y}px;${own}">${html}</a>`;
}

/** @param {DecodedImage} decoded @param {Box} box @returns {DecodedImage} */
function crop(decoded, { x, y, width, height }) {
  const rgba = new Uint8Array(width * height * 4);
  for (let row = 0; row < height; row++) {
    const from = ((y + row) * decoded.width + x) * 4;
    rgba.set(decoded.frames[0].rgba.subarray(from, from + width * 4), row * width * 4);
  }
  return { ...decoded, width, height, frames: [{ ...decoded.frames[0], rgba }] };
}

/**
 * Returns a strip without the text of its areas.
 * @param {DecodedImage} decoded @param {readonly Box[]} areas @param {readonly Explained[]} links @param {Tools} tools
 * @returns {{ css: string, background: Explained['background'] }}
 */
function eraseText(decoded, areas, links, tools) {
  const rgba = Uint8Array.from(decoded.frames[0].rgba);
  for (const [at, { x, y, width, height }] of areas.entries()) {
    const { behind } = links[at];
    for (let row = 0; row < height; row++)
      rgba.set(behind.subarray(row * width * 4, (row + 1) * width * 4), ((y + row) * decoded.width + x) * 4);
  }
  const picture = layFlat({ ...decoded, frames: [{ ...decoded.frames[0], rgba }] }, '');
  const plain = picture && !picture.clear && isPlain(picture.rgb) ? writeColour(colourAt(picture.rgb, 0)) : null;
  if (plain) return { css: plain, background: null };
  return {
    css: '{background}',
    background: drawPng({ width: decoded.width, height: decoded.height, rgba }, tools.encodePng),
  };
}

/** @param {Uint8ClampedArray} rgb */
function isPlain(rgb) {
  return rgb.every((value, at) => Math.abs(value - rgb[at % 3]) <= 2);
}
