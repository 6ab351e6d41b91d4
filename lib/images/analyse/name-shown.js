/** @import { DecodedImage } from '../types.ts' */

import { hash } from 'node:crypto';

/** Formats that hold pixels as they are; how others are decoded is for each browser to say. */
const LOSSLESS_FORMATS = new Set(['gif', 'png']);
/** Parts of a PNG that say what its colours mean. */
const COLOUR_PARTS = ['gAMA', 'cHRM', 'iCCP', 'cICP', 'sRGB'];

/**
 * Names what a file shows: files of the same name look the same everywhere, whatever they are called and however they
 * are coded.
 * @param {Uint8Array} bytes
 * @param {DecodedImage | { readonly broken: string } | null} decoded null: not in all of its pixels
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
  // What is clear has no colour that anybody sees.
  for (const [index, pixel] of pixels.entries()) if ((pixel & opacity) === 0) pixels[index] = 0;
  return hash('sha256', `${decoded.width} x ${decoded.height} ${hash('sha256', pixels)}`);
}
