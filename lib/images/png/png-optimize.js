import { deflateSync } from 'node:zlib';
/** @import { DecodeLimits } from './limits.js' */
/** @import { Layout } from './png-layout.js' */
/** @import { Chunk, PngParts } from './png-read.js' */
/** @import { Effort } from './png-encode.js' */
import { encodeApng } from './apng-encode.js';
import { inflateProfile, isSrgbProfile, profileSpace, trimProfile } from './colour-profile.js';
import { describePixels } from './colours.js';
import { trimExif } from './exif.js';
import { BrokenImage, defaultLimits } from './limits.js';
import { decodePng, toRgba } from './png-decode.js';
import { compressBest, planFor } from './png-encode.js';
import { listLayouts } from './png-layout.js';
import { readPng, readSamples } from './png-read.js';
import { makeChunk, writePng } from './png-write.js';

const empty = new Uint8Array(0);

/**
 * Encodes a PNG or APNG again, smaller. Chunks are kept if they change the rendering.
 * @param {Uint8Array} bytes
 * @param {{ readonly effort?: Effort, readonly limits?: DecodeLimits }} [options]
 * @returns {Uint8Array}
 */
export function optimizePng(bytes, { effort = 'balanced', limits = defaultLimits } = {}) {
  const parts = readPng(bytes, limits);
  const kept = keepChunks(parts);
  if (parts.animated) {
    if (parts.fallback || parts.header.bitDepth === 16 || kept.space !== null) return bytes;
    return encodeApng(decodePng(bytes, limits), { effort, early: kept.early, late: kept.late });
  }
  const samples = readSamples(parts.header, parts.frames[0]);
  const plan = planFor(effort, parts.header.width * parts.header.height);
  const asIs = packSamples(parts, samples);
  const layouts = asIs.bitDepth === 16 ? [asIs] : listAll(parts, asIs, plan.orders, kept.space);
  const { layout, data } = compressBest(layouts, plan);
  const made = writePng(layout, [makeChunk('IDAT', data)], { early: kept.early, late: kept.late });
  if (layout.bitDepth === 16) assertSameSamples(made, samples, limits);
  return made;
}

/**
 * Packs samples unchanged. 16 bits per channel become 8 if that loses nothing.
 * @param {PngParts} parts
 * @param {Uint8Array} samples
 * @returns {Layout}
 */
function packSamples({ header, palette, transparency }, samples) {
  const { width, height, colourType, bitDepth } = header;
  const channels = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }[colourType] ?? 1;
  const wide = bitDepth === 16;
  const narrow =
    wide && samples.every((byte, i) => (i & 1) === 1 || byte === samples[i + 1]) && transparency.length === 0;
  const rows = narrow ? samples.filter((_, i) => (i & 1) === 0) : samples;
  const depth = narrow ? 8 : bitDepth;
  return {
    ...{ name: 'as it is', width, height, colourType, transparency, rows },
    palette: colourType === 3 ? palette : empty,
    bitDepth: depth,
    rowBytes: rows.length / height,
    step: Math.max(1, (channels * depth) >> 3),
  };
}

/**
 * @param {PngParts} parts
 * @param {Layout} asIs
 * @param {readonly import('./colours.js').PaletteOrder[]} orders
 * @param {string | null} space
 */
function listAll(parts, asIs, orders, space) {
  const narrowed = { ...parts, header: { ...parts.header, bitDepth: asIs.bitDepth } };
  const { width, height } = parts.header;
  const rgba = toRgba(narrowed, asIs.rows, { width, height });
  const found = listLayouts(describePixels({ width, height, rgba }), orders);
  // A profile for RGB is invalid for grey samples, and one for grey is invalid for colours.
  const isGrey = (/** @type {Layout} */ { colourType }) => colourType === 0 || colourType === 4;
  const fitting = space === null ? found : found.filter((layout) => isGrey(layout) === (space === 'GRAY'));
  return [asIs, ...fitting];
}

/**
 * Selects the chunks that change colours, orientation or brightness range.
 * @param {PngParts} parts
 */
function keepChunks({ chunks, header }) {
  const find = (/** @type {string} */ type) => chunks.find((chunk) => chunk.type === type);
  /** @type {Chunk[]} */
  const early = [];
  /** @type {string | null} */
  let space = null;
  const profile = find('iCCP');
  const inflated = profile ? inflateProfile(profile.data) : null;
  if (find('cICP')) early.push(...chunks.filter(({ type }) => ['cICP', 'mDCV', 'mDCv', 'cLLI', 'cLLi'].includes(type)));
  else if (profile && inflated && !isSrgbProfile(inflated)) {
    early.push(trimmedChunk(profile, inflated));
    space = profileSpace(inflated);
  } else if (!profile && !find('sRGB')) {
    early.push(...chunks.filter(({ type }) => type === 'gAMA' || type === 'cHRM'));
  }
  const exif = find('eXIf');
  const trimmed = exif ? trimExif(exif.data, header.width) : null;
  return {
    space,
    early: early.map(({ type, data }) => makeChunk(type, data)),
    late: trimmed ? [makeChunk('eXIf', trimmed)] : [],
  };
}

/**
 * Creates the chunk of a profile without the parts that browsers do not use.
 * @param {Chunk} chunk
 * @param {Uint8Array} profile
 * @returns {Chunk}
 */
function trimmedChunk(chunk, profile) {
  const trimmed = trimProfile(profile);
  if (trimmed.length >= profile.length) return chunk;
  const name = chunk.data.subarray(0, chunk.data.indexOf(0) + 2);
  return { ...chunk, data: new Uint8Array(Buffer.concat([name, deflateSync(trimmed, { level: 9 })])) };
}

/**
 * Throws if 16-bit samples differ, which a comparison of 8-bit pixels misses.
 * @param {Uint8Array} made
 * @param {Uint8Array} samples
 * @param {DecodeLimits} limits
 */
function assertSameSamples(made, samples, limits) {
  const parts = readPng(made, limits);
  if (Buffer.compare(readSamples(parts.header, parts.frames[0]), samples) !== 0) {
    throw new BrokenImage('changes its 16-bit samples when it is encoded again');
  }
}
