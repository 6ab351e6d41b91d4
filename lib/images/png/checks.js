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

/**
 * Returns the code of an error of Node.js, such as `Z_DATA_ERROR`, or an empty string if it has none.
 * @param {unknown} error
 */
export function codeOf(error) {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/**
 * Reads bytes as Latin-1 text.
 * @param {Uint8Array} bytes
 * @param {number} start
 * @param {number} length
 */
export function latin1(bytes, start, length) {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1', start, start + length);
}
