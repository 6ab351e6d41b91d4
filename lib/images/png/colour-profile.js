import { inflateSync } from 'node:zlib';
import { codeOf, latin1, present } from './checks.js';

/** Max size of a profile. Real ones have at most some hundred kilobytes. */
const LARGEST_PROFILE = 4_000_000;

/** Colorants of sRGB adapted to D50, from https://www.color.org/srgb.xalter. */
const srgbColorants = Object.freeze({
  rXYZ: [0.4361, 0.2225, 0.0139],
  gXYZ: [0.3851, 0.7169, 0.0971],
  bXYZ: [0.1431, 0.0606, 0.7139],
});

/**
 * Returns the colour space of a profile in ICC's spelling: `RGB`, `GRAY`, `CMYK`…
 * @param {Uint8Array} profile
 */
export function profileSpace(profile) {
  return latin1(profile, 16, 4).trim();
}

/**
 * Returns true if a profile is equivalent to sRGB, so that the image renders the same without it.
 * @param {Uint8Array} profile
 */
export function isSrgbProfile(profile) {
  if (profile.length < 132 || profileSpace(profile) !== 'RGB') return false;
  const tags = readTags(profile);
  // Lookup tables would take precedence over colorants and curves.
  if (['A2B0', 'A2B1', 'D2B0', 'D2B1', 'cicp'].some((name) => tags.has(name))) return false;
  for (const [name, expected] of Object.entries(srgbColorants)) {
    const tag = tags.get(name);
    if (!tag || tag.byteLength < 20) return false;
    if (expected.some((value, i) => Math.abs(fixed(tag, 8 + i * 4) - value) > 0.001)) return false;
  }
  return ['rTRC', 'gTRC', 'bTRC'].every((name) => {
    const tag = tags.get(name);
    return tag !== undefined && isSrgbCurve(tag);
  });
}

/**
 * Inflates the profile of an iCCP chunk. Returns null if it is damaged: browsers ignore such a profile.
 * @param {Uint8Array} data
 */
export function inflateProfile(data) {
  const start = data.indexOf(0) + 2;
  if (start < 2) return null;
  try {
    return new Uint8Array(inflateSync(data.subarray(start), { maxOutputLength: LARGEST_PROFILE }));
  } catch (error) {
    if (error instanceof RangeError || codeOf(error).startsWith('Z_')) return null;
    throw error;
  }
}

/** Tags that are required or that convert numbers to colours. The others are for printing, calibration and metadata. */
const TO_COLOURS = /^(?:desc|cprt|wtpt|bkpt|chad|cicp|[AD]2B\d|[rgb]XYZ|[rgbk]TRC)$/;
/** Size of the header (ICC.1, 7.2). */
const HEADER_BYTES = 128;

/**
 * Removes the parts of a profile that rendering does not use. Returns the same profile if there are none.
 * @see https://www.color.org/specification/ICC.1-2022-05.pdf
 * @param {Uint8Array} profile
 * @returns {Uint8Array}
 */
export function trimProfile(profile) {
  const tags = profile.length >= HEADER_BYTES + 4 ? [...readTags(profile)] : [];
  const kept = tags.filter(([name]) => TO_COLOURS.test(name));
  if (kept.length === tags.length) return profile;
  const directory = Buffer.alloc(4 + kept.length * 12);
  directory.writeUInt32BE(kept.length);
  const header = Buffer.from(profile.subarray(0, HEADER_BYTES));
  // The digest that some profiles contain covers all tags.
  header.fill(0, 84, 100);
  /** @type {Buffer[]} */
  const parts = [header, directory];
  let end = HEADER_BYTES + directory.length;
  /** @type {Map<number, number>} new offsets by old offsets of data that tags can share */
  const moved = new Map();
  for (const [index, [name, { buffer, byteOffset, byteLength }]] of kept.entries()) {
    if (!moved.has(byteOffset)) {
      moved.set(byteOffset, end);
      parts.push(Buffer.from(buffer, byteOffset, byteLength), Buffer.alloc(-byteLength & 3));
      end += byteLength + (-byteLength & 3);
    }
    directory.write(name, 4 + index * 12, 'latin1');
    directory.writeUInt32BE(present(moved.get(byteOffset)), 8 + index * 12);
    directory.writeUInt32BE(byteLength, 12 + index * 12);
  }
  header.writeUInt32BE(end);
  return new Uint8Array(Buffer.concat(parts));
}

/**
 * @param {Uint8Array} profile
 * @returns {Map<string, DataView>}
 */
function readTags(profile) {
  const view = new DataView(profile.buffer, profile.byteOffset, profile.byteLength);
  const tags = new Map();
  for (let i = 0; i < view.getUint32(128) && 144 + i * 12 <= profile.length; i++) {
    const [at, size] = [view.getUint32(136 + i * 12), view.getUint32(140 + i * 12)];
    if (at + size > profile.length) continue;
    tags.set(latin1(profile, 132 + i * 12, 4), new DataView(profile.buffer, profile.byteOffset + at, size));
  }
  return tags;
}

/**
 * @param {DataView} view
 * @param {number} at
 */
function fixed(view, at) {
  return view.getInt32(at) / 65536;
}

/** @param {DataView} tag */
function isSrgbCurve(tag) {
  const type = tag.byteLength >= 12 ? tag.getUint32(0) : 0;
  const curve = type === 0x63757276 ? sampledCurve(tag) : type === 0x70617261 ? parametricCurve(tag) : null;
  if (!curve) return false;
  for (let i = 0; i <= 255; i += 5) if (Math.abs(curve(i / 255) - linear(i / 255)) > 0.0015) return false;
  return true;
}

/** @param {number} value */
function linear(value) {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

/**
 * @param {DataView} tag
 * @returns {((value: number) => number) | null}
 */
function sampledCurve(tag) {
  const count = tag.getUint32(8);
  if (count < 2 || tag.byteLength < 12 + count * 2) return null;
  return (value) => {
    const at = value * (count - 1);
    const low = Math.min(Math.floor(at), count - 2);
    const sample = (/** @type {number} */ i) => tag.getUint16(12 + i * 2) / 65535;
    return sample(low) + (sample(low + 1) - sample(low)) * (at - low);
  };
}

/**
 * @param {DataView} tag
 * @returns {((value: number) => number) | null}
 */
function parametricCurve(tag) {
  if (tag.getUint16(8) !== 3 || tag.byteLength < 32) return null;
  const [g, a, b, c, d] = [0, 1, 2, 3, 4].map((i) => fixed(tag, 12 + i * 4));
  return (value) => (value >= d ? (a * value + b) ** g : c * value);
}
