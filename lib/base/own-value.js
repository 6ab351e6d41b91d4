/**
 * Returns the value of a record under a name from outside, or undefined. Names such as `constructor` exist on the
 * prototype of every record and are ignored.
 * @template T
 * @param {Readonly<Record<string, T>>} record
 * @param {string} name
 * @returns {T | undefined}
 */
export function ownValue(record, name) {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
