/** @import { FontMeasures } from './types.ts' */

import { present } from '../base/present.js';

/**
 * Frequency of letters per thousand characters of English text with its spaces, to measure the width of typical text.
 * @see https://en.wikipedia.org/wiki/Letter_frequency
 */
const PER_THOUSAND = Object.entries({
  ...{ ' ': 182, e: 104, t: 74, a: 67, o: 61, i: 57, n: 55, s: 52, h: 50, r: 49, d: 35, l: 33, c: 23, u: 23 },
  ...{ m: 20, w: 19, f: 18, g: 16, y: 16, p: 16, b: 12, v: 8, k: 6, j: 1, x: 1, q: 1, z: 1 },
});

/** Offsets into tables, see https://learn.microsoft.com/en-us/typography/opentype/spec/ of each. */
const UNITS_PER_EM = 18;
const HHEA = { ascender: 4, descender: 6, lineGap: 8, metricsCount: 34 };
const OS2 = { selection: 62, ascender: 68, descender: 70, lineGap: 72 };
/** A bit of OS/2 `fsSelection`. */
const USE_TYPO_METRICS = 0x80;
/** Bytes of an entry of `hmtx`: advance width and left side bearing. */
const BYTES_PER_METRIC = 4;

/**
 * Measures the line height of a font and the width of its text, in ems. Returns null if it lacks Latin letters or a
 * table.
 * @param {ReadonlyMap<string, Buffer>} tables
 * @param {ReadonlyMap<number, number>} glyphs by character
 * @returns {FontMeasures | null}
 */
export function measureFont(tables, glyphs) {
  const [head, hhea, hmtx, os2] = ['head', 'hhea', 'hmtx', 'OS/2'].map((name) => tables.get(name));
  if (!head || !hhea || !hmtx) return null;
  const units = head.readUInt16BE(UNITS_PER_EM);
  const isTypo = os2 !== undefined && (os2.readUInt16BE(OS2.selection) & USE_TYPO_METRICS) !== 0;
  const [table, at] = isTypo ? [os2, OS2] : [hhea, HHEA];
  const last = hhea.readUInt16BE(HHEA.metricsCount) - 1;
  let sum = 0;
  let count = 0;
  for (const [letter, often] of PER_THOUSAND) {
    const glyph = glyphs.get(present(letter.codePointAt(0)));
    if (glyph === undefined) return null;
    sum += often * hmtx.readUInt16BE(Math.min(glyph, last) * BYTES_PER_METRIC);
    count += often;
  }
  return Object.freeze({
    ascent: table.readInt16BE(at.ascender) / units,
    descent: -table.readInt16BE(at.descender) / units,
    lineGap: table.readInt16BE(at.lineGap) / units,
    width: sum / count / units,
  });
}
