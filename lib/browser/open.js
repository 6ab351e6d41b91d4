import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer from 'puppeteer-core';
import { findInstalledBrowsers } from './find.js';
import { layOutFonts } from './fonts.js';
import { createPool } from './pool.js';
import { unpackChromium } from './unpack.js';

/** @import { Browser, CDPSession, Page } from 'puppeteer-core' */

/**
 * @typedef {object} OpenBrowser
 * @property {string} name `Chrome`, `HeadlessChrome`…
 * @property {string} version
 * @property {number} jobs how many pages work at once
 * @property {() => Promise<Page>} newPage opens a page in a context of its own, which the caller closes
 * @property {<T>(work: (page: Page) => Promise<T>, options?: { timeoutMs?: number, attempts?: number }) => Promise<T>} withPage
 *   runs work on a fresh page as soon as one of the pool's places is free; a crash, a hang and a time-out cost a retry
 * @property {<T>(work: (session: CDPSession) => Promise<T>, options?: { timeoutMs?: number, attempts?: number }) => Promise<T>} withTab
 *   the same on a bare session: all that puppeteer listens to on a page of its own costs a good part of a look
 * @property {() => number} restarts how often the process had to be started again
 * @property {() => Promise<void>} close
 *
 * @typedef {object} Launcher
 * @property {string} from where the executable comes from, for messages
 * @property {() => Promise<Browser>} launch
 */

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
const LAUNCH_TIMEOUT_MS = 30_000;

const FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-lcd-text',
  '--disable-partial-raster',
  '--disable-skia-runtime-opts',
  '--run-all-compositor-stages-before-draw',
  '--disable-new-content-rendering-timeout',
  '--disable-threaded-animation',
  '--disable-threaded-scrolling',
  '--disable-checker-imaging',
  '--disable-image-animation-resync',
  '--blink-settings=imageAnimationPolicy=2,lazyLoadEnabled=false',
  '--font-render-hinting=none',
  '--force-color-profile=srgb',
  '--hide-scrollbars',
  '--mute-audio',
  // Pages stand still here, so there is nothing to gain from painting them in small pieces.
  '--default-tile-width=4096',
  '--default-tile-height=4096',
];

const SHARED_MEMORY = '/dev/shm';
/** Pictures of tall pages pass through it; in a container it often has 64 MB. */
const LEAST_SHARED_BYTES = 2 ** 30;

/**
 * Starts the configured browser, else an installed one, else that of @sparticuz/chromium; null where none starts.
 * @param {{ browser?: string, jobs?: number, note?: (reason: string) => void }} [options] `browser`: `auto`, `off` or a
 *   path; `jobs`: cores to keep busy; `note` hears why a browser did not start
 * @returns {Promise<OpenBrowser | null>}
 */
export async function openBrowser({ browser = 'auto', jobs = 1, note = () => {} } = {}) {
  if (browser === 'off') {
    note('the browser is switched off');
    return null;
  }
  for (const candidate of listCandidates(browser)) {
    try {
      const { path, libraries } = await candidate.locate();
      const launch = () => launchBrowser(path, libraries);
      return await createPool({ launch, first: await launch(), jobs: countPlaces(jobs) });
    } catch (error) {
      note(`${candidate.from} does not start: ${error instanceof Error ? error.message.trim() : error}`);
    }
  }
  return null;
}

/** How many pages keep so many cores busy: each waits for frames a third of its time. @param {number} cores */
function countPlaces(cores) {
  return cores > 1 ? Math.ceil(cores * 1.5) : 1;
}

/**
 * @param {string} browser
 * @returns {{ from: string, locate: () => Promise<{ path: string, libraries?: string }> }[]}
 */
function listCandidates(browser) {
  const configured = browser === 'auto' ? [] : [browser];
  return [
    ...[...configured, ...findInstalledBrowsers()].map((path) => ({ from: path, locate: async () => ({ path }) })),
    { from: '@sparticuz/chromium', locate: unpackChromium },
  ];
}

/**
 * Starts one process with an empty profile that is removed with it.
 * @param {string} path @param {string} [libraries] shared libraries to fall back on where the system lacks one
 * @returns {Promise<Browser>}
 */
async function launchBrowser(path, libraries) {
  /** @type {NodeJS.ProcessEnv} */
  const env = { ...process.env, ...(await layOutFonts()) };
  try {
    return await launchOnce(path, env);
  } catch (error) {
    if (!libraries) throw error;
    const known = env.LD_LIBRARY_PATH;
    return launchOnce(path, { ...env, LD_LIBRARY_PATH: known ? `${libraries}:${known}` : libraries });
  }
}

/** @param {string} path @param {NodeJS.ProcessEnv} env */
async function launchOnce(path, env) {
  const profile = mkdtempSync(join(tmpdir(), 'pagethrift-profile-'));
  const removeProfile = () => rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  /** @type {Browser | null} */
  let browser = null;
  const stopCaring = cleanUpAtEnd(() => {
    // A browser that still runs would write its profile again.
    browser?.process()?.kill('SIGKILL');
    removeProfile();
  });
  const discard = () => {
    stopCaring();
    removeProfile();
  };
  try {
    const isRoot = process.getuid?.() === 0;
    browser = await puppeteer.launch({
      executablePath: path,
      headless: 'shell',
      // Puppeteer would have all of them pass through files on the disk.
      ignoreDefaultArgs: hasSharedMemory() ? ['--disable-dev-shm-usage'] : [],
      // Through a pipe there is no port, and the browser ends with this process.
      pipe: true,
      userDataDir: profile,
      timeout: LAUNCH_TIMEOUT_MS,
      defaultViewport: { width: 800, height: 600 },
      args: isRoot ? [...FLAGS, '--no-sandbox'] : FLAGS,
      env,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
    browser.process()?.once('exit', discard);
    return browser;
  } catch (error) {
    discard();
    throw error;
  }
}

function hasSharedMemory() {
  try {
    const { bavail, bsize } = statfsSync(SHARED_MEMORY);
    return bavail * bsize >= LEAST_SHARED_BYTES;
  } catch {
    return false;
  }
}

/**
 * Cleans up if this process ends, by itself or by a signal, which then does what it would have done.
 * @param {() => void} cleanUp
 * @returns {() => void} takes it back
 */
function cleanUpAtEnd(cleanUp) {
  /** @param {NodeJS.Signals} signal */
  const onSignal = (signal) => {
    cleanUp();
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  };
  process.once('exit', cleanUp);
  for (const signal of SIGNALS) process.once(signal, onSignal);
  return () => {
    process.removeListener('exit', cleanUp);
    for (const signal of SIGNALS) process.removeListener(signal, onSignal);
  };
}
