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
 * @property {number} jobs how many pages work at once
 * @property {() => boolean} isFree whether a page could be worked on at once
 * @property {() => Promise<Page>} newPage opens a page in a context of its own, which the caller closes
 * @property {<T>(work: (page: Page) => Promise<T>, options?: WorkOptions) => Promise<T>} withPage
 *   runs work on a fresh page as soon as one of the pool's slots is free; a crash, a hang and a time-out cost a retry
 * @property {<T>(work: (session: CDPSession) => Promise<T>, options?: WorkOptions) => Promise<T>} withTab
 *   the same on a bare session: all that puppeteer listens to on a page of its own costs a good part of a look
 * @property {() => number} restarts how often the process had to be started again
 * @property {boolean} isSandboxed whether Chromium's own sandbox holds its pages
 * @property {boolean} isOffline whether the system keeps it from any network, beside its own flags
 * @property {() => Promise<void>} close
 */

/**
 * Starts the configured browser, else an installed one, else that of @sparticuz/chromium; null where none starts.
 * @param {{ browser?: string, jobs?: number, pageMegabytes?: number, note?: (reason: string) => void }} [options]
 *   `browser`: `auto`, `bundled`, `off` or a path; `jobs`: cores to keep busy; `pageMegabytes`: that each page may
 *   take; `note` hears why a browser did not start
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

/** How many pages keep so many cores busy: each waits for frames a third of its time. @param {number} cores */
function countSlots(cores) {
  return cores > 1 ? Math.ceil(cores * 1.5) : 1;
}

/**
 * Another browser draws letters a little differently, so whoever needs the same output on every machine says `bundled`.
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
