/**
 * Creates a reader that reads each page, sheet or list once, however often it is called. The argument must be
 * immutable. Results are released together with it.
 * @template {object} From
 * @template {{}} T
 * @param {(from: From) => T} read
 * @returns {(from: From) => T}
 */
export function readOnce(read) {
  /** @type {WeakMap<From, T>} */
  const known = new WeakMap();
  return (from) => {
    const found = known.get(from) ?? read(from);
    known.set(from, found);
    return found;
  };
}
