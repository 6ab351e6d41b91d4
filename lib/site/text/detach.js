/**
 * Returns a copy of a part of a text, which does not keep the whole text in memory.
 * @param {string} part
 */
export function detach(part) {
  return Buffer.from(part).toString();
}
