import { readOnce } from './read-once.js';

/**
 * An access to a map: the value of a key, all keys, or everything.
 * @typedef {{ part: 'value', key: string } | { part: 'keys' | 'all' }} Reading
 */

/**
 * A map that records what is read from it. A result can be recalled while that is unchanged.
 * @template V
 * @implements {ReadonlyMap<string, V>}
 */
class TracedMap {
  #map;
  #note;

  /** @param {ReadonlyMap<string, V>} map @param {(reading: Reading) => void} note */
  constructor(map, note) {
    this.#map = map;
    this.#note = note;
  }

  get size() {
    return this.names().length;
  }

  /** @param {string} key */
  get(key) {
    this.#note({ part: 'value', key });
    return this.#map.get(key);
  }

  /** @param {string} key */
  has(key) {
    this.#note({ part: 'value', key });
    return this.#map.has(key);
  }

  keys() {
    return new Map(this.names().map((name) => [name, null])).keys();
  }

  values() {
    return this.whole().values();
  }

  entries() {
    return this.whole().entries();
  }

  /** @param {(value: V, key: string, map: ReadonlyMap<string, V>) => void} visit */
  forEach(visit) {
    this.whole().forEach(visit);
  }

  [Symbol.iterator]() {
    return this.whole()[Symbol.iterator]();
  }

  whole() {
    this.#note({ part: 'all' });
    return this.#map;
  }

  names() {
    this.#note({ part: 'keys' });
    return keysOf(this.#map);
  }
}

const keysOf = readOnce((/** @type {ReadonlyMap<string, unknown>} */ map) => Object.freeze([...map.keys()]));

/**
 * Returns a map that records what is read from it.
 * @template V
 * @param {ReadonlyMap<string, V>} map
 * @param {(reading: Reading) => void} note
 * @returns {ReadonlyMap<string, V>}
 */
export function traceMap(map, note) {
  return new TracedMap(map, note);
}

/**
 * Returns the map itself, the same object for all readers, and records that all of it is read.
 * @template V
 * @param {ReadonlyMap<string, V>} map
 * @returns {ReadonlyMap<string, V>}
 */
export function wholeOf(map) {
  return map instanceof TracedMap ? map.whole() : map;
}

/**
 * Returns the keys of a map, the same array for all readers, and records that its keys are read.
 * @param {ReadonlyMap<string, unknown>} map
 * @returns {readonly string[]}
 */
export function namesOf(map) {
  return map instanceof TracedMap ? map.names() : keysOf(map);
}
