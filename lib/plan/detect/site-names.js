/** @import { Site } from '../../site/types.ts' */
/** @import { Linked } from '../../site/graph/build-graph.js' */
/** @import { NameKind } from '../../site/style/selector-names.js' */

import { readOnce } from '../../base/read-once.js';
import { listNames } from '../../site/graph/vocabulary.js';

/** Types of files that can contain names of elements that scripts create. */
const SAYING = new Set(['script', 'text']);
/** Source maps, which no page uses. */
const NO_DATA = /\.map$/i;

/** Returns the names of elements on any page, in the markup and after scripts have run. */
export const openElementNames = readOnce(collectElementNames);

/**
 * @param {Linked} linked
 * @returns {(kind: NameKind, name: string) => boolean}
 */
function collectElementNames({ reads, seen }) {
  const written = [...reads.values()].flatMap(({ vocabulary }) => vocabulary ?? []);
  const added = [...seen.records.values()].map((record) => record.names);
  /** @type {Record<NameKind, ReadonlySet<string>>} */
  const names = {
    class: uniteLists([...listsOf(written.map(({ classes }) => classes)), ...added.map(({ classes }) => classes)]),
    id: uniteLists([...listsOf(written.map(({ ids }) => ids)), ...added.map(({ ids }) => ids)]),
    tag: uniteLists([...written, ...added].map(({ tags }) => tags)),
  };
  return (kind, name) => names[kind].has(name);
}

/** Returns the names of texts, of which many pages have the same. @param {readonly string[]} texts */
function* listsOf(texts) {
  for (const text of new Set(texts)) yield listNames(text);
}

/** Returns all names of lists. @param {Iterable<readonly string[]>} lists */
function uniteLists(lists) {
  /** @type {Set<string>} */
  const names = new Set();
  for (const list of lists) for (const name of list) names.add(name);
  return names;
}

/**
 * Returns scripts, data and other texts of a site that are neither pages nor sheets.
 * @param {Site} site
 * @returns {readonly string[]}
 */
export function textsOfSite({ files }) {
  const said = [...files.values()].filter(({ path, type }) => SAYING.has(type) && !NO_DATA.test(path));
  return said.map(({ bytes }) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8'));
}
