/**
 * Freezes a value with everything inside it.
 * @template T
 * @param {T} value
 * @returns {T}
 */
export function freezeDeep(value) {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value) || ArrayBuffer.isView(value)) return value;
  Object.freeze(value);
  for (const inner of Object.values(value)) freezeDeep(inner);
  return value;
}
