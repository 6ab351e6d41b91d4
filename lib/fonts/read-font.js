/** @import { FontMeasures } from './types.ts' */

import fontverter from 'fontverter';
import { attemptAsync } from '../base/attempt.js';
import { exact } from '../base/exact.js';
import { measureFont } from './measures.js';

/**
 * Facts from a font file.
 * @typedef {object} Font
 * @property {'sfnt' | 'woff' | 'woff2'} format
 * @property {ReadonlySet<number>} letters code points that have a glyph
 * @property {boolean} isIcons true if most of its characters are private
 * @property {readonly string[]} axes tags of the axes of a variable font
 * @property {FontMeasures | null} measures
 * @property {string | null} forbids the reason why it must not be changed, null if there is none
 */

/** @see https://learn.microsoft.com/en-us/typography/opentype/spec/os2#fstype */
const RESTRICTED = 0x0002;
/** Bits of OS/2 `fsType` (OpenType 1.9). */
const NO_SUBSETTING = 0x0100;
/** See `NO_SUBSETTING`. */
const BITMAPS_ONLY = 0x0200;
/** See `NO_SUBSETTING`. */
const EMBEDDING = 0x000e;

/** Max unpacked size that the sanitizer in browsers (OTS) accepts. */
const MAX_UNPACKED_BYTES = 30 * 2 ** 20;

/** IDs of the names with the copyright, the licence and its URL. */
const LEGAL_NAMES = [0, 13, 14];
const OPEN_LICENCE = new RegExp(
  String.raw`\bOFL\b|open font licen[cs]e|apache licen[cs]e|\bMIT\b|creative ?commons|\bCC[ -]?(?:0|BY)\b` +
    String.raw`|ubuntu font licen|public domain|\bGPL\b|general public licen|bitstream vera`,
  'i',
);
const CLOSED_LICENCE = new RegExp(
  String.raw`(?:may|must|can)\s*not\s+(?:be\s+)?(?:modif|alter|adapt|convert|subset|reverse)|(?:no|without` +
    String.raw`|not\s+to)\s+(?:any\s+)?(?:modif|alter|adapt)|end[- ]user licen|\bEULA\b|monotype|linotype` +
    `|hoefler|typekit|fontshop|myfonts|commercial`,
  'i',
);

/** Fonts have a table for each of two or three systems. Tables beyond this count are ignored. */
const MAX_SUBTABLES = 16;
/** The last code point of Unicode. */
const LAST_CODE_POINT = 0x10ffff;

/** Returns true for code points of private use, which icon fonts assign to their icons. */
const isPrivate = (/** @type {number} */ letter) => (letter >= 0xe000 && letter <= 0xf8ff) || letter >= 0xf0000;

/**
 * Reads a font in any format of the web. Returns null if it is no font or broken.
 * @param {Uint8Array} bytes
 * @returns {Promise<Font | null>}
 */
export async function readFont(bytes) {
  const font = await attemptAsync(() => parseFont(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)));
  return font.ok ? font.value : null;
}

/**
 * Parses a font. Returns null if it is larger unpacked than its header says; throws if it is no font or broken.
 * @param {Buffer} buffer
 * @returns {Promise<Font | null>}
 */
async function parseFont(buffer) {
  const format = fontverter.detectFormat(buffer);
  if (format !== 'sfnt' && !isAsItSays(buffer)) return null;
  const sfnt = await fontverter.convert(buffer, 'sfnt', format);
  const tables = readTables(sfnt);
  const glyphs = readGlyphs(tables.get('cmap'));
  const letters = new Set(glyphs.keys());
  const icons = [...letters].filter(isPrivate).length;
  return {
    format,
    letters,
    isIcons: icons > letters.size / 2,
    measures: measureFont(tables, glyphs),
    axes: readAxes(tables.get('fvar')),
    forbids: forbiddenBy(tables),
  };
}

/**
 * Returns true if a WOFF file has the length that its header declares and unpacks to a size that browsers accept.
 * Browsers reject others, and unpacking a small one can take seconds.
 * @param {Buffer} woff
 */
function isAsItSays(woff) {
  return woff.readUInt32BE(8) === woff.length && woff.readUInt32BE(16) <= MAX_UNPACKED_BYTES;
}

/** @param {Buffer} sfnt @returns {Map<string, Buffer>} */
function readTables(sfnt) {
  const count = sfnt.readUInt16BE(4);
  return new Map(
    Array.from({ length: count }, (_, index) => {
      const at = 12 + index * 16;
      const start = sfnt.readUInt32BE(at + 8);
      const table = sfnt.subarray(start, start + sfnt.readUInt32BE(at + 12));
      return exact([sfnt.toString('latin1', at, at + 4), table]);
    }),
  );
}

/**
 * Returns the glyphs of a `cmap` table by code point. A table whose segments are out of order or overlap is broken: 48
 * kB of them can name every character 4,000 times.
 * @see https://learn.microsoft.com/en-us/typography/opentype/spec/cmap
 * @param {Buffer | undefined} cmap
 * @returns {Map<number, number>}
 */
function readGlyphs(cmap) {
  /** @type {Map<number, number>} */
  const glyphs = new Map();
  if (!cmap) return glyphs;
  const count = cmap.readUInt16BE(2);
  const offsets = Array.from({ length: Math.min(count, MAX_SUBTABLES) }, (_, at) => cmap.readUInt32BE(4 + at * 8 + 4));
  for (const offset of new Set(offsets)) {
    const table = cmap.subarray(offset);
    const format = table.readUInt16BE(0);
    if (format === 4) readSegments(table, glyphs);
    if (format === 12) readGroups(table, glyphs);
  }
  return glyphs;
}

/** @param {Buffer} table @param {Map<number, number>} glyphs */
function readSegments(table, glyphs) {
  const doubled = table.readUInt16BE(6);
  const follows = followInOrder();
  for (let at = 0; at < doubled; at += 2) {
    const end = table.readUInt16BE(14 + at);
    const start = table.readUInt16BE(16 + doubled + at);
    const delta = table.readUInt16BE(16 + doubled * 2 + at);
    const place = 16 + doubled * 3 + at;
    const offset = table.readUInt16BE(place);
    follows(start, end);
    for (let letter = start; letter <= end && letter !== 0xffff; letter += 1) {
      const where = place + offset + (letter - start) * 2;
      const listed = offset > 0 && where + 2 <= table.length ? table.readUInt16BE(where) : 0;
      const glyph = offset === 0 ? letter + delta : listed && listed + delta;
      if ((glyph & 0xffff) !== 0) glyphs.set(letter, glyph & 0xffff);
    }
  }
}

/** @param {Buffer} table @param {Map<number, number>} glyphs */
function readGroups(table, glyphs) {
  const follows = followInOrder();
  for (let index = 0; index < table.readUInt32BE(12); index += 1) {
    const at = 16 + index * 12;
    const end = Math.min(table.readUInt32BE(at + 4), LAST_CODE_POINT);
    const first = table.readUInt32BE(at);
    const glyph = table.readUInt32BE(at + 8);
    follows(first, end);
    for (let letter = first; letter <= end; letter += 1) glyphs.set(letter, glyph + letter - first);
  }
}

/** Creates a check that throws if a range of characters does not follow the one before. */
function followInOrder() {
  let last = -1;
  return (/** @type {number} */ start, /** @type {number} */ end) => {
    if (start <= last || end < start) throw new RangeError(`its characters are out of order at ${start}`);
    last = end;
  };
}

/** @param {Buffer | undefined} fvar */
function readAxes(fvar) {
  if (!fvar) return [];
  const [first, count, size] = [fvar.readUInt16BE(4), fvar.readUInt16BE(8), fvar.readUInt16BE(10)];
  return Array.from({ length: count }, (_, index) =>
    fvar.toString('latin1', first + index * size, first + index * size + 4),
  );
}

/**
 * Returns the reason why a font's rights forbid a changed copy. A font without legal names counts as the site's own,
 * such as the fonts of icon tools.
 * @param {ReadonlyMap<string, Buffer>} tables
 */
function forbiddenBy(tables) {
  const texts = readNames(tables.get('name'));
  if (texts.some((text) => OPEN_LICENCE.test(text))) return null;
  const type = tables.get('OS/2')?.readUInt16BE(8) ?? 0;
  if (type & NO_SUBSETTING) return 'its licence flags forbid subsetting';
  if (type & BITMAPS_ONLY || (type & EMBEDDING) === RESTRICTED) return 'its licence flags forbid embedding';
  const closed = texts.find((text) => CLOSED_LICENCE.test(text));
  return closed ? `its licence contains “${closed.slice(0, 80).trim()}”` : null;
}

/** Reads the legal names of a font. @param {Buffer | undefined} name */
function readNames(name) {
  if (!name) return [];
  const storage = name.readUInt16BE(4);
  return Array.from({ length: name.readUInt16BE(2) }, (_, index) => {
    const at = 6 + index * 12;
    if (!LEGAL_NAMES.includes(name.readUInt16BE(at + 6))) return '';
    const start = storage + name.readUInt16BE(at + 10);
    const text = name.subarray(start, start + name.readUInt16BE(at + 8));
    const isWide = name.readUInt16BE(at) !== 1;
    return isWide ? Buffer.from(text).swap16().toString('utf16le') : text.toString('latin1');
  }).filter(Boolean);
}
