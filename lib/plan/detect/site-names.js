/** @import { Site } from '../../site/types.ts' */
/** @import { Linked } from '../../site/graph/build-graph.js' */
/** @import { NameKind } from '../../site/style/selector-names.js' */

import { readOnce } from '../../base/read-once.js';

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
  const sources = [
    ...[...reads.values()].flatMap(({ vocabulary }) => vocabulary ?? []),
    ...[...seen.records.values()].map((record) => record.names),
  ];
  /** @type {Record<NameKind, ReadonlySet<string>>} */
  const names = {
    class: uniteLists(sources.map(({ classes }) => classes)),
    id: uniteLists(sources.map(({ ids }) => ids)),
    tag: uniteLists(sources.map(({ tags }) => tags)),
  };
  return (kind, name) => names[kind].has(name);
}

/** Returns all names of lists, of which many pages have the same. @param {readonly (readonly string[])[]} lists */
function uniteLists(lists) {
  return new Set([...new Set(lists)].flat());
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
