/** @import { ImageFormat } from '../types.ts' */

import { exact } from '../../base/exact.js';
import { latin1 } from '../png/checks.js';

/**
 * Facts from a header. The size is zero if it is missing or cannot be read.
 * @typedef {{ readonly format: ImageFormat, readonly width: number, readonly height: number, readonly frames?: number
 *   }} Sniffed
 */

/** @type {Sniffed} */
const unknown = Object.freeze({ format: 'unknown', width: 0, height: 0 });

/** Content that is allowed before the root of an SVG file, one alternative for each kind. */
const BEFORE_SVG = /\s+|<\?xml[^>]*>|<!--[\s\S]*?-->|<!DOCTYPE[^>[]*(?:\[[^\]]*\][^>[]*)?>/iy;
const SVG_TAG = /<svg[\s>][^>]*/iy;

/**
 * Returns the format of an image and its declared size, from its bytes alone. Never throws.
 * @param {Uint8Array} bytes
 * @returns {Sniffed}
 */
export function sniffImage(bytes) {
  try {
    for (const sniff of [sniffGif, sniffPng, sniffJpeg, sniffWebp, sniffAvif, sniffBmp, sniffIco, sniffSvg]) {
      const found = sniff(bytes, new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength));
      if (found) return Object.freeze(found);
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return unknown;
}

/**
 * @param {Uint8Array} bytes
 * @returns {Sniffed | null}
 */
function sniffGif(bytes) {
  if (!/^GIF8[79]a$/.test(latin1(bytes, 0, 6))) return null;
  const gif = { format: exact('gif'), width: 0, height: 0, frames: 0 };
  if (bytes.length < 13) return gif;
  gif.width = bytes[6] | (bytes[7] << 8);
  gif.height = bytes[8] | (bytes[9] << 8);
  let at = 13 + colourTableSize(bytes[10]);
  while (at < bytes.length && bytes[at] !== 0x3b) {
    if (bytes[at] === 0x2c && at + 9 < bytes.length) {
      if (gif.frames === 0) {
        gif.width = Math.max(
          gif.width,
          (bytes[at + 1] | (bytes[at + 2] << 8)) + (bytes[at + 5] | (bytes[at + 6] << 8)),
        );
        gif.height = Math.max(
          gif.height,
          (bytes[at + 3] | (bytes[at + 4] << 8)) + (bytes[at + 7] | (bytes[at + 8] << 8)),
        );
      }
      gif.frames++;
      at += 11 + colourTableSize(bytes[at + 9]);
    } else if (bytes[at] === 0x21) at += 2;
    else break;
    while (at < bytes.length && bytes[at] !== 0) at += bytes[at] + 1;
    at++;
  }
  return gif;
}

/** @param {number} packed */
function colourTableSize(packed) {
  return packed & 0x80 ? 3 << ((packed & 7) + 1) : 0;
}

/**
 * @param {Uint8Array} bytes
 * @param {DataView} view
 * @returns {Sniffed | null}
 */
function sniffPng(bytes, view) {
  if (latin1(bytes, 0, 8) !== '\x89PNG\r\n\x1a\n') return null;
  const known = bytes.length >= 24 && latin1(bytes, 12, 4) === 'IHDR';
  const size = known ? { width: view.getUint32(16), height: view.getUint32(20) } : { width: 0, height: 0 };
  for (let at = 8; at + 12 <= bytes.length; at += 12 + view.getUint32(at)) {
    const type = latin1(bytes, at + 4, 4);
    if (type === 'IDAT' || type === 'IEND') break;
    if (type === 'acTL' && at + 12 < bytes.length) return { format: 'apng', ...size, frames: view.getUint32(at + 8) };
  }
  return { format: 'png', ...size, frames: 1 };
}

/**
 * @param {Uint8Array} bytes
 * @param {DataView} view
 * @returns {Sniffed | null}
 */
function sniffJpeg(bytes, view) {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8 || bytes[2] !== 0xff) return null;
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) break;
    const marker = bytes[at + 1];
    if (marker === 0xff) at++;
    else if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) {
      return { format: 'jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5), frames: 1 };
    } else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else if (marker === 0xda || marker === 0xd9) break;
    else at += 2 + view.getUint16(at + 2);
  }
  return { format: 'jpeg', width: 0, height: 0, frames: 1 };
}

/**
 * @param {Uint8Array} bytes
 * @param {DataView} view
 * @returns {Sniffed | null}
 */
function sniffWebp(bytes, view) {
  if (latin1(bytes, 0, 4) !== 'RIFF' || latin1(bytes, 8, 4) !== 'WEBP') return null;
  const chunk = latin1(bytes, 12, 4);
  const u24 = (/** @type {number} */ at) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
  if (bytes.length < 30) return { format: 'webp', width: 0, height: 0 };
  if (chunk === 'VP8X') {
    const size = { width: u24(24) + 1, height: u24(27) + 1 };
    if (!(bytes[20] & 2)) return { format: 'webp', ...size, frames: 1 };
    let frames = 0;
    for (let at = 12; at + 8 <= bytes.length; at += 8 + ((view.getUint32(at + 4, true) + 1) & ~1)) {
      if (latin1(bytes, at, 4) === 'ANMF') frames++;
      if (view.getUint32(at + 4, true) > bytes.length) break;
    }
    return { format: 'webp', ...size, frames };
  }
  if (chunk === 'VP8L') {
    const bits = view.getUint32(21, true);
    return { format: 'webp', width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1, frames: 1 };
  }
  return {
    format: 'webp',
    width: view.getUint16(26, true) & 0x3fff,
    height: view.getUint16(28, true) & 0x3fff,
    frames: 1,
  };
}

/**
 * Returns true for a lossy WebP without transparency. Transparency is stored without loss, and can take most bytes.
 * @param {Uint8Array} bytes
 */
export function isOpaqueLossyWebp(bytes) {
  if (sniffImage(bytes).format !== 'webp') return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 12; at + 8 <= bytes.length; at += 8 + ((view.getUint32(at + 4, true) + 1) & ~1)) {
    const chunk = latin1(bytes, at, 4);
    if (chunk === 'VP8 ') return true;
    // Transparency comes before the image, and frames of an animation contain theirs.
    if (chunk === 'ALPH' || chunk === 'ANMF' || view.getUint32(at + 4, true) > bytes.length) return false;
  }
  return false;
}

/**
 * @param {Uint8Array} bytes
 * @param {DataView} view
 * @returns {Sniffed | null}
 */
function sniffAvif(bytes, view) {
  if (latin1(bytes, 4, 4) !== 'ftyp') return null;
  const brands = latin1(bytes, 8, Math.min(view.getUint32(0), 64) - 8);
  if (!/avi[fs]/.test(brands)) return null;
  const at = latin1(bytes, 0, 4096).indexOf('ispe');
  if (at < 0 || at + 16 > bytes.length) return { format: 'avif', width: 0, height: 0 };
  return { format: 'avif', width: view.getUint32(at + 8), height: view.getUint32(at + 12) };
}

/**
 * @param {Uint8Array} bytes
 * @param {DataView} view
 * @returns {Sniffed | null}
 */
function sniffBmp(bytes, view) {
  if (latin1(bytes, 0, 2) !== 'BM' || bytes.length < 26) return null;
  const header = view.getUint32(14, true);
  if (header === 12)
    return { format: 'bmp', width: view.getUint16(18, true), height: view.getUint16(20, true), frames: 1 };
  if (header < 16 || header > 200) return null;
  return {
    format: 'bmp',
    width: Math.abs(view.getInt32(18, true)),
    height: Math.abs(view.getInt32(22, true)),
    frames: 1,
  };
}

/**
 * @param {Uint8Array} bytes
 * @param {DataView} view
 * @returns {Sniffed | null}
 */
function sniffIco(bytes, view) {
  if (bytes.length < 22 || view.getUint16(0, true) !== 0) return null;
  const kind = view.getUint16(2, true);
  const count = view.getUint16(4, true);
  if ((kind !== 1 && kind !== 2) || count === 0 || bytes[9] !== 0) return null;
  let [width, height] = [0, 0];
  for (let at = 6; at + 16 <= bytes.length && at < 6 + count * 16; at += 16) {
    width = Math.max(width, bytes[at] || 256);
    height = Math.max(height, bytes[at + 1] || 256);
  }
  return { format: 'ico', width, height, frames: 1 };
}

/**
 * @param {Uint8Array} bytes
 * @returns {Sniffed | null}
 */
function sniffSvg(bytes) {
  const head = latin1(bytes, 0, 4096).replace(/^\xef\xbb\xbf/, '');
  const tag = svgTagIn(head);
  if (!tag) return null;
  const length = (/** @type {string} */ name) =>
    Number(new RegExp(`\\s${name}\\s*=\\s*["']\\s*([\\d.]+)(?:px)?\\s*["']`).exec(tag)?.[1] ?? 0);
  const box = /viewBox\s*=\s*["']\s*[-\d.]+[\s,]+[-\d.]+[\s,]+([\d.]+)[\s,]+([\d.]+)/.exec(tag);
  return {
    format: 'svg',
    width: Math.round(length('width') || Number(box?.[1] ?? 0)),
    height: Math.round(length('height') || Number(box?.[2] ?? 0)),
    frames: 1,
  };
}

/** Returns the start tag of an SVG file. @param {string} head */
function svgTagIn(head) {
  let at = 0;
  for (BEFORE_SVG.lastIndex = 0; BEFORE_SVG.test(head); ) at = BEFORE_SVG.lastIndex;
  SVG_TAG.lastIndex = at;
  return SVG_TAG.exec(head)?.[0] ?? null;
}
