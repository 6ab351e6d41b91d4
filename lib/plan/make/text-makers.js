/** @import { Made, Reason } from '../types.ts' */
/** @import { Maker } from './run-jobs.js' */

import { Script } from 'node:vm';
import { deflateRawSync } from 'node:zlib';
import { attempt } from '../../base/attempt.js';

/**
 * Text that would end or hide the rest of an inline script at any position.
 * @see https://html.spec.whatwg.org/multipage/scripting.html#restrictions-for-contents-of-script-elements
 */
const ENDS_SCRIPT = /<(?=\/script|script|!--)/gi;

/** Code by which a script finds its own element or address, which an inline script does not have. */
const KNOWS_ITSELF = /\bcurrentScript\b|\bimport\s*\(|\bimport\s*\.\s*meta\b|sourceMappingURL=(?!data:)/;

/** Characters of SVG that are invalid in a URL of an attribute, a style sheet or a style attribute. */
const UNSAFE_IN_URL = /[\s"'%#<>&()\\`{}|^[\]]/g;

/**
 * Makers that convert whole files to text for embedding, or return the reason against it.
 * @type {Readonly<Record<string, Maker>>}
 */
export const textMakers = Object.freeze({
  // The searched text is ASCII, so that the encoding does not matter.
  'text-without': async (bytes, { pattern, reason, message }) =>
    new RegExp(String(pattern), 'i').test(Buffer.from(bytes).toString('latin1'))
      ? refuse(/** @type {Reason} */ (reason), String(message))
      : { ok: true, data: {} },
  'script-text': async (bytes, { charset }) => inlineScript(decodeUtf8(bytes), String(charset)),
  'data-uri': async (bytes, { type }) => ({ ok: true, data: { uri: dataUri(bytes, String(type)) } }),
});

/**
 * Returns a script in a form that is valid between `<script>` and `</script>` of a page with this charset.
 * @param {string | null} text
 * @param {string} charset
 * @returns {Made}
 */
function inlineScript(text, charset) {
  if (text === null || text.includes('\0')) return refuse('broken', 'the script is not UTF-8');
  if (charset !== 'utf-8' && !isAscii(text)) return refuse('broken', `the script has characters outside of ${charset}`);
  if (KNOWS_ITSELF.test(text)) return refuse('in-use-by-script', 'the script reads its own address');
  const written = text.replace(ENDS_SCRIPT, '\\x3C');
  // In a string or regular expression the escape has the same meaning. Elsewhere it does not compile, but in a template
  // its source can be visible.
  const isSame = written === text || !/`|\\</.test(text);
  if (!isSame || !compiles(text) || !compiles(written))
    return refuse('broken', 'the script cannot be embedded in a page');
  return { ok: true, data: { text: written.trim() } };
}

/** @param {string} code */
function compiles(code) {
  return attempt(() => new Script(code)).ok;
}

/**
 * Returns the `data:` URL of the bytes that compresses best and is valid without quotes in HTML and CSS.
 * @param {Uint8Array} bytes
 * @param {string} type
 */
function dataUri(bytes, type) {
  const base64 = `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;
  const text = type === 'image/svg+xml' ? decodeUtf8(bytes) : null;
  if (text === null || !isAscii(text)) return base64;
  const written = text
    .trim()
    .replace(UNSAFE_IN_URL, (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`);
  const plain = `data:${type},${written}`;
  return deflateRawSync(plain).length < deflateRawSync(base64).length ? plain : base64;
}

/** @param {Uint8Array} bytes */
function decodeUtf8(bytes) {
  const text = attempt(() => new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  return text.ok ? text.value : null;
}

/** @param {string} text */
function isAscii(text) {
  return /^[\x00-\x7f]*$/.test(text);
}

/**
 * @param {Reason} reason
 * @param {string} message
 * @returns {Made}
 */
function refuse(reason, message) {
  return { ok: false, reason, message };
}
