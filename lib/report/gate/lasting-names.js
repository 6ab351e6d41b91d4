/** @import { SitePath } from '../../site/types.ts' */

import { extname } from 'node:path/posix';
import { findDigestNames } from '../../site/text/digest-name.js';

/**
 * Returns a function that gives each file the name it keeps from build to build: digests in it become `*`. Both builds
 * are needed to tell, since only several names together show that their letters are drawn by lot.
 * @param {Iterable<SitePath>} paths of both builds
 * @returns {(path: SitePath) => string}
 */
export function openLastingNames(paths) {
  const digests = findDigestNames(paths);
  return (path) => {
    if (!digests.has(path)) return path;
    const place = digests.get(path);
    if (place) return `${path.slice(0, place.start)}*${path.slice(place.end)}`;
    return `${path.slice(0, path.lastIndexOf('/') + 1)}*${extname(path)}`;
  };
}

/**
 * Sums sizes by lasting name: bundlers write several files that differ in the digest alone.
 * @param {ReadonlyMap<SitePath, number>} files
 * @param {(path: SitePath) => string} nameOf
 * @returns {Map<string, number>}
 */
export function sumByName(files, nameOf) {
  /** @type {Map<string, number>} */
  const sums = new Map();
  for (const [path, bytes] of files) sums.set(nameOf(path), (sums.get(nameOf(path)) ?? 0) + bytes);
  return sums;
}
