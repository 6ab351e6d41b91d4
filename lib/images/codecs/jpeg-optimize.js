import { compressJpeg } from '@napi-rs/image';
import { latin1 } from '../png/checks.js';
import { isSrgbProfile, trimProfile } from '../png/colour-profile.js';
import { trimExif } from '../png/exif.js';
import { BrokenImage } from '../png/limits.js';
import { sniffImage } from './sniff.js';

/** @typedef {{ readonly marker: number, readonly data: Uint8Array }} Segment */

/**
 * Encodes a JPEG's coefficients again, progressive and with optimised tables, and drops data that browsers do not show.
 * @param {Uint8Array} bytes
 * @returns {Promise<Uint8Array>}
 */
export async function optimizeJpeg(bytes) {
  const { segments, scans } = readSegments(bytes);
  const kept = keepSegments(segments, sniffImage(bytes).width);
  const structure = segments.filter(({ marker }) => !isApplication(marker));
  const bare = join(kept.adobe ? [kept.adobe, ...structure] : structure, scans);
  const candidates = [join([...kept.first, ...kept.metadata, ...structure], scans)];
  for (const optimizeScans of [true, false]) {
    const coded = readSegments(await recode(bare, optimizeScans));
    const codedStructure = coded.segments.filter(({ marker }) => !isApplication(marker));
    candidates.push(join([...kept.first, ...kept.metadata, ...codedStructure], coded.scans));
  }
  return candidates.reduce((best, one) => (one.length < best.length ? one : best));
}

/** Sum of the luminance steps of the standard's table, which encoders scale by their quality. */
const standardSteps = 3688;

/**
 * Estimates the quality, up to 100, of a JPEG from its luminance quantisation steps. Returns null if they cannot be
 * read.
 * @param {Uint8Array} bytes
 */
export function estimateQuality(bytes) {
  const data = readSegments(bytes)
    .segments.filter(({ marker }) => marker === 0xdb)
    .find(({ data: [first] }) => (first & 15) === 0)?.data;
  if (!data) return null;
  const isWide = data[0] >> 4 === 1;
  const steps = Array.from({ length: 64 }, (_, i) => (isWide ? (data[1 + 2 * i] << 8) | data[2 + 2 * i] : data[1 + i]));
  const scale = (100 * steps.reduce((sum, step) => sum + step, 0)) / standardSteps;
  return scale < 100 ? 100 - scale / 2 : 5000 / scale;
}

/**
 * @param {Uint8Array} bytes
 * @param {boolean} optimizeScans
 */
async function recode(bytes, optimizeScans) {
  try {
    return new Uint8Array(await compressJpeg(bytes, { quality: 100, optimizeScans }));
  } catch (error) {
    throw new BrokenImage(`cannot be recoded: ${/** @type {Error} */ (error).message.split('\n')[0]}`);
  }
}

/** @param {number} marker */
function isApplication(marker) {
  return (marker >= 0xe0 && marker <= 0xef) || marker === 0xfe;
}

/**
 * Splits off the segments before the first scan.
 * @param {Uint8Array} bytes
 */
function readSegments(bytes) {
  /** @type {Segment[]} */
  const segments = [];
  let at = 2;
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) throw new BrokenImage(`is a damaged JPEG: no segment where one must start, at byte ${at}`);
    const marker = bytes[at + 1];
    if (marker === 0xff) {
      at++;
      continue;
    }
    if (marker === 0xda) return { segments, scans: bytes.subarray(at, lastScanEnd(bytes)) };
    const length = (bytes[at + 2] << 8) | bytes[at + 3];
    if (length < 2 || at + 2 + length > bytes.length) break;
    segments.push({ marker, data: bytes.subarray(at + 4, at + 2 + length) });
    at += 2 + length;
  }
  throw new BrokenImage('is truncated: it has no scan');
}

/**
 * Finds the end of the image: data after its end marker is not shown.
 * @param {Uint8Array} bytes
 */
function lastScanEnd(bytes) {
  const end = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).lastIndexOf(Uint8Array.of(0xff, 0xd9));
  return end < 0 ? bytes.length : end + 2;
}

/**
 * Selects the application segments that change the rendering.
 * @param {readonly Segment[]} segments
 * @param {number} width
 */
function keepSegments(segments, width) {
  const of = (/** @type {number} */ marker, /** @type {string} */ name) =>
    segments.filter((segment) => segment.marker === marker && latin1(segment.data, 0, name.length) === name);
  const adobe = of(0xee, 'Adobe')[0];
  const jfif = of(0xe0, 'JFIF\0')[0];
  const profile = of(0xe2, 'ICC_PROFILE\0');
  const joined = new Uint8Array(Buffer.concat(profile.map(({ data }) => data.subarray(14))));
  const exif = of(0xe1, 'Exif\0\0')[0];
  const trimmed = exif ? trimExif(exif.data.subarray(6), width) : null;
  const first = jfif ? [{ marker: 0xe0, data: withoutThumbnail(jfif.data) }] : [];
  const metadata = [
    ...(trimmed ? [{ marker: 0xe1, data: new Uint8Array(Buffer.concat([exif.data.subarray(0, 6), trimmed])) }] : []),
    ...(isSrgbProfile(joined) ? [] : splitProfile(joined, profile)),
    ...(adobe ? [adobe] : []),
  ];
  return { first, metadata, adobe: adobe ?? null };
}

const profileName = Buffer.from('ICC_PROFILE\0');
/** Max data of a segment: 65,535 minus its length field, name and numbers (ICC.1, annex B.4). */
const maxProfileBytes = 65_519;

/**
 * Writes a profile as segments, without the parts that browsers do not use.
 * @param {Uint8Array} profile
 * @param {readonly Segment[]} segments of the original profile
 * @returns {readonly Segment[]}
 */
function splitProfile(profile, segments) {
  const trimmed = trimProfile(profile);
  if (trimmed.length >= profile.length) return segments;
  const count = Math.ceil(trimmed.length / maxProfileBytes);
  return Array.from({ length: count }, (_, i) => {
    const part = trimmed.subarray(i * maxProfileBytes, (i + 1) * maxProfileBytes);
    return { marker: 0xe2, data: new Uint8Array(Buffer.concat([profileName, Uint8Array.of(i + 1, count), part])) };
  });
}

/** @param {Uint8Array} jfif */
function withoutThumbnail(jfif) {
  const bare = new Uint8Array(14);
  bare.set(jfif.subarray(0, 12));
  return bare;
}

/**
 * @param {readonly Segment[]} segments
 * @param {Uint8Array} scans
 */
function join(segments, scans) {
  const parts = segments.flatMap(({ marker, data }) => [
    Uint8Array.of(0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 0xff),
    data,
  ]);
  return new Uint8Array(Buffer.concat([Uint8Array.of(0xff, 0xd8), ...parts, scans]));
}
