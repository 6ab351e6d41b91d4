/** @import { Site, SiteFile, SitePath } from '../types.ts' */
/** @import { Linked } from './build-graph.js' */

import { isAskedByName } from '../asked-from-outside.js';

/** The start of a source map, which contains its version first. */
const SOURCE_MAP = /^[)\]}'\s]*\{\s*"version"\s*:\s*3\b/;
/** Length of the part of a file in which it is looked for. */
const MAP_START = 200;

/**
 * Creates a check for files that pages, sheets, scripts or data load or name, and those with well-known names. Two
 * kinds of names do not count: a font in an older format is only named to browsers that do not load the newer one
 * before it, and a source map to debuggers.
 * @param {Pick<Site, 'files'>} site @param {Pick<Linked, 'graph'>} linked
 * @param {{ isComposed?: boolean }} [options] `isComposed`: false if names do not count that a script may compose
 * @returns {(path: SitePath) => boolean}
 */
export function openUsed({ files }, { graph }, { isComposed = true } = {}) {
  /** @type {Set<SitePath> | null} */
  let named = null;
  return (path) => {
    if (graph.usedBy.has(path) || graph.linked.has(path) || isAskedByName(path)) return true;
    named ??= listNamed(graph);
    // Only files that nothing loads are read.
    return (named.has(path) || (isComposed && graph.protected.has(path))) && !isSourceMap(files.get(path));
  };
}

/** Lists the files that references name, except fonts. @param {Linked['graph']} graph */
function listNamed({ references }) {
  /** @type {Set<SitePath>} */
  const named = new Set();
  for (const group of references.values())
    for (const { role, target } of group) if (target.kind === 'file' && role !== 'font') named.add(target.path);
  return named;
}

/** @param {SiteFile | undefined} file */
function isSourceMap(file) {
  return file !== undefined && SOURCE_MAP.test(Buffer.from(file.bytes.subarray(0, MAP_START)).toString('latin1'));
}
