/** @import { SitePath } from '../types.ts' */
/** @import { Paths } from './resolve-url.js' */

import { crc32 } from 'node:zlib';
import { isEnding } from './resolve-url.js';

/**
 * Questions of a document about the site's paths: while the answers are the same, its references lead to the same
 * files. `names` are checksums of paths in lower case. Other paths can have them, too: such a document is read again.
 * @typedef {{ names: Uint32Array, endings: readonly string[] }} PathQueries
 */

/**
 * Returns an index of paths that notes what is asked of it.
 * @param {Paths} paths
 * @returns {{ paths: Paths, queries: () => PathQueries }}
 */
export function tracePaths(paths) {
  /** @type {Set<number>} */
  const names = new Set();
  /** @type {Set<string>} */
  const endings = new Set();
  const note = (/** @type {string} */ path) => {
    names.add(sumOf(path));
    return path;
  };
  return {
    paths: {
      ...paths,
      has: (path) => paths.has(note(path)),
      through: (path) => paths.through(note(path)),
      byLowerCase: (path) => paths.byLowerCase(note(path)),
      endingWith: (ending) => {
        endings.add(ending);
        return paths.endingWith(ending);
      },
    },
    queries: () => ({ names: Uint32Array.from(names).sort(), endings: [...endings] }),
  };
}

/**
 * Returns a function that tells whether queries get other answers since paths were added or removed.
 * @param {readonly SitePath[]} changed
 * @returns {(queries: PathQueries) => boolean}
 */
export function openChangedPaths(changed) {
  const sums = changed.map(sumOf);
  return ({ names, endings }) =>
    sums.some((sum) => includes(names, sum)) ||
    endings.some((ending) => changed.some((path) => isEnding(path, ending)));
}

/** @param {string} path */
function sumOf(path) {
  return crc32(path.toLowerCase());
}

/** Searches a sorted list by halves. @param {Uint32Array} sorted @param {number} wanted */
function includes(sorted, wanted) {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (sorted[middle] < wanted) from = middle + 1;
    else to = middle;
  }
  return sorted[from] === wanted;
}
