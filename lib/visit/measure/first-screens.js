/** @import { Graph, Site, SitePath, Warning } from '../../site/types.ts' */
/** @import { SheetUse } from '../types.ts' */
/** @import { OpenBrowser } from '../browser/open.js' */

import { readOnce } from '../../base/read-once.js';
import { readFirstStyle } from '../../site/style/first-style.js';
import { decodeText } from '../../site/text/encoding.js';
import { measureFirstStyles } from '../browser/first-styles.js';

/** Min size of a sheet. Smaller ones arrive with the first packets after the page. */
const MIN_BYTES = 10_000;

/**
 * Measures the parts of style sheets that pages need on the first screen. Of pages with the same sheets one is measured
 * for advice, and all of them if it is written into them.
 * @param {{ site: Site, graph: Pick<Graph, 'fetches'>, browser: OpenBrowser | null, all?: boolean }} wanted `browser`:
 *   null if nothing is measured
 * @returns {Promise<{ firstScreens: Map<SitePath, readonly SheetUse[]>, warnings: Warning[] }>}
 */
export async function measureFirstScreens({ site, graph, browser, all = false }) {
  /** @type {Map<SitePath, readonly SheetUse[]>} */
  const firstScreens = new Map();
  /** @type {Warning[]} */
  const warnings = [];
  if (!browser) return { firstScreens, warnings };
  const sheetsOf = (/** @type {readonly SitePath[]} */ fetched) =>
    fetched.filter((path) => site.files.get(path)?.type === 'css');
  const groups = Map.groupBy(graph.fetches, ([page, fetched]) => (all ? page : sheetsOf(fetched).join('\n')));
  const files = (/** @type {string} */ name) => site.files.get(name);
  const place = site.place ? { place: site.place } : {};
  const read = (/** @type {string} */ path) => {
    const file = files(path);
    return file?.type === 'css' ? styleOf(file).style : null;
  };
  for (const [[path, fetched]] of groups.values()) {
    const bytes = sheetsOf(fetched).reduce((sum, sheet) => sum + (site.files.get(sheet)?.size ?? 0), 0);
    if (bytes < MIN_BYTES) continue;
    try {
      const parts = await measureFirstStyles(browser, { path, files, ...place, read });
      firstScreens.set(
        path,
        parts.map((part) => useOf(part, read(part.path)?.length ?? 0)),
      );
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const message = `the first screen of ${path} is not measured: ${reason}`;
      warnings.push({ code: 'unmeasured', page: path, message });
    }
  }
  return { firstScreens, warnings };
}

/** Measures all pages of a site. */
const styleOf = readOnce((/** @type {import('../../site/types.ts').SiteFile} */ { bytes }) => ({
  style: readFirstStyle(decodeText(bytes)?.text ?? ''),
}));

/** @param {import('../browser/first-styles.js').FirstPart} part @param {number} all @returns {SheetUse} */
function useOf({ path, part, isAlike }, all) {
  return Object.freeze({ path, all, needed: part.length, text: isAlike ? part : null });
}
