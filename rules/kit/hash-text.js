/**
 * Returns a hash of a text as eight hexadecimal digits, the same on every page and in every run.
 * @see https://datatracker.ietf.org/doc/html/draft-eastlake-fnv
 * @param {string} text
 */
export function hashText(text) {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}
