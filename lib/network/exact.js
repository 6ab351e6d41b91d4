/**
 * A value by its exact type, frozen: `'png'` and not `string`, a pair and not a list.
 * @template const T
 * @param {T} value
 * @returns {T}
 */
export function exact(value) {
  return Object.freeze(value);
}
