import { findInstalledBrowsers } from './find.js';
import { launchBrowser } from './launch.js';
import { createPool } from './pool.js';
import { unpackChromium } from './unpack.js';

/** @import { CDPSession, Page } from 'puppeteer-core' */
/** @import { WorkOptions } from './pool.js' */

/**
 * @typedef {object} OpenBrowser
 * @property {string} name `Chrome`, `HeadlessChrome`…
 * @property {string} version
 * @property {number} jobs max pages that work at once
 * @property {() => boolean} isFree returns true if a page could start at once
 * @property {() => Promise<Page>} newPage opens a page in its own context, which the caller closes
 * @property {<T>(work: (page: Page) => Promise<T>, options?: WorkOptions) => Promise<T>} withPage runs work on a new
 *   page as soon as one of the pool's slots is free; a crash, a hang and a time-out cost a retry
 * @property {<T>(work: (session: CDPSession) => Promise<T>, options?: WorkOptions) => Promise<T>} withTab the same on a
 *   bare session: puppeteer's listeners on a page take a large part of a visit
 * @property {() => number} restarts count of restarts of the process
 * @property {boolean} isSandboxed true if Chromium's own sandbox is active
 * @property {boolean} isOffline true if the system keeps it from any network, in addition to its own flags
 * @property {() => Promise<void>} close
 */

/**
 * Starts the configured browser, otherwise an installed one, otherwise that of @sparticuz/chromium. Returns null if
 * none starts.
 * @param {{ browser?: string, jobs?: number, pageMegabytes?: number, note?: (reason: string) => void }} [options]
 *   `browser`: `auto`, `bundled`, `off` or a path; `jobs`: cores to use; `pageMegabytes`: max memory of each page;
 *   `note` receives the reason why a browser did not start
 * @returns {Promise<OpenBrowser | null>}
 */
export async function openBrowser({ browser = 'auto', jobs = 1, pageMegabytes, note = () => {} } = {}) {
  if (browser === 'off') {
    note('the browser is switched off');
    return null;
  }
  for (const candidate of listCandidates(browser)) {
    try {
      const { path, libraries } = await candidate.locate();
      const launched = await launchBrowser(path, libraries);
      return await createPool({ ...launched, jobs: countSlots(jobs), pageMegabytes });
    } catch (error) {
      note(`${candidate.from} does not start: ${error instanceof Error ? error.message.trim() : error}`);
    }
  }
  return null;
}

/**
 * Returns the count of pages that keep the cores busy: each waits for frames a third of its time.
 * @param {number} cores
 */
function countSlots(cores) {
  return cores > 1 ? Math.ceil(cores * 1.5) : 1;
}

/**
 * Lists the browsers to try. Text is rendered slightly differently by another browser, so `bundled` gives the same
 * output on every machine.
 * @param {string} browser
 * @returns {{ from: string, locate: () => Promise<{ path: string, libraries?: string }> }[]}
 */
function listCandidates(browser) {
  const wanted = browser === 'auto' ? (process.env.PAGETHRIFT_BROWSER ?? 'auto') : browser;
  const bundled = { from: '@sparticuz/chromium', locate: unpackChromium };
  if (wanted === 'bundled') return [bundled];
  const configured = wanted === 'auto' ? [] : [wanted];
  const installed = [...configured, ...findInstalledBrowsers()];
  return [...installed.map((path) => ({ from: path, locate: async () => ({ path }) })), bundled];
}
