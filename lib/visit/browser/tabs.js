import { withTimeout } from './with-timeout.js';

/** @import { Browser, BrowserContext, CDPSession, Target } from 'puppeteer-core' */

/**
 * @typedef {object} ReusableTab
 * @property {BrowserContext} context of this tab alone
 * @property {Target} target
 * @property {CDPSession} keeper a session that stays attached between visits
 * @property {number} visits count of visits until now
 */

/** Max visits in one tab. Memory that pages leave behind would count towards the limit of a later page. */
const MAX_VISITS = 20;
/** Time-out of cleaning a tab. A page that blocks its thread is closed instead. */
const CLEAN_TIMEOUT_MS = 2000;
/** An address that no page has: a navigation to the same address would replace an entry of the history. */
const EMPTY_PATH = '/pagethrift-empty-page';
const EMPTY_PAGE = {
  responseCode: 200,
  responseHeaders: [{ name: 'Content-Type', value: 'text/html' }],
  body: '',
};

/**
 * Opens a tab in a context of its own.
 * @param {BrowserContext} context @param {CDPSession} root the session of the browser itself
 * @returns {Promise<ReusableTab>}
 */
export async function openTab(context, root) {
  await root.send('Target.createTarget', { url: 'about:blank', browserContextId: context.id });
  const target = await context.waitForTarget((found) => found.type() === 'page');
  return { context, target, keeper: await target.createCDPSession(), visits: 0 };
}

/**
 * Removes everything that a visit left in a tab: listeners and overrides of its session, the page, its storage, cookies
 * and cached files, the name of the window and the history. The renderer process stays, which takes most of the time of
 * opening a tab.
 * @param {ReusableTab} tab @param {CDPSession} session of the visit
 * @returns {Promise<ReusableTab | null>} null if the tab cannot be used again
 */
export async function cleanTab(tab, session) {
  const cleaned = { ...tab, visits: tab.visits + 1 };
  if (cleaned.visits >= MAX_VISITS) return null;
  try {
    const isClean = await withTimeout(removeTraces(tab.keeper, session), CLEAN_TIMEOUT_MS, 'cleaning a tab');
    return isClean ? cleaned : null;
  } catch {
    // The caller closes the tab and opens another, so no visit depends on the reason.
    return null;
  }
}

/** @param {CDPSession} keeper @param {CDPSession} session @returns {Promise<boolean>} true if nothing is left */
async function removeTraces(keeper, session) {
  await session.detach();
  const { frameTree } = await keeper.send('Page.getFrameTree');
  const origin = URL.parse(frameTree.frame.url)?.origin ?? 'null';
  if (origin === 'null') return false;
  if (!(await showEmptyPage(keeper, origin))) return false;
  // Handlers for the end of the page before can still run. What they leave is cleared after this call.
  await evaluate(keeper, clearWindow);
  await Promise.all([
    keeper.send('Fetch.disable'),
    keeper.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' }),
    keeper.send('Network.clearBrowserCookies'),
    evictFiles(keeper),
  ]);
  // Directly after a navigation, Chromium can still attach the session to the page before, and refuses.
  await keeper.send('Page.resetNavigationHistory');
  const { cookies } = await keeper.send('Network.getAllCookies');
  return cookies.length === 0 && (await evaluate(keeper, isWindowClear));
}

/**
 * @template R
 * @param {CDPSession} session @param {() => R} script
 * @returns {Promise<R>}
 */
async function evaluate(session, script) {
  const { result } = await session.send('Runtime.evaluate', { expression: `(${script})()`, returnByValue: true });
  return result.value;
}

/**
 * Removes cached files from the memory of a tab, which happens when the cache is disabled. Chromium prefers a cached
 * image of a source set to a smaller one.
 * @param {CDPSession} session
 */
export async function evictFiles(session) {
  await Promise.all([
    session.send('Network.enable'),
    session.send('Network.setCacheDisabled', { cacheDisabled: true }),
    session.send('Network.setCacheDisabled', { cacheDisabled: false }),
    session.send('Network.disable'),
  ]);
}

/**
 * Replaces the page of a tab by an empty one of the same origin. Another origin would start a renderer process.
 * @param {CDPSession} keeper @param {string} origin
 * @returns {Promise<boolean>} true if it was replaced
 */
async function showEmptyPage(keeper, origin) {
  const answer = (/** @type {{ requestId: string }} */ { requestId }) => {
    // The tab is closed if the answer does not arrive.
    keeper.send('Fetch.fulfillRequest', { requestId, ...EMPTY_PAGE }).catch(() => null);
  };
  keeper.on('Fetch.requestPaused', answer);
  await keeper.send('Fetch.enable', { patterns: [{ urlPattern: '*', resourceType: 'Document' }] });
  const { errorText } = await keeper.send('Page.navigate', { url: `${origin}${EMPTY_PATH}` });
  keeper.off('Fetch.requestPaused', answer);
  return !errorText;
}

/** Clears what belongs to the window. Runs in the page. */
function clearWindow() {
  sessionStorage.clear();
  window.name = '';
}

/** Returns true if a window has nothing of an earlier page. Runs in the page. */
function isWindowClear() {
  return history.length === 1 && sessionStorage.length === 0 && localStorage.length === 0 && window.name === '';
}
