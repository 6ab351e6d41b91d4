import { verifyPages } from '../../lib/visit/verify/verify.js';
import { FULL_VIEWS } from '../../lib/visit/verify/views.js';
import { FAULTS } from './faults.js';
import { BEFORE, buildWith, HONEST, toLookup } from './fixture.js';
import { listSites, pickPages } from './sites.js';

/** @import { OpenBrowser } from '../../lib/visit/browser/open.js' */

const PAGES = 200;
const RUNS = 10;

/**
 * Verifies real pages against themselves, where every difference is a false alarm, and one build ten times.
 * @param {OpenBrowser} browser
 * @param {string[]} options number of pages
 */
export async function measureSteadiness(browser, [count = String(PAGES)]) {
  const pages = pickPages(listSites(), Number(count));
  const counts = { same: 0, different: 0, unseen: 0, skipped: 0 };
  let unsteady = 0;
  for (const { site, path, lookup } of pages) {
    const [verdict] = await verifyPages({
      pages: [{ path, changes: [] }],
      before: lookup,
      build: () => lookup,
      browser,
    });
    counts[verdict.status] += 1;
    unsteady += verdict.notes.length > 0 ? 1 : 0;
    const said = [...verdict.notes, ...verdict.differences.map(({ view, message }) => `${view}: ${message}`)];
    if (said.length > 0) console.log(`${site} ${path}: ${verdict.status}; ${said.slice(0, 3).join('; ')}`);
  }
  const looks = pages.length * FULL_VIEWS.length;
  console.log(
    `${pages.length} unchanged pages in ${FULL_VIEWS.length} views, ${looks} renderings held against a second: ` +
      `${JSON.stringify(counts)}, ${unsteady} with notes`,
  );
  const fault = FAULTS['colour by 8 levels'];
  const steps = [...HONEST, fault];
  const verdicts = new Set();
  for (let run = 0; run < RUNS; run += 1) {
    const changed = [{ path: 'index.html', changes: steps.map(({ info }) => info) }];
    const [verdict] = await verifyPages({ pages: changed, before: toLookup(BEFORE), build: buildWith(steps), browser });
    verdicts.add(JSON.stringify(verdict));
  }
  console.log(`${RUNS} runs of one build: ${verdicts.size} different verdicts`);
}
