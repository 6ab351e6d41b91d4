/**
 * Returns the value that a record holds under a name from outside, or undefined. Names such as `constructor` are
 * found on
 * the prototype of every record and name nothing.
 * @template T
 * @param {Readonly<Record<string, T>>} record
 * @param {string} name
 * @returns {T | undefined}
 */
export function ownValue(record, name) {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
