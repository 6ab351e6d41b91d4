/** @import { DecodedImage } from '../../lib/images/types.ts' */

/**
 * Letters drawn by hand, five pixels high: enough to segment, never to read.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const GLYPHS = {
  H: ['#..#', '#..#', '####', '#..#', '#..#'],
  i: ['#', '.', '#', '#', '#'],
};

/** A word of small letters, all as high as wide and set by hand, so that capitals are as like. */
const ZONES = [
  '#####..######..######..######..######',
  '...##..##..##..##..##..##..##..##....',
  '..##...##..##..##..##..##..##..###...',
  '..##...##..##..##..##..######....###.',
  '.##....##..##..##..##..##..........##',
  '##.....##..##..##..##..##..##..##..##',
  '#####..######..##..##..######..######',
];

/** Whether a pixel belongs to the word `zones`. @param {number} x @param {number} y */
export function inZones(x, y) {
  return ZONES[y]?.[x] === '#';
}

/**
 * An image of one frame from a function of its pixels.
 * @param {number} width
 * @param {number} height
 * @param {(x: number, y: number) => readonly number[]} at red, green, blue and alpha
 * @returns {DecodedImage}
 */
export function paint(width, height, at) {
  const rgba = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [red, green, blue, alpha = 255] = at(x, y);
      rgba.set([red, green, blue, alpha], (y * width + x) * 4);
    }
  }
  return {
    format: 'png',
    width,
    height,
    frames: [{ rgba, delayMs: 0 }],
    plays: 1,
    bitsPerChannel: 8,
    colourSpace: 'srgb',
    orientation: 1,
  };
}

/**
 * Whether a pixel belongs to the letters `Hi`, each pixel as large as `scale`.
 * @param {number} x
 * @param {number} y
 * @param {number} scale
 */
export function inHi(x, y, scale) {
  const [u, v] = [Math.floor(x / scale), Math.floor(y / scale)];
  const row = `${GLYPHS.H[v] ?? ''}.${GLYPHS.i[v] ?? ''}`;
  return v >= 0 && u >= 0 && row[u] === '#';
}
