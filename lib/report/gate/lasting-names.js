/** @import { SitePath } from '../../site/types.ts' */

import { extname } from 'node:path/posix';
import { findDigestNames } from '../../site/text/digest-name.js';

/**
 * Returns a function that gives each file a name that it keeps between builds: the part that identifies its content or
 * a build becomes `*`. That needs both builds: several names together show that characters are random, and the files of
 * a folder named after a build are in another folder of the other build.
 * @param {Iterable<SitePath>} former
 * @param {Iterable<SitePath>} now
 * @returns {(path: SitePath) => string}
 */
export function openLastingNames(former, now) {
  const [before, after] = [new Set(former), new Set(now)];
  const digests = findDigestNames(new Set([...before, ...after]));
  const nameOf = (/** @type {SitePath} */ path) => {
    const place = digests.get(path);
    return place ? `${path.slice(0, place.start)}*${path.slice(place.end)}` : path;
  };
  const [named, renamed] = [before, after].map((paths) => new Set([...paths].map(nameOf)));
  const moved = pairMoved(
    [...named].filter((name) => !renamed.has(name)),
    [...renamed].filter((name) => !named.has(name)),
  );
  return (path) => moved.get(nameOf(path)) ?? nameOf(path);
}

/**
 * Pairs names that differ in only one part, if there is one such name on each side.
 * @param {readonly string[]} gone
 * @param {readonly string[]} added
 * @returns {Map<string, string>}
 */
function pairMoved(gone, added) {
  const [byGone, byAdded] = [gone, added].map((names) =>
    Map.groupBy(
      names.flatMap((name) => patternsOf(name).map((pattern) => ({ name, pattern }))),
      ({ pattern }) => pattern,
    ),
  );
  return new Map(
    [...byGone].flatMap(([pattern, [{ name }, ...others]]) => {
      const [match, ...more] = byAdded.get(pattern) ?? [];
      if (!match || others.length > 0 || more.length > 0) return [];
      return /** @type {[string, string][]} */ ([
        [name, pattern],
        [match.name, pattern],
      ]);
    }),
  );
}

/** Returns a name with each of its parts replaced in turn. @param {string} name */
function patternsOf(name) {
  const parts = name.split('/');
  return parts.map((_, index) => {
    const isFile = index === parts.length - 1;
    return parts.with(index, isFile ? `*${extname(name)}` : '*').join('/');
  });
}

/**
 * Sums sizes by lasting name: bundlers write several files that only differ in the digest.
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
