/** @import { SitePath } from '../types.ts' */
/** @import { Paths } from './resolve-url.js' */

import { crc32 } from 'node:zlib';
import { isEnding } from './resolve-url.js';

/**
 * Queries of a document for the site's paths. While the results are the same, its references lead to the same files.
 * `names` are checksums of paths in lower case. If another path has the same checksum, the document is read again.
 * @typedef {{ names: Uint32Array, endings: readonly string[] }} PathQueries
 */

/**
 * Returns an index of paths that records the queries it receives.
 * @param {Paths} paths
 * @returns {{ paths: Paths, queries: () => PathQueries }}
 */
export function tracePaths(paths) {
  const queries = new RecordedQueries();
  return {
    paths: {
      ...paths,
      has: (path) => paths.has(queries.addName(path)),
      through: (path) => paths.through(queries.addName(path)),
      byLowerCase: (path) => paths.byLowerCase(queries.addName(path)),
      endingWith: (ending) => paths.endingWith(queries.addEnding(ending)),
    },
    queries: () => queries.list(),
  };
}

class RecordedQueries {
  /** @type {Set<number>} */
  #names = new Set();
  /** @type {Set<string>} */
  #endings = new Set();

  /** Records the query for a path, and returns the path. @param {string} path */
  addName(path) {
    this.#names.add(sumOf(path));
    return path;
  }

  /** Records the query for paths with an ending, and returns the ending. @param {string} ending */
  addEnding(ending) {
    this.#endings.add(ending);
    return ending;
  }

  /** @returns {PathQueries} */
  list() {
    return { names: Uint32Array.from(this.#names).sort(), endings: [...this.#endings] };
  }
}

/**
 * Returns a function that returns true if queries may have other results since paths were added or removed.
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
