/** @import { Linked } from '../../site/graph/build-graph.js' */
/** @import { SitePath } from '../../site/types.ts' */

import { hash } from 'node:crypto';

/**
 * Returns a function that names what decides the references of a page and those that it follows: the files that it
 * fetches, and when the documents among them were read. It takes a fraction of the time of describing the references.
 * Null: they depend on more than that, as those of visited pages do.
 * @param {Pick<Linked, 'graph' | 'reads' | 'seen'>} linked
 * @returns {(page: SitePath) => string | null}
 */
export function openLinkIds({ graph, reads, seen }) {
  /** @type {Map<SitePath, string | null>} */
  const known = new Map();
  const nameFile = (/** @type {SitePath} */ path) => {
    const read = reads.get(path);
    if (!read) return path;
    // Names in code are resolved when they are followed.
    const isPlain = read.around !== undefined && read.code.ahead.length === 0;
    return isPlain ? `${path} ${read.file.hash} ${read.around}` : null;
  };
  const idOf = (/** @type {SitePath} */ path) => {
    const found = known.get(path);
    const id = found === undefined ? nameFile(path) : found;
    known.set(path, id);
    return id;
  };
  return (page) => {
    const fetched = graph.fetches.get(page);
    if (!fetched || seen.records.has(page)) return null;
    const ids = fetched.map(idOf);
    return ids.includes(null) ? null : hash('sha256', ids.join('\n'));
  };
}
