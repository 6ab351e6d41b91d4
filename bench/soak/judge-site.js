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
/** Visits to both sides of a page before a difference is a finding. */
const PAIRS = 3;

/**
 * @typedef {Finding & { page: string }} PageFinding
 * @typedef {{ was: Visit, is: Visit }} Pair
 * @typedef {{ page: string, before: Visit, after: Visit, findings: PageFinding[] }} Judged
 * @typedef {{ findings: PageFinding[], unsteady: string[], pages: Judged[] }} Verdict
 */

/**
 * Visits pages before and after a build. Pages with differences are visited twice more. A page that differs from itself
 * is recorded as unsteady and is not a finding.
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
  const visitBoth = async () => {
    const [was, is] = await Promise.all([visitPage(browser, before, address), visitPage(browser, after, address)]);
    return { was, is };
  };
  /** @type {Pair[]} */
  const pairs = [];
  for (let found = null; pairs.length < PAIRS && found?.length !== 0; ) {
    const pair = await withLimit(visitBoth()).catch(toReason);
    if (typeof pair === 'string') {
      verdict.unsteady.push(`${page}: ${pair}`);
      return;
    }
    pairs.push(pair);
    found = (await keepSteady(pairs, level)).steady;
  }
  const { steady, own } = await keepSteady(pairs, level);
  if (own.length > 0) verdict.unsteady.push(`${page}: ${[...new Set(own.map(({ kind }) => kind))].join(', ')}`);
  const findings = steady.map((each) => ({ page, ...each }));
  verdict.findings.push(...findings);
  if (findings.length > 0) verdict.pages.push({ page, before: pairs[0].was, after: pairs[0].is, findings });
}

/**
 * Divides the differences of the first pair of visits: those of every pair, and those that two visits of one side
 * have too, or that another pair lacks. A page that shows something for a second differs in some pairs only.
 * @param {readonly Pair[]} pairs @param {string} level
 * @returns {Promise<{ steady: Finding[], own: Finding[] }>}
 */
export async function keepSteady([first, ...others], level) {
  const found = await compareVisits(first.was, first.is, level);
  /** @type {Set<string>} */
  const unsteady = new Set();
  const nameOf = (/** @type {Finding} */ { kind, rendering }) => `${kind} ${rendering}`;
  for (const { was, is } of found.length > 0 ? others : []) {
    const again = new Set((await compareVisits(was, is, level)).map(nameOf));
    const itself = [...(await compareVisits(first.was, was, level)), ...(await compareVisits(first.is, is, level))];
    for (const each of found) if (!again.has(nameOf(each))) unsteady.add(nameOf(each));
    for (const each of itself) unsteady.add(nameOf(each));
  }
  const isOwn = (/** @type {Finding} */ each) => unsteady.has(nameOf(each));
  return { steady: found.filter((each) => !isOwn(each)), own: found.filter(isOwn) };
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
