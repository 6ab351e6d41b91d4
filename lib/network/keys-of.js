/**
 * The names of an object that has no others than its type says.
 * @template {object} T
 * @param {T} object
 * @returns {(keyof T)[]}
 */
export function keysOf(object) {
  return /** @type {(keyof T)[]} */ (Object.keys(object));
}
