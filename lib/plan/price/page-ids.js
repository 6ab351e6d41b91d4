/** @import { Change } from '../types.ts' */
/** @import { Site, SitePath } from '../../site/types.ts' */
/** @import { Linked } from '../../site/graph/build-graph.js' */
/** @import { FileInput } from './types.ts' */

import { hash } from 'node:crypto';
import { digestOf, digestOfPlain } from '../../base/digest.js';
import { readOnce } from '../../base/read-once.js';

/*
 * Texts that stand for all that decides the cost of a page, or the effect of a change. They are made in a fraction of
 * the time of describing the requests of a page, so that the costs of unchanged pages are recalled.
 */

/**
 * Returns a function that names the input of the network model for a page, null for visited pages: their requests
 * depend on more than the files that they fetch.
 * @param {Site} site @param {Linked} linked @param {(path: SitePath) => FileInput} fileAt
 * @returns {(page: SitePath) => string | null}
 */
export function openPageIds({ files, place, links }, { graph, seen }, fileAt) {
  const around = digestOf([place, links ?? []]);
  /** @type {Map<SitePath, string>} */
  const known = new Map();
  const nameFile = (/** @type {SitePath} */ path) => {
    const { bytes, decodedBytes } = fileAt(path);
    return `${path} ${files.get(path)?.hash} ${bytes} ${decodedBytes}`;
  };
  const idOf = (/** @type {SitePath} */ path) => {
    const id = known.get(path) ?? nameFile(path);
    known.set(path, id);
    return id;
  };
  return (page) => {
    if (seen.records.has(page)) return null;
    const fetched = graph.fetches.get(page) ?? [page];
    return [around, graph.iconless.has(page), ...fetched.map(idOf)].join('\n');
  };
}

const digestBytes = readOnce((/** @type {Uint8Array} */ bytes) => hash('sha1', bytes));

/**
 * Returns a function that names the effect of a change on any page.
 * @param {Site} site @param {(path: SitePath) => FileInput} fileAt
 * @returns {(change: Change) => string}
 */
export function openChangeIds({ files }, fileAt) {
  return readOnce((/** @type {Change} */ change) => {
    const { rule, proposal, edits, classes, leadsTo, carries, asksFor, unloads, claims, group } = change;
    const { page, range, resource } = proposal;
    const written = change.files.map(({ path, bytes, insteadOf, isSpare, pages }) => [
      ...[path, digestBytes(bytes), insteadOf, isSpare, pages],
      files.get(path)?.size,
    ]);
    const led =
      leadsTo !== null && files.has(leadsTo) ? [leadsTo, fileAt(leadsTo).bytes, fileAt(leadsTo).decodedBytes] : null;
    const place = [page, files.get(page)?.hash, range, resource];
    return digestOfPlain([
      ...[rule.id, place, edits, classes, written, leadsTo, led],
      ...[carries, asksFor, unloads, claims.length > 0, group?.take],
    ]);
  });
}
