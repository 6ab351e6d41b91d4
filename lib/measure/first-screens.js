/** @import { Graph, SheetUse, Site, SitePath, Warning } from '../types.ts' */
/** @import { OpenBrowser } from '../browser/open.js' */

import { measureFirstRules } from '../browser/first-rules.js';

/** Sheets of fewer bytes come with the first packets behind the page. */
const LEAST_BYTES = 10_000;

/**
 * How much of their style sheets pages need on the first screen: of pages with the same sheets one is measured.
 * @param {{ site: Site, graph: Pick<Graph, 'fetches'>, browser: OpenBrowser | null }} wanted `browser`: null where
 *   nobody asks
 * @returns {Promise<{ firstScreens: Map<SitePath, readonly SheetUse[]>, warnings: Warning[] }>}
 */
export async function measureFirstScreens({ site, graph, browser }) {
  /** @type {Map<SitePath, readonly SheetUse[]>} */
  const firstScreens = new Map();
  /** @type {Warning[]} */
  const warnings = [];
  if (!browser) return { firstScreens, warnings };
  const sheetsOf = (/** @type {readonly SitePath[]} */ fetched) =>
    fetched.filter((path) => site.files.get(path)?.type === 'css');
  const groups = Map.groupBy(graph.fetches, ([, fetched]) => sheetsOf(fetched).join('\n'));
  const files = (/** @type {string} */ name) => site.files.get(name);
  for (const [[path, fetched]] of groups.values()) {
    const bytes = sheetsOf(fetched).reduce((sum, sheet) => sum + (site.files.get(sheet)?.size ?? 0), 0);
    if (bytes < LEAST_BYTES) continue;
    try {
      const place = site.place ? { place: site.place } : {};
      firstScreens.set(path, await measureFirstRules(browser, { path, files, ...place }));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      warnings.push({
        code: 'unmeasured',
        page: path,
        message: `the first screen of ${path} is not measured: ${reason}`,
      });
    }
  }
  return { firstScreens, warnings };
}
