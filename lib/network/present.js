/**
 * A value that is there by the way the code is built: the entry of a map that was filled before, the last of a list
 * that is not empty.
 * @template T
 * @param {T | null | undefined} value
 * @returns {T}
 */
export function present(value) {
  if (value === null || value === undefined) throw new Error('a value that has to be there is missing');
  return value;
}
