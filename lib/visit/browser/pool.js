import { DEFAULT_LIMITS, OutOfBudgetError, tookTooMuch } from './budget.js';
import { watchMemory } from './memory.js';
import { openPace } from './pace.js';
import { cleanTab, openTab } from './tabs.js';
import { timedLook } from './timed-look.js';
import { withTimeout } from './with-timeout.js';

/** @import { Browser, BrowserContext, CDPSession, Page } from 'puppeteer-core' */
/** @import { Budget } from './budget.js' */
/** @import { Launched } from './launch.js' */
/** @import { MemoryWatch } from './memory.js' */
/** @import { OpenBrowser } from './open.js' */
/** @import { ReusableTab } from './tabs.js' */

/**
 * @template T
 * @typedef {object} Opened the object that work runs on
 * @property {T} subject
 * @property {Browser} browser
 * @property {() => Promise<void>} keep called after work that succeeded
 * @property {() => Promise<void>} close called after work that failed
 * @property {Promise<unknown>} crash rejects if it crashes
 */

/**
 * @typedef {object} WorkOptions
 * @property {number} [timeoutMs] for one attempt; by default the rest of the budget
 * @property {number} [attempts]
 * @property {Budget} [budget] that the work is charged to
 * @property {{ by: string, path: string }} [look] kind and page of the work, for timings
 */

const TIMEOUT_MS = 30_000;
/** Max attempts. A browser can crash because of another page. */
const ATTEMPTS = 2;
/** Time-out of closing, after which the browser is killed. */
const CLOSE_TIMEOUT_MS = 10_000;

/**
 * Keeps one browser process running and provides its pages, at most `jobs` at a time.
 * @param {Launched & { jobs: number, pageMegabytes?: number }} options
 * @returns {Promise<OpenBrowser>}
 */
export async function createPool({
  launch,
  first,
  jobs,
  isSandboxed,
  isOffline,
  pageMegabytes = DEFAULT_LIMITS.pageMegabytes,
}) {
  const [name, version] = (await first.version()).split('/');
  const keeper = keepRunning(launch, first);
  const watch = watchMemory(keeper.pid, pageMegabytes);
  const pace = openPace(keeper.pid);
  const slots = createSlots(jobs, [watch, pace]);
  /** @type {ReusableTab[]} tabs that wait for their next visit */
  const idle = [];

  /**
   * @template S, T
   * @param {() => Promise<Opened<S>>} open @param {(subject: S) => Promise<T>} work
   * @param {WorkOptions} [options]
   * @returns {Promise<T>}
   */
  async function runInSlot(open, work, { timeoutMs, attempts = ATTEMPTS, budget } = {}) {
    const limit = timeoutMs ?? (budget ? () => budget.leftMs() : TIMEOUT_MS);
    const attempt = () => runOnce(open, work, limit);
    await slots.take();
    try {
      for (let count = 1; ; count += 1) {
        const used = keeper.current();
        const ended = watch.ended();
        try {
          return await (budget ? budget.spend(attempt, pace.now) : attempt());
        } catch (error) {
          if (error instanceof PageCrashError && watch.ended() > ended) throw tookTooMuch(pageMegabytes);
          if (!(await isAlive(used))) await keeper.restart(used);
          if (count >= attempts || keeper.isClosed() || error instanceof OutOfBudgetError) throw error;
        }
      }
    } finally {
      slots.leave();
    }
  }

  /** @type {OpenBrowser['withPage']} */
  const withPage = (work, options) => runInSlot(async () => openPage(await keeper.newContext()), work, options);
  /** @type {OpenBrowser['withTab']} */
  const withTab = (work, { look, ...options } = {}) =>
    runInSlot(() => takeTab(keeper, idle), look ? (session) => timedLook(session, look, work) : work, options);

  const newPage = async () => (await keeper.newContext()).newPage();
  const { restarts, close } = keeper;
  const { isFree } = slots;
  return { name, version, jobs, isFree, newPage, withPage, withTab, restarts, isSandboxed, isOffline, close };
}

/**
 * Keeps a browser process running: a failed one is replaced.
 * @param {() => Promise<Browser>} launch @param {Browser} first
 */
function keepRunning(launch, first) {
  let current = Promise.resolve(first);
  let running = first;
  let isClosed = false;
  let restarts = 0;
  return {
    current: () => current,
    running: () => running,
    pid: () => running.process()?.pid,
    restarts: () => restarts,
    isClosed: () => isClosed,
    async newContext() {
      if (isClosed) throw new Error('the browser is closed: no page can be opened');
      return (await current).createBrowserContext();
    },
    /** @param {Promise<Browser>} broken the failed process; another caller can have replaced it already */
    async restart(broken) {
      if (current !== broken || isClosed) return;
      restarts += 1;
      // Set synchronously: otherwise two callers would start two browsers.
      current = broken.then(killBrowser).then(launch);
      running = await current;
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      await killBrowser(await current);
    },
  };
}

/** A page whose process crashed. */
class PageCrashError extends Error {
  constructor() {
    super('the page crashed');
    this.name = 'PageCrashError';
  }
}

/**
 * Creates slots for watched work: a limited number runs at once, others wait in order of arrival.
 * @param {number} count @param {readonly Pick<MemoryWatch, 'start' | 'stop'>[]} watches
 */
function createSlots(count, watches) {
  let free = count;
  /** @type {(() => void)[]} */
  const waiting = [];
  return {
    isFree: () => free > 0,
    async take() {
      for (const watch of watches) watch.start();
      if (free > 0) free -= 1;
      else await new Promise((resolve) => waiting.push(() => resolve(undefined)));
    },
    leave() {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
      if (free === count) for (const watch of watches) watch.stop();
    },
  };
}

/** @param {BrowserContext} context @returns {Promise<Opened<Page>>} */
async function openPage(context) {
  const page = await context.newPage();
  const close = () => closeContext(context);
  const crash = new Promise((_, reject) => page.once('error', () => reject(new PageCrashError())));
  return { subject: page, browser: context.browser(), keep: close, close, crash };
}

/**
 * Takes a tab that waits, otherwise opens one.
 * @param {Pick<ReturnType<typeof keepRunning>, 'newContext' | 'running'>} keeper @param {ReusableTab[]} idle
 * @returns {Promise<Opened<CDPSession>>}
 */
async function takeTab(keeper, idle) {
  const waiting = idle.pop();
  // Tabs of a browser that was replaced have ended with it.
  const known = waiting?.context.browser() === keeper.running() ? waiting : undefined;
  const tab = known ?? (await openTabIn(await keeper.newContext()));
  const session = await tab.target.createCDPSession();
  const crash = new Promise((_, reject) => {
    session.once('Inspector.targetCrashed', () => reject(new PageCrashError()));
  });
  const close = () => closeContext(tab.context);
  const keep = async () => {
    const cleaned = await cleanTab(tab, session);
    if (cleaned) idle.push(cleaned);
    else await close();
  };
  return { subject: session, browser: tab.context.browser(), keep, close, crash };
}

/** @param {BrowserContext} context */
async function openTabIn(context) {
  return openTab(context, await openRoot(context.browser()));
}

/** @type {WeakMap<Browser, Promise<CDPSession>>} */
const roots = new WeakMap();

/**
 * Returns the session of a browser itself: one for all, because puppeteer drops the browser when one of several ends.
 * @param {Browser} browser
 */
function openRoot(browser) {
  const known = roots.get(browser) ?? browser.target().createCDPSession();
  roots.set(browser, known);
  return known;
}

/**
 * @template S, T
 * @param {() => Promise<Opened<S>>} open @param {(subject: S) => Promise<T>} work
 * @param {number | (() => number)} limit
 * @returns {Promise<T>}
 */
async function runOnce(open, work, limit) {
  const { subject, browser, keep, close, crash } = await withTimeout(open(), limit, 'opening a page');
  const end = Promise.withResolvers();
  const onGone = () => end.reject(new Error('the browser went away'));
  browser.on('disconnected', onGone);
  try {
    const result = await withTimeout(Promise.race([work(subject), crash, end.promise]), limit, 'work on a page');
    await keep();
    return result;
  } catch (error) {
    await close();
    throw error;
  } finally {
    browser.off('disconnected', onGone);
  }
}

/**
 * Closes a context. If that hangs, the page ends with its process later, so the failure is ignored.
 * @param {BrowserContext} context
 */
async function closeContext(context) {
  await withTimeout(context.close(), CLOSE_TIMEOUT_MS, 'closing a page').catch(() => null);
}

/** @param {Promise<Browser>} browser */
async function isAlive(browser) {
  return withTimeout(
    browser.then(async (found) => (found.connected ? found.version() : null)),
    CLOSE_TIMEOUT_MS,
    'asking the browser',
  ).then(Boolean, () => false);
}

/** @param {Browser} browser */
async function killBrowser(browser) {
  const child = browser.process();
  const gone = new Promise((resolve) => {
    if (!child || child.exitCode !== null || child.signalCode !== null) resolve(undefined);
    else child.once('exit', resolve);
  });
  await withTimeout(browser.close(), CLOSE_TIMEOUT_MS, 'closing the browser').catch(() => child?.kill('SIGKILL'));
  await withTimeout(gone, CLOSE_TIMEOUT_MS, 'ending the browser').catch(() => child?.kill('SIGKILL'));
}
