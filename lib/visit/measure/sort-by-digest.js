import { hash } from 'node:crypto';

/**
 * Sorts names by their digests. The first ones are a sample that does not depend on the other names.
 * @param {readonly string[]} names
 * @returns {string[]}
 */
export function sortByDigest(names) {
  const digests = new Map(names.map((name) => [name, hash('sha256', name)]));
  const digestOf = (/** @type {string} */ name) => digests.get(name) ?? '';
  return names.toSorted((a, b) => (digestOf(a) < digestOf(b) ? -1 : 1));
}
