/**
 * Returns copies of plain values in which equal objects, arrays, sets and maps are the same object. They take less
 * memory, and a fraction of the time to serialise and to read again. Equal items of one list stay apart, because maps
 * may tell them apart.
 * @template T
 * @param {readonly T[]} values
 * @returns {T[]}
 */
export function shareEqual(values) {
  const sharing = new Sharing();
  return values.map((value) => /** @type {T} */ (sharing.share(value)));
}

class Sharing {
  /** Shared values by what they consist of. @type {Map<string, object>} */
  #shared = new Map();
  /** Numbers of shared values and of texts. @type {Map<unknown, number>} */
  #numbers = new Map();

  /** @param {unknown} value @returns {unknown} */
  share(value) {
    if (isLeaf(value)) return value;
    if (Array.isArray(value))
      return this.#unite('[', keepApart(value.map((each) => this.share(each))), (parts) => parts);
    if (value instanceof Set)
      return this.#unite(
        '(',
        [...value].map((each) => this.share(each)),
        (parts) => new Set(parts),
      );
    if (value instanceof Map) {
      const pairs = [...value].map(([key, each]) => [this.share(key), this.share(each)]);
      return this.#unite('<', pairs.flat(), () => new Map(/** @type {[unknown, unknown][]} */ (pairs)));
    }
    const entries = Object.entries(/** @type {object} */ (value)).map(([name, each]) => [name, this.share(each)]);
    return this.#unite('{', entries.flat(), () => Object.fromEntries(entries));
  }

  /**
   * @param {string} kind @param {unknown[]} parts shared ones @param {(parts: unknown[]) => object} make
   * @returns {object}
   */
  #unite(kind, parts, make) {
    const key = kind + parts.map((part) => this.#name(part)).join();
    const known = this.#shared.get(key);
    if (known) return known;
    const made = make(parts);
    this.#shared.set(key, made);
    return made;
  }

  /** Returns a short text that stands for a value. @param {unknown} value */
  #name(value) {
    if (typeof value === 'bigint') return `${value}n`;
    if (value === null || (typeof value !== 'object' && typeof value !== 'string'))
      return Object.is(value, -0) ? '-0' : String(value);
    const number = this.#numbers.get(value) ?? this.#numbers.size;
    this.#numbers.set(value, number);
    return `#${number}`;
  }
}

/** Returns true if a value has no parts. @param {unknown} value */
function isLeaf(value) {
  return typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || value instanceof ArrayBuffer;
}

/** Copies objects that a list contains again. @param {unknown[]} list */
function keepApart(list) {
  const known = new Set();
  return list.map((each) => {
    if (isLeaf(each)) return each;
    const own = known.has(each) ? copyOf(/** @type {object} */ (each)) : each;
    known.add(own);
    return own;
  });
}

/** @param {object} value */
function copyOf(value) {
  if (Array.isArray(value)) return [...value];
  if (value instanceof Set) return new Set(value);
  return value instanceof Map ? new Map(value) : { ...value };
}
