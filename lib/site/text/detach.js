/**
 * A part of a text that does not keep the whole alive.
 * @param {string} part
 */
export function detach(part) {
  return Buffer.from(part).toString();
}
