import { attempt } from '../../base/attempt.js';

/**
 * Removes the white space of a JSON text. Numbers, escapes and repeated keys stay as written. Returns null if it is no
 * JSON.
 * @param {string} text
 * @returns {string | null}
 */
export function packJson(text) {
  if (!attempt(() => JSON.parse(text)).ok) return null;
  const packed = text.replaceAll(/("(?:[^"\\]|\\.)*")|[ \t\n\r]+/g, (_, string) => string ?? '');
  return packed.length < text.length ? packed : null;
}
