/**
 * Takes the white space out of a JSON text; numbers, escapes and repeated keys stay as they are written. Null where it
 * is no JSON.
 * @param {string} text
 * @returns {string | null}
 */
export function packJson(text) {
  try {
    JSON.parse(text);
  } catch {
    return null;
  }
  const packed = text.replaceAll(/("(?:[^"\\]|\\.)*")|[ \t\n\r]+/g, (_, string) => string ?? '');
  return packed.length < text.length ? packed : null;
}
