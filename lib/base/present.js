/**
 * Asserts that a value is not null or undefined; throws if that invariant is broken.
 * @template T
 * @param {T | null | undefined} value
 * @returns {T}
 */
export function present(value) {
  if (value === null || value === undefined) throw new Error('a value that has to be there is missing');
  return value;
}
