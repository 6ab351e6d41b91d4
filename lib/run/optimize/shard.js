import { hash } from 'node:crypto';
import { InputError } from '../../base/errors.js';

/**
 * The part of a build that belongs to one of several machines: the first of two is `{ index: 1, of: 2 }`.
 * @typedef {{ index: number, of: number }} Shard
 *
 * Returns true if a machine has to process a file or a group of similar pages with this name.
 * @typedef {(name: string) => boolean} IsOwn
 */

/** Max number of shards. More would only repeat the work that every shard does. */
const MAX_SHARDS = 1000;
/** Characters of a digest that decide, many more than needed for the max number of shards. */
const DECIDING_CHARACTERS = 12;

/**
 * Reads a shard as written on the command line: `2/4`.
 * @param {string} text
 * @returns {Shard}
 */
export function readShard(text) {
  const [, index, of] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).map(Number);
  if (index >= 1 && index <= of && of <= MAX_SHARDS) return { index, of };
  throw new InputError('usage', `“--shard ${text}” is not a part of a whole, such as 2/4: the second of four shards.`);
}

/**
 * Returns a function that selects the work of a shard. Names are assigned by their digest, so all machines agree
 * without communication.
 * @param {Shard} shard
 * @returns {IsOwn}
 */
export function openOwnWork({ index, of }) {
  return (name) => Number.parseInt(hash('sha256', name).slice(0, DECIDING_CHARACTERS), 16) % of === index - 1;
}
