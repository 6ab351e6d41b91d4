/**
 * Decodes the escapes in a CSS string, URL or name.
 * @param {string} text
 */
export function unescapeCss(text) {
  return text.replace(/\\(?:([0-9a-f]{1,6})\s?|(\r\n|[\s\S]))/gi, (_, hex, other) =>
    hex ? decode(Number.parseInt(hex, 16)) : /[\r\n]/.test(other) ? '' : other,
  );
}

/** @param {number} code */
function decode(code) {
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
}
