/**
 * Returns the keys of an object that has no other keys than its type declares.
 * @template {object} T
 * @param {T} object
 * @returns {(keyof T)[]}
 */
export function keysOf(object) {
  return /** @type {(keyof T)[]} */ (Object.keys(object));
}
