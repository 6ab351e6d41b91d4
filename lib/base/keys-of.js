/**
 * Returns the keys of an object that has only the keys of its type.
 * @template {object} T
 * @param {T} object
 * @returns {(keyof T)[]}
 */
export function keysOf(object) {
  return /** @type {(keyof T)[]} */ (Object.keys(object));
}
