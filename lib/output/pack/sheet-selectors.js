/** @import { Graph, SiteFile, SitePath } from '../../site/types.ts' */
/** @import { FlowSelectors } from './lines.js' */

import { readOnce } from '../../base/read-once.js';
import { findFlowSelectors } from './lines.js';
import { findSpaceSelectors } from './space.js';

/**
 * Returns the results of `findSpaceSelectors` and `findFlowSelectors` for a page's style sheets. The latter is null if
 * one of the sheets is not part of the site.
 * @param {SitePath} page
 * @param {Graph} graph
 * @param {(path: SitePath) => SiteFile | undefined} fileAt
 * @param {Iterable<SitePath>} [added] files that are not in the graph yet
 * @returns {{ spaceSelectors: string[], flowSelectors: FlowSelectors[] | null }}
 */
export function selectorsOfSheets(page, graph, fileAt, added = []) {
  const fetched = [...new Set([...(graph.fetches.get(page) ?? []), ...added])];
  const files = fetched.map(fileAt).filter((file) => file?.type === 'css');
  const { space, flow } = readSheets(/** @type {SiteFile[]} */ (files));
  const isWhole = [page, ...fetched].every((path) =>
    (graph.references.get(path) ?? []).every(({ role, target }) => role !== 'style' || target.kind === 'file'),
  );
  return { spaceSelectors: space, flowSelectors: isWhole ? flow : null };
}

/** @typedef {{ space: string[], flow: FlowSelectors[] }} Selectors */

/** Selectors of the same sheets, by the first sheet, then by the digests of all. @type {WeakMap<SiteFile, Map<string,
 * Selectors>>} */
const known = new WeakMap();

/** Returns the selectors of sheets, the same object for all pages with the same sheets. @param {SiteFile[]} sheets */
function readSheets(sheets) {
  const [first] = sheets;
  if (!first) return NO_SELECTORS;
  const key = sheets.map(({ hash }) => hash).join();
  const others = known.get(first) ?? new Map();
  known.set(first, others);
  const found = others.get(key) ?? joinSelectors(sheets.map(readSheet));
  others.set(key, found);
  return found;
}

/** @type {Selectors} */
const NO_SELECTORS = Object.freeze({ space: [], flow: [] });

/** @param {{ space: string[], flow: FlowSelectors }[]} sheets @returns {Selectors} */
function joinSelectors(sheets) {
  return { space: sheets.flatMap(({ space }) => space), flow: sheets.map(({ flow }) => flow) };
}

const readSheet = readOnce((/** @type {SiteFile} */ { bytes }) => {
  const css = Buffer.from(bytes).toString('latin1');
  return { space: findSpaceSelectors(css), flow: findFlowSelectors(css) };
});
