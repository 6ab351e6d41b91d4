/** @import { Browser, BrowserContext, CDPSession, Page } from 'puppeteer-core' */
/** @import { OpenBrowser } from './open.js' */

/**
 * @template T
 * @typedef {object} Opened what work is done on
 * @property {T} subject
 * @property {BrowserContext} context closed after the work
 * @property {Promise<unknown>} crash fails if it goes down
 */

const TIMEOUT_MS = 30_000;
const ATTEMPTS = 2;
const CLOSE_TIMEOUT_MS = 10_000;

/**
 * Keeps one browser process alive and hands out its pages, at most `jobs` at a time.
 * @param {{ launch: () => Promise<Browser>, first: Browser, jobs: number }} options
 * @returns {Promise<OpenBrowser>}
 */
export async function createPool({ launch, first, jobs }) {
  const [name, version] = (await first.version()).split('/');
  let current = Promise.resolve(first);
  let isClosed = false;
  let restarts = 0;
  let free = jobs;
  /** @type {(() => void)[]} */
  const waiting = [];

  async function takePlace() {
    if (free > 0) free -= 1;
    else await new Promise((resolve) => waiting.push(() => resolve(undefined)));
  }

  function leavePlace() {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  }

  /** @param {Promise<Browser>} broken the process that failed; another worker may have replaced it already */
  async function restart(broken) {
    if (current !== broken || isClosed) return;
    restarts += 1;
    // Set at once, with nothing awaited before: two workers would start two.
    current = broken.then(killBrowser).then(launch);
    await current;
  }

  async function newContext() {
    if (isClosed) throw new Error('the browser is closed: no page can be opened');
    return (await current).createBrowserContext();
  }

  async function newPage() {
    return (await newContext()).newPage();
  }

  /**
   * @template S, T
   * @param {(context: BrowserContext) => Promise<Opened<S>>} open @param {(subject: S) => Promise<T>} work
   * @param {{ timeoutMs?: number, attempts?: number }} [options]
   * @returns {Promise<T>}
   */
  async function runInPlace(open, work, { timeoutMs = TIMEOUT_MS, attempts = ATTEMPTS } = {}) {
    await takePlace();
    try {
      for (let attempt = 1; ; attempt += 1) {
        const used = current;
        try {
          return await runOnce(async () => open(await newContext()), work, timeoutMs);
        } catch (error) {
          if (!(await isAlive(used))) await restart(used);
          if (attempt >= attempts || isClosed) throw error;
        }
      }
    } finally {
      leavePlace();
    }
  }

  /** @type {OpenBrowser['withPage']} */
  const withPage = (work, options) => runInPlace(openPage, work, options);
  /** @type {OpenBrowser['withTab']} */
  const withTab = (work, options) => runInPlace(openTab, work, options);

  async function close() {
    if (isClosed) return;
    isClosed = true;
    await killBrowser(await current);
  }

  return { name, version, jobs, newPage, withPage, withTab, restarts: () => restarts, close };
}

/** @param {BrowserContext} context @returns {Promise<Opened<Page>>} */
async function openPage(context) {
  const page = await context.newPage();
  return { subject: page, context, crash: new Promise((_, reject) => page.once('error', reject)) };
}

/** @param {BrowserContext} context @returns {Promise<Opened<CDPSession>>} */
async function openTab(context) {
  const root = await openRoot(context.browser());
  await root.send('Target.createTarget', { url: 'about:blank', browserContextId: context.id });
  const target = await context.waitForTarget((found) => found.type() === 'page');
  const session = await target.createCDPSession();
  const crash = new Promise((_, reject) => {
    session.once('Inspector.targetCrashed', () => reject(new Error('the page crashed')));
  });
  return { subject: session, context, crash };
}

/** @type {WeakMap<Browser, Promise<CDPSession>>} */
const roots = new WeakMap();

/** The session of a browser itself: one for all, since puppeteer forgets the browser when one of several ends. @param {Browser} browser */
function openRoot(browser) {
  const known = roots.get(browser) ?? browser.target().createCDPSession();
  roots.set(browser, known);
  return known;
}

/**
 * @template S, T
 * @param {() => Promise<Opened<S>>} open @param {(subject: S) => Promise<T>} work @param {number} timeoutMs
 * @returns {Promise<T>}
 */
async function runOnce(open, work, timeoutMs) {
  const { subject, context, crash } = await withTimeout(open(), timeoutMs, 'opening a page');
  const end = new Promise((_, reject) => {
    context.browser().once('disconnected', () => reject(new Error('the browser went away')));
  });
  try {
    return await withTimeout(Promise.race([work(subject), crash, end]), timeoutMs, 'work on a page');
  } finally {
    await closeContext(context);
  }
}

/**
 * A page whose closing hangs dies with its process later, so failing to close it is no reason to fail.
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

/**
 * Fails a promise that takes too long.
 * @template T
 * @param {Promise<T>} promise @param {number} timeoutMs @param {string} what
 * @returns {Promise<T>}
 */
export async function withTimeout(promise, timeoutMs, what) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took longer than ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    return /** @type {T} */ (await Promise.race([promise, late]));
  } finally {
    clearTimeout(timer);
  }
}
