/** @import { FileInput, PageInput } from './types.ts' */

import { sizeOf } from './page-scenario.js';

/** Payload of a full packet on most links. */
const segmentBytes = 1460;

/**
 * Rounds a page to a shape that many pages share: sizes to half a packet or some percent, offsets to a sixteenth of
 * their file. Files are sorted. Differences from a reference page, such as one omitted change, are rounded less,
 * because they would be lost.
 * @param {PageInput} page
 * @param {PageInput} reference
 * @returns {PageInput}
 */
export function roundToShape(page, reference) {
  const { files, references } = page;
  const others = new Map(reference.files.map((file) => [file.url, file]));
  const rounded = files.map((file) => roundFile(file, others.get(file.url)));
  const sizes = new Map(files.map((file, index) => [file.url, { from: sizeOf(file), to: sizeOf(rounded[index]) }]));
  return {
    ...page,
    files: [...rounded.slice(0, 1), ...rounded.slice(1).sort((a, b) => compareKeys(keyOf(a), keyOf(b)))],
    references: references.map((each) => {
      const { from, to } = sizes.get(each.from) ?? { from: 1, to: 1 };
      const part = Math.round((16 * each.atByte) / Math.max(1, from)) / 16;
      return { ...each, atByte: Math.floor(Math.min(1, part) * to) };
    }),
  };
}

/** @param {FileInput} file @param {FileInput | undefined} other @returns {FileInput} */
function roundFile(file, other) {
  const bytes = roundRelative(file.bytes, other?.bytes);
  const decodedBytes = roundRelative(sizeOf(file), other && sizeOf(other));
  return { ...file, bytes, decodedBytes };
}

/** @param {number} bytes @param {number | undefined} other */
function roundRelative(bytes, other) {
  return other === undefined ? roundDifference(bytes) : Math.max(0, roundSize(other) + roundDifference(bytes - other));
}

/** @param {number} bytes */
function roundSize(bytes) {
  const step = Math.max(segmentBytes / 2, 2 ** Math.round(Math.log2(Math.max(1, bytes * 0.04))));
  return Math.round(Math.round(bytes / step) * step);
}

/** Rounds to a quarter of an octave, small ones to 16 bytes. @param {number} bytes */
function roundDifference(bytes) {
  const size = Math.abs(bytes);
  if (size < 96) return Math.round(bytes / 16) * 16;
  return Math.sign(bytes) * Math.round(2 ** (Math.round(4 * Math.log2(size)) / 4));
}

/** @param {FileInput} file */
function keyOf({ type, bytes, decodedBytes, requestBytes }) {
  return `${type} ${String(bytes).padStart(12, '0')} ${decodedBytes} ${requestBytes}`;
}

/** @param {string} a @param {string} b */
function compareKeys(a, b) {
  return a < b ? -1 : a > b ? 1 : 0;
}
