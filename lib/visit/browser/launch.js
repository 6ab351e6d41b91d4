import { chmodSync, chownSync, mkdirSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import puppeteer from 'puppeteer-core';
import { exact } from '../../base/exact.js';
import { publishHeld } from '../../base/held.js';
import { present } from '../../base/present.js';
import { keepAtExit, makeTemporary } from '../../base/temporary.js';
import { confine, findConfinement, UNCONFINED } from './confine.js';
import { FLAGS, UNWANTED_DEFAULT_FLAGS } from './flags.js';
import { layOutFonts } from './fonts.js';

/** @import { Browser } from 'puppeteer-core' */
/** @import { Confinement } from './confine.js' */

/**
 * @typedef {object} Launched a browser that started
 * @property {Browser} first
 * @property {() => Promise<Browser>} launch starts another in the same way
 * @property {boolean} isSandboxed
 * @property {boolean} isOffline
 *
 * @typedef {object} Launch the way in which a browser is started
 * @property {Confinement} confinement
 * @property {boolean} isSandboxed true if Chromium's own sandbox is active
 * @property {NodeJS.ProcessEnv} env
 */

const SIGNALS = exact(['SIGINT', 'SIGTERM', 'SIGHUP']);
/** Time-out of a start. A cold start on a slow disk takes seconds. */
const LAUNCH_TIMEOUT_MS = 30_000;
const SHARED_MEMORY = '/dev/shm';
/** Min shared memory. Screenshots of tall pages pass through it, and in a container it often has 64 MB. */
const MIN_SHARED_BYTES = 2 ** 30;
/** Environment variables for a browser on Linux. Secrets of a build are not passed on. */
const ENVIRONMENT = ['PATH', 'TMPDIR', 'LD_LIBRARY_PATH'];
/** Language and time zone of pages, the same on every machine. */
const LOCALE = { LANG: 'en_US.UTF-8', TZ: 'UTC' };

/**
 * Starts a browser with all available protection: without a network, without root rights, with its own sandbox. Falls
 * back to the possible part of it.
 * @param {string} path @param {string} [libraries] shared libraries for systems that lack one
 * @param {Confinement} [confinement] the strictest that the system allows, if left out
 * @returns {Promise<Launched>}
 */
export async function launchBrowser(path, libraries, confinement) {
  const env = { ...selectEnvironment(), ...(await layOutFonts()) };
  const known = env.LD_LIBRARY_PATH;
  const withLibraries = { ...env, LD_LIBRARY_PATH: known ? `${libraries}:${known}` : libraries };
  const launches = listLaunches(confinement ?? (await findConfinement(path)), libraries ? [env, withLibraries] : [env]);
  /** @type {unknown} */
  let failure;
  for (const how of launches) {
    try {
      const first = await launchOnce(path, how);
      const { isSandboxed, confinement } = how;
      return { first, launch: () => launchOnce(path, how), isSandboxed, isOffline: confinement.isOffline };
    } catch (error) {
      failure ??= error;
    }
  }
  throw failure;
}

/**
 * Lists the ways to start, the safest first. The sandbox counts for more than the namespace, because flags close the
 * network as well.
 * @param {Confinement} confinement @param {readonly NodeJS.ProcessEnv[]} environments
 * @returns {Launch[]}
 */
function listLaunches(confinement, environments) {
  const confinements = confinement.command.length > 0 ? [confinement, UNCONFINED] : [UNCONFINED];
  // Chromium refuses to be sandboxed as root.
  const mayBeSandboxed = (/** @type {Confinement} */ { user }) => process.getuid?.() !== 0 || user !== null;
  return [true, false].flatMap((isSandboxed) =>
    confinements
      .filter((each) => !isSandboxed || mayBeSandboxed(each))
      .flatMap((each) => environments.map((env) => ({ confinement: each, isSandboxed, env }))),
  );
}

function selectEnvironment() {
  const given = process.env;
  if (process.platform !== 'linux') return { ...given, ...LOCALE };
  const wanted = ENVIRONMENT.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]]));
  return { ...Object.fromEntries(wanted), ...LOCALE };
}

/**
 * Starts one process with an empty profile that is removed with it.
 * @param {string} path @param {Launch} launch
 */
async function launchOnce(path, { confinement, isSandboxed, env }) {
  const folder = makeTemporary();
  const profile = join(folder, 'profile');
  const removeProfile = () => {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
    keepAtExit(folder);
  };
  /** @type {Browser | null} */
  let browser = null;
  const stopCaring = cleanUpAtEnd(() => {
    // A running browser would write its profile again.
    browser?.process()?.kill('SIGKILL');
    removeProfile();
  });
  const discard = () => {
    stopCaring();
    removeProfile();
  };
  try {
    mkdirSync(profile, { mode: 0o700 });
    if (confinement.user !== null) {
      chownSync(profile, confinement.user, confinement.user);
      // The folder belongs to this user, who removes it. The browser's user passes through it.
      chmodSync(folder, 0o711);
    }
    const { program, args } = confine(confinement, path, await listArguments(profile, isSandboxed));
    browser = await puppeteer.launch({
      executablePath: program,
      args,
      ignoreDefaultArgs: true,
      // Through a pipe there is no port, and the browser ends with this process.
      pipe: true,
      timeout: LAUNCH_TIMEOUT_MS,
      defaultViewport: { width: 800, height: 600 },
      env: process.platform === 'linux' ? { ...env, HOME: profile } : env,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
    const child = present(browser.process());
    const hold = (/** @type {boolean} */ isHeld) => publishHeld({ kind: 'process', id: Number(child.pid), isHeld });
    hold(true);
    child.once('exit', () => {
      hold(false);
      discard();
    });
    return browser;
  } catch (error) {
    discard();
    throw error;
  }
}

/** @param {string} profile @param {boolean} isSandboxed */
async function listArguments(profile, isSandboxed) {
  const unwanted = new Set(UNWANTED_DEFAULT_FLAGS);
  // By default puppeteer writes all screenshots to the disk.
  if (hasSharedMemory()) unwanted.add('--disable-dev-shm-usage');
  const args = await puppeteer.defaultArgs({
    headless: 'shell',
    userDataDir: profile,
    args: isSandboxed ? [...FLAGS] : [...FLAGS, '--no-sandbox'],
  });
  return args.filter((arg) => !unwanted.has(arg));
}

function hasSharedMemory() {
  try {
    const { bavail, bsize } = statfsSync(SHARED_MEMORY);
    return bavail * bsize >= MIN_SHARED_BYTES;
  } catch {
    return false;
  }
}

/**
 * Cleans up if this process ends, by itself or by a signal, which then has its usual effect.
 * @param {() => void} cleanUp
 * @returns {() => void} a function that cancels it
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
