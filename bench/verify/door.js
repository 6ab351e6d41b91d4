import { UNCONFINED } from '../../lib/visit/browser/confine.js';
import { findInstalledBrowsers } from '../../lib/visit/browser/find.js';
import { launchBrowser } from '../../lib/visit/browser/launch.js';
import { createPool } from '../../lib/visit/browser/pool.js';
import { unpackChromium } from '../../lib/visit/browser/unpack.js';
import { verifyPages } from '../../lib/visit/verify/verify.js';
import { readCpuMs } from './cost.js';
import { listSites, pickPages } from './sites.js';

/** @import { OpenBrowser } from '../../lib/visit/browser/open.js' */

const PAGES = 4;
const ROUNDS = 3;
/** Memory limit that no page reaches, in megabytes. */
const NO_LIMIT_MB = 1e6;

/**
 * Measures the cost of blocking the browser's network access and of page budgets: CPU time of the same pages,
 * alternately with and without.
 * @param {OpenBrowser} closed
 * @param {string[]} options number of pages of real sites
 */
export async function measureDoor(closed, [count = String(PAGES)]) {
  const [installed] = findInstalledBrowsers();
  const { path, libraries } = installed ? { path: installed, libraries: undefined } : await unpackChromium();
  const launched = await launchBrowser(path, libraries, UNCONFINED);
  const open = await createPool({ ...launched, jobs: 1, pageMegabytes: NO_LIMIT_MB });
  const pages = pickPages(listSites(), Number(count));
  const time = async (/** @type {OpenBrowser} */ browser) => {
    const from = readCpuMs(process.pid);
    for (const { path: page, lookup } of pages)
      await verifyPages({ pages: [{ path: page, changes: [] }], before: lookup, build: () => lookup, browser });
    return readCpuMs(process.pid) - from;
  };
  for (const browser of [closed, open]) await time(browser);
  const sums = { closed: 0, open: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    sums.closed += await time(closed);
    sums.open += await time(open);
  }
  await open.close();
  const more = ((sums.closed / sums.open - 1) * 100).toFixed(1);
  console.log(
    `${pages.length} pages, ${ROUNDS} rounds: ${sums.closed} ms closed` +
      `${closed.isOffline ? ' in a namespace' : ''} with budgets, ` +
      `${sums.open} ms open without: ${more} % more`,
  );
}
