/** @import { DecodedImage } from '../types.ts' */

import { hash } from 'node:crypto';

/** Lossless formats. The decoding of other formats can differ between browsers. */
const LOSSLESS_FORMATS = new Set(['gif', 'png']);
/** Chunks of a PNG that define the meaning of its colours. */
const COLOUR_PARTS = ['gAMA', 'cHRM', 'iCCP', 'cICP', 'sRGB'];

/**
 * Returns a name for the rendering of a file: files with the same name render the same, independent of file name and
 * encoding.
 * @param {Uint8Array} bytes
 * @param {DecodedImage | { readonly broken: string } | null} decoded null if not all pixels were decoded
 */
export function nameShown(bytes, decoded) {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const isPlain =
    decoded !== null &&
    !('broken' in decoded) &&
    LOSSLESS_FORMATS.has(decoded.format) &&
    decoded.frames.length === 1 &&
    decoded.bitsPerChannel === 8 &&
    (decoded.format === 'gif' || !COLOUR_PARTS.some((part) => content.includes(part)));
  if (!isPlain) return hash('sha256', content);
  const pixels = new Uint32Array(decoded.frames[0].rgba.slice().buffer);
  const opacity = new Uint32Array(new Uint8Array([0, 0, 0, 255]).buffer)[0];
  // The colour of transparent pixels is invisible.
  for (const [index, pixel] of pixels.entries()) if ((pixel & opacity) === 0) pixels[index] = 0;
  return hash('sha256', `${decoded.width} x ${decoded.height} ${hash('sha256', pixels)}`);
}
