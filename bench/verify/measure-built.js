import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from '../../lib/index.js';
import { pathOfUrl } from '../../lib/site/addresses.js';
import { renderPage } from '../../lib/visit/browser/render.js';
import { compareRenderings } from '../../lib/visit/verify/compare.js';
import { listAllowances } from '../../lib/visit/verify/screenshots.js';
import { FULL_VIEWS } from '../../lib/visit/verify/views.js';
import { rules } from '../../rules/index.js';
import { listSites, openSite, pickEvenly } from './sites.js';

/** @import { OpenBrowser } from '../../lib/visit/browser/open.js' */
/** @import { FullReport } from '../../lib/report/types.ts' */
/** @import { ChangeInfo } from '../../lib/visit/verify/types.js' */
/** @import { RealSite } from './sites.js' */

const PAGES = 10;
const SAFE = new Set(rules.filter(({ meta }) => meta.safety === 'safe').map(({ meta }) => meta.id));

/**
 * Builds each real site and compares the output with the input, in a new browser page for each, independent of the
 * verification during the build.
 * @param {OpenBrowser} browser
 * @param {string[]} options number of pages of each site
 */
export async function measureBuilt(browser, [count = String(PAGES)]) {
  const total = { pages: 0, looks: 0, replaced: 0, moved: 0, pictures: 0, meaning: 0 };
  for (const site of listSites()) {
    const out = mkdtempSync(join(tmpdir(), 'pagethrift-built-'));
    const report = await build(site.root, { out, force: true, cache: 'out/cache' });
    const found = await compareSite(browser, site, { after: openSite(out), report, count: Number(count) });
    rmSync(out, { recursive: true });
    const applied = report.changes.filter(({ status }) => status === 'applied').length;
    console.log(`${site.name}: ${applied} changes applied; ${describe(found)}`);
    for (const key of /** @type {(keyof typeof total)[]} */ (Object.keys(total))) total[key] += found[key];
  }
  console.log(`built sites: ${describe(total)}`);
}

/**
 * @param {{ pages: number, looks: number, replaced: number, moved: number, pictures: number, meaning: number }} found
 */
function describe({ pages, looks, replaced, moved, pictures, meaning }) {
  return (
    `${pages} pages in ${looks} looks, ${replaced} replaced pictures among them: ${moved} boxes moved, ` +
    `${pictures} visible differences, ${meaning} other differences`
  );
}

/**
 * @param {OpenBrowser} browser @param {RealSite} before
 * @param {{ after: RealSite, report: FullReport, count: number }} built
 */
async function compareSite(browser, before, { after, report, count }) {
  const found = { pages: 0, looks: 0, replaced: 0, moved: 0, pictures: 0, meaning: 0 };
  const shown = new Set(report.pages.map(({ path }) => path));
  for (const path of pickEvenly(
    before.pages.filter((page) => shown.has(page)),
    count,
  )) {
    const changes = listReplaced(report);
    const look = (/** @type {RealSite} */ { lookup }, /** @type {boolean} */ withBackgrounds) =>
      renderPage(browser, { path, files: lookup, views: FULL_VIEWS, withBackgrounds });
    const [first, second] = [await look(before, true), await look(after, false)];
    const differences = await compareRenderings(first, second, { changes });
    found.pages += 1;
    found.looks += FULL_VIEWS.length;
    found.replaced += listAllowances(first[0], changes, pathOfUrl).length;
    found.moved += differences.filter(({ depth }) => depth === 'geometry').length;
    found.pictures += differences.filter(({ depth }) => depth === 'picture').length;
    found.meaning += differences.filter(({ depth }) => depth === 'meaning').length;
    for (const { view, message, box } of differences.slice(0, 3))
      console.log(`  ${path}: ${view}: ${message} ${box ?? ''}`);
  }
  return found;
}

/**
 * Returns the images that the build replaced on any page.
 * @param {FullReport} report
 * @returns {ChangeInfo[]}
 */
function listReplaced({ changes }) {
  const replaced = changes.filter(({ status, rule, resource }) => status === 'applied' && resource && !SAFE.has(rule));
  const byResource = Map.groupBy(replaced, ({ resource }) => resource);
  return [...byResource.values()].map(([{ rule, resource, lettering }], index) => ({
    id: String(index),
    rule,
    cause: `${rule} ${resource}`,
    kind: /** @type {const} */ ('replaced'),
    resource: /** @type {string} */ (resource),
    ...(lettering ? { text: lettering.text } : {}),
  }));
}
