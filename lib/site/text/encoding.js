/** @import { Encoding } from '../types.ts' */

import { createMultibyteDecoder, createMultibyteEncoder } from '@exodus/bytes/multi-byte.js';
import { createSinglebyteDecoder, createSinglebyteEncoder } from '@exodus/bytes/single-byte.js';
import sniffHtmlEncoding from 'html-encoding-sniffer';
import { attempt } from '../../base/attempt.js';

const MULTIBYTE = new Set(['gbk', 'gb18030', 'big5', 'euc-jp', 'iso-2022-jp', 'shift_jis', 'euc-kr']);
const BOMS = [
  { name: 'utf-8', bytes: [0xef, 0xbb, 0xbf] },
  { name: 'utf-16le', bytes: [0xff, 0xfe] },
  { name: 'utf-16be', bytes: [0xfe, 0xff] },
];
/** Bytes that a browser searches for the encoding. */
const PRESCAN_BYTES = 1024;
/**
 * Min characters beyond ASCII for a reliable guess of the encoding. Of the old pages without an encoding, a browser
 * changed its guess for six: each had one such character.
 */
const FEWEST_TELLING = 64;
const CHARSET_OF_NOTHING = /charset(?!\s*=\s*["']?[\w.:-])/gi;

/**
 * Decodes a page as a browser does: byte order mark, `<meta charset>`, UTF-8 if the bytes are valid, otherwise
 * windows-1252. Returns null if encoding the text would give other bytes, because nothing may be changed then.
 * @param {Uint8Array} bytes
 * @returns {{ text: string, encoding: Encoding } | null}
 */
export function decodeHtml(bytes) {
  const declared = sniffEncoding(bytes);
  return (
    decodeAs(bytes, declared) ??
    (declared === '' ? (decodeAs(bytes, 'utf-8') ?? decodeAs(bytes, 'windows-1252')) : null)
  );
}

/**
 * Returns true if a browser must guess the encoding of a page: it declares none, and contains more than ASCII.
 * @param {Uint8Array} bytes
 */
export function leavesEncodingOpen(bytes) {
  return bytes.some(isBeyondAscii) && sniffEncoding(bytes) === '';
}

/**
 * Returns true if the guess depends on so few characters that any change of the page can change it.
 * @param {Uint8Array} bytes
 */
export function leavesMuchToGuess(bytes) {
  return leavesEncodingOpen(bytes) && bytes.filter(isBeyondAscii).length < FEWEST_TELLING;
}

/** @param {number} byte */
function isBeyondAscii(byte) {
  return byte >= 0x80;
}

/**
 * Returns the encoding that a page declares at its start, empty if there is none. The sniffer also reads values that
 * end with the keyword, such as those of a page about character sets. Such keywords are masked, and finally all of
 * them.
 * @param {Uint8Array} bytes
 */
function sniffEncoding(bytes) {
  const start = Buffer.from(bytes.subarray(0, PRESCAN_BYTES)).toString('latin1');
  const cover = (/** @type {RegExp} */ words) => Buffer.from(start.replace(words, '-------'), 'latin1');
  for (const attempt of [() => bytes, () => cover(CHARSET_OF_NOTHING), () => cover(/charset/gi)]) {
    try {
      return sniffHtmlEncoding(attempt(), { defaultEncoding: '' }).toLowerCase();
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
  }
  return '';
}

/**
 * Decodes a style sheet or script: byte order mark, `@charset`, UTF-8, otherwise windows-1252.
 * @param {Uint8Array} bytes
 * @returns {{ text: string, encoding: Encoding } | null}
 */
export function decodeText(bytes) {
  const start = String.fromCharCode(...bytes.subarray(0, 64));
  const charset = /^@charset "([^"]+)";/.exec(start)?.[1].toLowerCase();
  return (charset ? decodeAs(bytes, charset) : null) ?? decodeAs(bytes, 'utf-8') ?? decodeAs(bytes, 'windows-1252');
}

/**
 * Returns the bytes of a text in its original encoding, null if a character does not exist in it.
 * @param {string} text
 * @param {Encoding} encoding
 * @returns {Uint8Array | null}
 */
export function encodeText(text, encoding) {
  const bom = encoding.bom ? (BOMS.find((entry) => entry.name === encoding.name)?.bytes ?? []) : [];
  const body = attempt(() => encoderOf(encoding.name)(text));
  if (!body.ok) return null;
  return bom.length ? Buffer.concat([Uint8Array.from(bom), body.value]) : body.value;
}

/**
 * @param {Uint8Array} bytes
 * @param {string} declared
 */
function decodeAs(bytes, declared) {
  const mark = BOMS.find((entry) => entry.bytes.every((byte, index) => bytes[index] === byte));
  const name = mark?.name ?? declared;
  if (!name) return null;
  const body = mark ? bytes.subarray(mark.bytes.length) : bytes;
  const text = attempt(() => decoderOf(name)(body));
  if (!text.ok) return null;
  const back = attempt(() => encoderOf(name)(text.value));
  if (!back.ok || Buffer.compare(back.value, body) !== 0) return null;
  return { text: text.value, encoding: Object.freeze({ name, bom: mark !== undefined }) };
}

/** @type {Map<string, (bytes: Uint8Array) => string>} */
const decoders = new Map();
/** @type {Map<string, (text: string) => Uint8Array>} */
const encoders = new Map();

/** @param {string} name */
function decoderOf(name) {
  let decoder = decoders.get(name);
  if (!decoder) {
    if (name.startsWith('utf-')) {
      const standard = new TextDecoder(name, { fatal: true, ignoreBOM: true });
      decoder = (bytes) => standard.decode(bytes);
    } else {
      decoder = MULTIBYTE.has(name) ? createMultibyteDecoder(name) : createSinglebyteDecoder(name);
    }
    decoders.set(name, decoder);
  }
  return decoder;
}

/** @param {string} name */
function encoderOf(name) {
  let encoder = encoders.get(name);
  if (!encoder) {
    if (name === 'utf-8') encoder = (text) => Buffer.from(text, 'utf8');
    else if (name === 'utf-16le') encoder = (text) => Buffer.from(text, 'utf16le');
    else if (name === 'utf-16be') encoder = (text) => Buffer.from(text, 'utf16le').swap16();
    else encoder = MULTIBYTE.has(name) ? createMultibyteEncoder(name) : createSinglebyteEncoder(name);
    encoders.set(name, encoder);
  }
  return encoder;
}
