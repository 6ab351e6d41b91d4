import { createHash } from 'node:crypto';
import { countTask } from '../../base/count-task.js';
import { exact } from '../../base/exact.js';

/** @import { FileLookup } from '../browser/serve.js' */
/** @import { Guess } from './types.js' */

/**
 * @typedef {object} VerdictCache a store of small JSON records
 * @property {(key: string) => Promise<KnownVerdict | null>} get
 * @property {(key: string, verdict: KnownVerdict) => Promise<void>} set
 *
 * @typedef {object} KnownVerdict a stored verdict that a page is rendered as before
 * @property {readonly (readonly [path: string, before: string, after: string])[]} served hashes of the files that were
 *   served
 * @property {readonly string[]} notes
 * @property {Guess | null} guess
 * @property {string | null} moving
 *
 * @typedef {object} Pair a page before and after
 * @property {string} stamp of all other inputs of a verdict
 * @property {string} path
 * @property {FileLookup} before
 * @property {FileLookup} after
 */

/**
 * Recalls the verdict that a page is rendered as before, if the page and all loaded files are unchanged.
 * @param {VerdictCache} cache @param {Pair} pair
 * @returns {Promise<KnownVerdict | null>}
 */
export async function recallVerdict(cache, pair) {
  const known = await cache.get(nameVerdict(pair));
  const isValid = known?.served.every(
    ([path, before, after]) => hashFile(pair.before, path) === before && hashFile(pair.after, path) === after,
  );
  countTask('verdict', isValid === true);
  return known && isValid ? known : null;
}

/**
 * Stores the verdict that a page is rendered as before, with its inputs.
 * @param {VerdictCache} cache
 * @param {Pair & Pick<KnownVerdict, 'notes' | 'guess' | 'moving'> & { served: readonly string[] }} found
 */
export async function rememberVerdict(cache, { served, notes, guess, moving, ...pair }) {
  const files = [...new Set(served)].sort();
  await cache.set(nameVerdict(pair), {
    served: files.map((path) => exact([path, hashFile(pair.before, path), hashFile(pair.after, path)])),
    notes,
    guess,
    moving,
  });
}

/** @param {Pair} pair */
function nameVerdict({ stamp, path, before, after }) {
  return createHash('sha256')
    .update(JSON.stringify([stamp, path, hashFile(before, path), hashFile(after, path)]))
    .digest('hex');
}

/** @param {FileLookup} lookup @param {string} path */
function hashFile(lookup, path) {
  const file = lookup(path);
  return file ? createHash('sha256').update(file.bytes).digest('hex') : '';
}
