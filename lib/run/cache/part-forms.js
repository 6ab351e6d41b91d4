import { deserialize, serialize } from 'node:v8';
import { shareEqual } from '../../base/share-equal.js';

/**
 * A record of a part. `isAdded`: no part contained it before.
 * @template V
 * @typedef {{ key: string, value: V, isAdded: boolean }} Entry
 */

/**
 * The form in which records are stored in parts.
 * @template V
 * @typedef {object} Form
 * @property {string} name of the list of parts
 * @property {(entries: readonly Entry<V>[]) => Uint8Array} format
 * @property {(bytes: Uint8Array) => Map<string, V>} parse
 */

/** Bytes of the length at the beginning of a part: 32 bits. */
const LENGTH_BYTES = 4;

/**
 * Records as bytes: the length of the list of keys and lengths, that list as JSON, and the records.
 * @type {Form<Uint8Array>}
 */
export const BYTES_FORM = Object.freeze({ name: 'trail', format: formatBytes, parse: parseBytes });

/**
 * Records as plain data, in which equal objects are stored once. Pages of a template have much in common, and are read
 * together in a fraction of the time of reading them one by one.
 * @type {Form<unknown>}
 */
export const PLAIN_FORM = Object.freeze({ name: 'plain-trail', format: formatPlain, parse: parsePlain });

/** @param {readonly Entry<Uint8Array>[]} entries */
function formatBytes(entries) {
  const values = entries.map(({ value }) => value);
  const list = Buffer.from(JSON.stringify([entries.map(({ key }) => key), values.map(({ length }) => length)]));
  const head = Buffer.alloc(LENGTH_BYTES);
  head.writeUInt32LE(list.length);
  return Buffer.concat([head, list, ...values]);
}

/** @param {Uint8Array} bytes */
function parseBytes(bytes) {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let at = LENGTH_BYTES + buffer.readUInt32LE();
  const [keys, lengths] = JSON.parse(buffer.toString('utf8', LENGTH_BYTES, at));
  /** @type {Map<string, Uint8Array>} */
  const values = new Map();
  for (const [index, key] of keys.entries()) {
    values.set(key, bytes.subarray(at, at + lengths[index]));
    at += lengths[index];
  }
  return values;
}

/** @param {readonly Entry<unknown>[]} entries */
function formatPlain(entries) {
  // Records of a former part share what is equal.
  const shared = shareEqual(entries.filter(({ isAdded }) => isAdded).map(({ value }) => value)).values();
  const values = entries.map(({ value, isAdded }) => (isAdded ? shared.next().value : value));
  return serialize([entries.map(({ key }) => key), values]);
}

/** @param {Uint8Array} bytes */
function parsePlain(bytes) {
  /** @type {[string[], unknown[]]} */
  const [keys, values] = deserialize(bytes);
  return new Map(keys.map((key, index) => [key, values[index]]));
}
