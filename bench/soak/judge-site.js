/** @import { Browser } from 'puppeteer-core' */
/** @import { Finding } from './compare-visits.js' */
/** @import { Visit } from './visit-page.js' */

import { judgeFiles } from './compare-files.js';
import { compareVisits } from './compare-visits.js';
import { addressOf } from './describe-site.js';
import { openHost } from './host.js';
import { launchChromium } from './launch.js';
import { visitPage } from './visit-page.js';

/** Time limit of a visit to a page, in milliseconds. */
const PAGE_MS = 120_000;

/**
 * @typedef {Finding & { page: string }} PageFinding
 * @typedef {{ page: string, before: Visit, after: Visit, findings: PageFinding[] }} Judged
 * @typedef {{ findings: PageFinding[], unsteady: string[], pages: Judged[] }} Verdict
 */

/**
 * Visits pages before and after a build. Pages with differences are visited again. A page that differs from itself is
 * recorded as unsteady and is not a finding.
 * @param {{ before: string, after: string, base: string, pages: readonly string[], level: string }} site
 * @returns {Promise<Verdict>}
 */
export async function judgeSite({ before, after, base, pages, level }) {
  const browser = await launchChromium();
  const hosts = [await openHost(before, base), await openHost(after, base)];
  /** @type {Verdict} */
  const verdict = { findings: [], unsteady: [], pages: [] };
  try {
    verdict.findings.push(...(await judgeFiles(browser, before, after)));
    for (const page of pages)
      await judgePage(browser, hosts, { page, address: base + addressOf(page), level }, verdict);
  } finally {
    await browser.close();
    for (const { close } of hosts) close();
  }
  return verdict;
}

/**
 * @param {Browser} browser @param {Awaited<ReturnType<typeof openHost>>[]} hosts
 * @param {{ page: string, address: string, level: string }} where @param {Verdict} verdict
 */
async function judgePage(browser, [before, after], { page, address, level }, verdict) {
  const pair = () =>
    Promise.all([visitPage(browser, before, address), visitPage(browser, after, address)]).then(([was, is]) => ({
      was,
      is,
    }));
  const first = await withLimit(pair()).catch(toReason);
  if (typeof first === 'string') {
    verdict.unsteady.push(`${page}: ${first}`);
    return;
  }
  const found = await compareVisits(first.was, first.is, level);
  if (found.length === 0) return;
  const second = await withLimit(pair()).catch(toReason);
  if (typeof second === 'string') {
    verdict.unsteady.push(`${page}: ${second}`);
    return;
  }
  const itself = await compareVisits(first.was, second.was, level);
  const again = await compareVisits(second.was, second.is, level);
  const has = (/** @type {readonly Finding[]} */ list, /** @type {Finding} */ { kind, rendering }) =>
    list.some((each) => each.kind === kind && each.rendering === rendering);
  const steady = found.filter((each) => has(again, each) && !has(itself, each));
  const own = found.filter((each) => has(itself, each));
  if (own.length > 0) verdict.unsteady.push(`${page}: ${[...new Set(own.map(({ kind }) => kind))].join(', ')}`);
  const findings = steady.map((each) => ({ page, ...each }));
  verdict.findings.push(...findings);
  if (findings.length > 0) verdict.pages.push({ page, before: first.was, after: first.is, findings });
}

/** @template T @param {Promise<T>} work @returns {Promise<T>} */
function withLimit(work) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  /** @type {Promise<never>} */
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error('the visit does not end')), PAGE_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** Returns the reason why a page could not be judged, for its row. @param {unknown} error */
function toReason(error) {
  return `not judged: ${error instanceof Error ? error.message.split('\n')[0] : error}`;
}
