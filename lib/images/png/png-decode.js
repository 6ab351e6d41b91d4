/** @import { DecodedImage, Frame } from './types.ts' */
/** @import { DecodeLimits } from './limits.js' */
/** @import { Chunk, PngFrame, PngParts } from './png-read.js' */
import { inflateProfile, isSrgbProfile } from './colour-profile.js';
import { defaultLimits } from './limits.js';
import { readPng, readSamples } from './png-read.js';

/**
 * Decodes a PNG or APNG into whole canvases. Samples of 16 bits are cut to 8 bits, and `bitsPerChannel` has the
 * original depth.
 * @param {Uint8Array} bytes
 * @param {DecodeLimits} [limits]
 * @returns {DecodedImage}
 */
export function decodePng(bytes, limits = defaultLimits) {
  const parts = readPng(bytes, limits);
  const { header, chunks } = parts;
  const grey = header.colourType === 0 || header.colourType === 4;
  return Object.freeze({
    format: parts.animated ? 'apng' : 'png',
    width: header.width,
    height: header.height,
    frames: Object.freeze(parts.animated ? playFrames(parts) : [readStill(parts)]),
    plays: parts.frames.length > 1 ? parts.plays : 1,
    bitsPerChannel: header.bitDepth === 16 ? 16 : 8,
    colourSpace: hasForeignColours(chunks) ? 'profile' : grey ? 'grey' : 'srgb',
    orientation: 1,
  });
}

/**
 * Returns true if the samples of an image are not sRGB.
 * @param {readonly Chunk[]} chunks
 */
function hasForeignColours(chunks) {
  if (chunks.some(({ type }) => type === 'cICP')) return true;
  const data = chunks.find(({ type }) => type === 'iCCP')?.data;
  const profile = data ? inflateProfile(data) : null;
  return profile !== null && !isSrgbProfile(profile);
}

/**
 * @param {PngParts} parts
 * @returns {Frame}
 */
function readStill(parts) {
  const rgba = toRgba(parts, readSamples(parts.header, parts.frames[0]), parts.frames[0]);
  return Object.freeze({ rgba, delayMs: 0 });
}

/**
 * Composes the frames of an animation, see https://www.w3.org/TR/png-3/#fcTL-chunk.
 * @param {PngParts} parts
 */
function playFrames(parts) {
  const { width, height } = parts.header;
  let canvas = new Uint8Array(width * height * 4);
  return parts.frames.map((frame, index) => {
    const pixels = toRgba(parts, readSamples(parts.header, frame), frame);
    const before = frame.dispose === 2 && index > 0 ? canvas.slice() : null;
    for (let y = 0; y < frame.height; y++) {
      const to = ((frame.y + y) * width + frame.x) * 4;
      const row = pixels.subarray(y * frame.width * 4, (y + 1) * frame.width * 4);
      if (frame.blend === 0) canvas.set(row, to);
      else blendOver(canvas, to, row);
    }
    const shown = canvas.slice();
    if (before) canvas = before;
    else if (frame.dispose > 0) {
      for (let y = frame.y; y < frame.y + frame.height; y++) {
        canvas.fill(0, (y * width + frame.x) * 4, (y * width + frame.x + frame.width) * 4);
      }
    }
    return Object.freeze({ rgba: shown, delayMs: frame.delayMs });
  });
}

/**
 * @param {Uint8Array} canvas
 * @param {number} at
 * @param {Uint8Array} row
 */
function blendOver(canvas, at, row) {
  for (let i = 0; i < row.length; i += 4) {
    const alpha = row[i + 3];
    const under = canvas[at + i + 3];
    if (alpha === 0) continue;
    if (alpha === 255 || under === 0) {
      canvas.set(row.subarray(i, i + 4), at + i);
      continue;
    }
    const rest = (under * (255 - alpha)) / 255;
    const total = alpha + rest;
    for (let c = 0; c < 3; c++) {
      canvas[at + i + c] = Math.round((row[i + c] * alpha + canvas[at + i + c] * rest) / total);
    }
    canvas[at + i + 3] = Math.round(total);
  }
}

/**
 * Converts samples of any colour type to 8-bit RGBA.
 * @param {PngParts} parts
 * @param {Uint8Array} samples
 * @param {Pick<PngFrame, 'width' | 'height'>} size
 */
export function toRgba({ header, palette, transparency }, samples, { width, height }) {
  const { bitDepth, colourType } = header;
  const out = new Uint8Array(width * height * 4);
  if (colourType === 6 && bitDepth === 8) {
    out.set(samples);
    return out;
  }
  const channels = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }[colourType] ?? 1;
  const rowBytes = Math.ceil((width * channels * bitDepth) / 8);
  const scale = bitDepth < 8 && colourType === 0 ? 255 / ((1 << bitDepth) - 1) : 1;
  const key = transparency.length >= channels * 2 ? transparency : null;
  const mask = (1 << bitDepth) - 1;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const to = (y * width + x) * 4;
      const bit = x * channels * bitDepth;
      const from = y * rowBytes + (bit >> 3);
      if (colourType === 3 || bitDepth < 8) {
        const value = (samples[from] >> (8 - bitDepth - (bit & 7))) & mask;
        if (colourType === 3) {
          for (let c = 0; c < 3; c++) out[to + c] = palette[value * 3 + c] ?? 0;
          out[to + 3] = transparency[value] ?? 255;
        } else {
          out.fill(value * scale, to, to + 3);
          out[to + 3] = key && value === (((key[0] << 8) | key[1]) & mask) ? 0 : 255;
        }
        continue;
      }
      const step = bitDepth >> 3;
      const coloured = colourType === 2 || colourType === 6;
      for (let c = 0; c < 3; c++) out[to + c] = samples[from + (coloured ? c * step : 0)];
      out[to + 3] = colourType >= 4 ? samples[from + (channels - 1) * step] : 255;
      if (key && colourType < 4 && isKey(samples, from, key, channels, step)) out[to + 3] = 0;
    }
  }
  return out;
}

/**
 * @param {Uint8Array} samples
 * @param {number} at
 * @param {Uint8Array} key
 * @param {number} channels
 * @param {number} step
 */
function isKey(samples, at, key, channels, step) {
  for (let c = 0; c < channels; c++) {
    if (samples[at + c * step + step - 1] !== key[c * 2 + 1]) return false;
    if (step === 2 && samples[at + c * 2] !== key[c * 2]) return false;
  }
  return true;
}
