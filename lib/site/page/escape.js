/**
 * Returns a text as a double-quoted attribute value in ASCII.
 * @param {string} text
 */
export function escapeAttribute(text) {
  return toAscii(text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;'));
}

/** @param {string} text */
function toAscii(text) {
  return text.replace(/[^\x00-\x7f]/gu, (character) => `&#${character.codePointAt(0)};`);
}
