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
  const sheets = /** @type {SiteFile[]} */ (files).map(readSheet);
  const isWhole = [page, ...fetched].every((path) =>
    (graph.references.get(path) ?? []).every(({ role, target }) => role !== 'style' || target.kind === 'file'),
  );
  return {
    spaceSelectors: sheets.flatMap(({ space }) => space),
    flowSelectors: isWhole ? sheets.map(({ flow }) => flow) : null,
  };
}

const readSheet = readOnce((/** @type {SiteFile} */ { bytes }) => {
  const css = Buffer.from(bytes).toString('latin1');
  return { space: findSpaceSelectors(css), flow: findFlowSelectors(css) };
});
