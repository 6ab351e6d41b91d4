/** @import { PaletteOrder, Pixels } from './colours.js' */

import { present } from './checks.js';
import { orderPalette } from './colours.js';

/**
 * One exact representation of pixels: packed rows before filtering, and the chunks they need. `step` is the filters'
 * distance.
 * @typedef {{ readonly name: string, readonly width: number, readonly height: number, readonly bitDepth: number,
 *   readonly colourType: number, readonly palette: Uint8Array, readonly transparency: Uint8Array, readonly rows:
 *   Uint8Array, readonly rowBytes: number, readonly step: number }} Layout
 */

const empty = new Uint8Array(0);

/** Up to this many pixels, a layout without palette can be smaller. */
const largestDirect = 4096;

/**
 * Lists the layouts worth trying for an image. All of them contain the same pixels.
 * @param {Pixels} image
 * @param {readonly PaletteOrder[]} orders
 * @returns {Layout[]}
 */
export function listLayouts(image, orders) {
  const layouts = image.grey && image.alpha !== 'partial' ? greyLayouts(image) : [];
  if (image.indices) layouts.push(...indexedLayouts(image, orders));
  if (!image.indices || image.pixels.length <= (image.colours.length < 32 ? largestDirect : largestDirect * 4)) {
    layouts.push(directLayout(image));
  }
  // In small images an alpha channel can be smaller than the chunk that names a transparent colour.
  if (image.alpha === 'binary' && image.pixels.length <= largestDirect) layouts.push(directLayout(image, null));
  return layouts;
}

/**
 * @param {Pixels} image
 * @param {readonly PaletteOrder[]} orders
 */
function indexedLayouts(image, orders) {
  const size = image.colours.length;
  const least = size <= 2 ? 1 : size <= 4 ? 2 : size <= 16 ? 4 : 8;
  const depths = least === 8 ? [8] : [least, 8];
  const seen = new Set();
  /** @type {Layout[]} */
  const layouts = [];
  for (const order of size > 1 ? orders : orders.slice(0, 1)) {
    const entries = orderPalette(image, order);
    if (seen.has(entries.join())) continue;
    seen.add(entries.join());
    for (const bitDepth of depths) layouts.push(indexedLayout(image, entries, bitDepth, `${order} ${bitDepth}`));
  }
  return layouts;
}

/**
 * Stores pixels as indexes into a palette in a given order.
 * @param {Pixels} image
 * @param {readonly number[]} entries
 * @param {number} bitDepth
 * @param {string} name
 * @returns {Layout}
 */
export function indexedLayout(image, entries, bitDepth, name) {
  const position = new Uint8Array(256);
  const palette = new Uint8Array(entries.length * 3);
  /** @type {number[]} */
  const alphas = [];
  entries.forEach((entry, at) => {
    const word = image.colours[entry];
    position[entry] = at;
    palette.set([word & 0xff, (word >>> 8) & 0xff, (word >>> 16) & 0xff], at * 3);
    if (word >>> 24 < 255) alphas.push(word >>> 24);
  });
  const values = present(image.indices).map((index) => position[index]);
  return pack(image, values, 1, bitDepth, { name, colourType: 3, palette, transparency: Uint8Array.from(alphas) });
}

/**
 * @param {Pixels} image
 * @returns {Layout[]}
 */
function greyLayouts(image) {
  const used = new Set();
  for (const word of image.colours.length ? image.colours : new Set(image.pixels))
    if (word !== 0) used.add(word & 0xff);
  /** @type {Layout[]} */
  const layouts = [];
  for (const bitDepth of [1, 2, 4, 8]) {
    const scale = 255 / ((1 << bitDepth) - 1);
    if (![...used].every((value) => value % scale === 0)) continue;
    const key =
      image.alpha === 'none'
        ? -1
        : Array.from({ length: 1 << bitDepth }, (_, i) => i).findIndex((i) => !used.has(i * scale));
    if (key < 0 && image.alpha !== 'none') continue;
    const values = Uint8Array.from(image.pixels, (word) => (word === 0 ? key : (word & 0xff) / scale));
    const transparency = key < 0 ? empty : Uint8Array.of(0, key);
    layouts.push(
      pack(image, values, 1, bitDepth, { name: `grey ${bitDepth}`, colourType: 0, palette: empty, transparency }),
    );
  }
  return layouts.filter(({ bitDepth }, i) => i === 0 || bitDepth === 8);
}

/**
 * Stores pixels without a palette: grey with alpha, RGB with a key, or RGBA.
 * @param {Pixels} image
 * @param {number | null} [key] the colour that stands for transparency
 * @returns {Layout}
 */
export function directLayout(image, key = image.alpha === 'binary' ? findFreeColour(image) : null) {
  const alpha = image.alpha === 'partial' || (image.alpha === 'binary' && key === null);
  const colours = image.grey && alpha ? 1 : 3;
  const channels = colours + (alpha ? 1 : 0);
  const values = new Uint8Array(image.pixels.length * channels);
  for (let i = 0, to = 0; i < image.pixels.length; i++) {
    const word = image.pixels[i] === 0 && key !== null ? key : image.pixels[i];
    for (let c = 0; c < colours; c++) values[to++] = (word >>> (c * 8)) & 0xff;
    if (alpha) values[to++] = word >>> 24;
  }
  const transparency =
    key === null ? empty : Uint8Array.of(0, key & 0xff, 0, (key >>> 8) & 0xff, 0, (key >>> 16) & 0xff);
  const colourType = (colours === 3 ? 2 : 0) + (alpha ? 4 : 0);
  return pack(image, values, channels, 8, { name: `direct ${channels}`, colourType, palette: empty, transparency });
}

/**
 * Finds a colour that no visible pixel has, preferably near black.
 * @param {Pixels} image
 */
function findFreeColour({ pixels }) {
  const used = new Set();
  for (const word of pixels) if (word !== 0) used.add(word & 0xffffff);
  for (let colour = 0; colour < 0x1000000; colour++) if (!used.has(colour)) return colour;
  return null;
}

/**
 * @param {Pixels} image
 * @param {Uint8Array} values
 * @param {number} channels
 * @param {number} bitDepth
 * @param {Pick<Layout, 'name' | 'colourType' | 'palette' | 'transparency'>} kind
 * @returns {Layout}
 */
function pack({ width, height }, values, channels, bitDepth, kind) {
  const perRow = width * channels;
  const rowBytes = Math.ceil((perRow * bitDepth) / 8);
  let rows = values;
  if (bitDepth < 8) {
    rows = new Uint8Array(rowBytes * height);
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < perRow; x++) {
        const bit = x * bitDepth;
        rows[y * rowBytes + (bit >> 3)] |= values[y * perRow + x] << (8 - bitDepth - (bit & 7));
      }
    }
  }
  return { ...kind, width, height, bitDepth, rows, rowBytes, step: channels };
}
