/**
 * Returns the frozen value with its exact type: `'png'` instead of `string`, a pair instead of a list.
 * @template const T
 * @param {T} value
 * @returns {T}
 */
export function exact(value) {
  return Object.freeze(value);
}
