import { setTimeout as wait } from 'node:timers/promises';
import { hideHeadless } from './appearance.js';
import { bringToRest, CALM, isMoving, isPageLoaded, makeDeterministic, stayHere, watchMoves } from './deterministic.js';
import { writeCall } from './page-script.js';
import { withTimeout } from './pool.js';
import { serveFromMemory } from './serve.js';

/** @import { CDPSession } from 'puppeteer-core' */
/** @import { PageScript } from './page-script.js' */
/** @import { MemoryServer, Traffic } from './serve.js' */

/**
 * @typedef {'endless-script' | 'endless-loading' | 'cut-screenshot' | 'no-screenshot'} Limit what had to be cut short
 */

const LOAD_VIRTUAL_MS = 2500;
/** What scripts bring in piece by piece may take this much longer; what moves for ever is looked at then. */
const MOVING_VIRTUAL_MS = 6000;
/** Virtual time between two looks at what moves. */
const STEP_VIRTUAL_MS = 1000;
/** So long nothing changes in a page that has come to rest. */
const REST_VIRTUAL_MS = 400;
/** Virtual time between two looks at whether the page is complete. */
const LOADING_VIRTUAL_MS = 20;
/** Virtual time in which a page comes to rest. */
const QUIET_MS = 10_000;
/** Real time in which a page is loaded or given up. */
const LOAD_TIMEOUT_MS = 45_000;

/**
 * @typedef {object} Tab
 * @property {CDPSession} session
 * @property {string} mainFrame
 * @property {MemoryServer} server
 * @property {{ errors: string[], dialogs: string[] }} log
 */

/**
 * Prepares a tab for pages: a server in memory, a deterministic environment, a log of errors and dialogs.
 * @param {CDPSession} session
 * @returns {Promise<Tab>}
 */
export async function prepareTab(session) {
  const { frameTree } = await session.send('Page.getFrameTree');
  const mainFrame = frameTree.frame.id;
  /** @type {Tab['log']} */
  const log = { errors: [], dialogs: [] };
  session.on('Page.javascriptDialogOpening', ({ type, message }) => {
    log.dialogs.push(`${type}: ${message}`);
    session.send('Page.handleJavaScriptDialog', { accept: false }).catch(() => null);
  });
  session.on('Runtime.exceptionThrown', ({ exceptionDetails }) => {
    log.errors.push((exceptionDetails.exception?.description ?? exceptionDetails.text).split('\n')[0]);
  });
  session.on('Runtime.consoleAPICalled', ({ type, args }) => {
    if (type === 'error' || type === 'assert')
      log.errors.push(args.map((arg) => arg.value ?? arg.description).join(' '));
  });
  const [server] = await Promise.all([
    serveFromMemory(session, mainFrame),
    session.send('Page.enable'),
    session.send('Runtime.enable'),
    session.send('Network.setBypassServiceWorker', { bypass: true }),
    hideHeadless(session),
    session.send('Page.addScriptToEvaluateOnNewDocument', { source: writeCall(makeDeterministic, CALM) }),
  ]);
  return { session, mainFrame, server, log };
}

/**
 * Loads a page in virtual time, so that timers and transitions have run when it is looked at, at no cost of waiting.
 * Scripts that do not come to an end are ended.
 * @param {Tab} stage @param {string} url @param {{ traffic: Traffic, quietMs?: number }} options
 * @returns {Promise<{ context: number, limits: Limit[] }>} `context`: a world of our own, where its scripts changed
 *   nothing
 */
export async function loadPage({ session, mainFrame }, url, { traffic, quietMs = QUIET_MS }) {
  // Time stands still until the page has come: it would be spent on the page before.
  const { errorText } = await withTimeout(session.send('Page.navigate', { url }), LOAD_TIMEOUT_MS, `opening ${url}`);
  if (errorText) throw new Error(`${url} does not open: ${errorText}`);
  const openWorld = async () => {
    const world = { frameId: mainFrame, worldName: 'pagethrift' };
    const { executionContextId: context } = await session.send('Page.createIsolatedWorld', world);
    await callInPage(session, context, stayHere);
    return context;
  };
  const waitForRest = async () => {
    const context = await openWorld();
    await callInPage(session, context, watchMoves);
    await passTime(session, context, LOAD_VIRTUAL_MS);
    for (let spent = 0; spent < MOVING_VIRTUAL_MS; spent += STEP_VIRTUAL_MS) {
      if (!(await callInPage(session, context, isMoving, REST_VIRTUAL_MS))) break;
      await passTime(session, context, STEP_VIRTUAL_MS);
    }
    await callInPage(session, context, bringToRest, CALM);
    return context;
  };
  const loaded = await waitWhileBusy(waitForRest(), traffic, quietMs);
  if (loaded !== null) return { context: loaded, limits: [] };
  await session.send('Emulation.setScriptExecutionDisabled', { value: true });
  await session.send('Runtime.terminateExecution');
  const calmed = await waitWhileBusy(waitForRest(), traffic, quietMs);
  if (calmed !== null) return { context: calmed, limits: ['endless-script'] };
  await session.send('Page.stopLoading');
  return { context: await openWorld(), limits: ['endless-loading'] };
}

/**
 * Waits for work as long as requests come in, and gives it up when none has come for a while.
 * @param {Promise<number>} work @param {Traffic} traffic @param {number} quietMs
 * @returns {Promise<number | null>}
 */
async function waitWhileBusy(work, traffic, quietMs) {
  const countRequests = () => traffic.served.length + traffic.missing.length + traffic.external.length;
  // Left behind, it may still fail with the page.
  work.catch(() => null);
  const startedMs = performance.now();
  for (let requests = -1; requests !== countRequests() && performance.now() - startedMs < LOAD_TIMEOUT_MS; ) {
    requests = countRequests();
    const ended = await Promise.race([work.then((value) => ({ value })), wait(quietMs, null, { ref: false })]);
    if (ended) return ended.value;
  }
  return null;
}

/**
 * Lets the page wait for what it loads, then lets its timers run for so long.
 * @param {CDPSession} session @param {number} context @param {number} budgetMs
 */
export async function passTime(session, context, budgetMs) {
  while (!(await callInPage(session, context, isPageLoaded))) await spendTime(session, LOADING_VIRTUAL_MS);
  await spendTime(session, budgetMs);
  while (!(await callInPage(session, context, isPageLoaded))) await spendTime(session, LOADING_VIRTUAL_MS);
}

/** @param {CDPSession} session @param {number} budgetMs */
async function spendTime(session, budgetMs) {
  const spent = new Promise((resolve) => session.once('Emulation.virtualTimeBudgetExpired', resolve));
  await session.send('Emulation.setVirtualTimePolicy', {
    policy: 'pauseIfNetworkFetchesPending',
    budget: budgetMs,
    maxVirtualTimeTaskStarvationCount: 1000,
  });
  await spent;
}

/**
 * Calls a function inside the page.
 * @template {unknown[]} A, R
 * @param {CDPSession} session @param {number} contextId
 * @param {PageScript<A, R> | ((...args: A) => R)} script @param {A} args
 * @returns {Promise<Awaited<R>>}
 */
export async function callInPage(session, contextId, script, ...args) {
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression: writeCall(script, ...args),
    contextId,
    awaitPromise: true,
    returnByValue: true,
  });
  if (exceptionDetails) {
    throw new Error(`${script.name}: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`);
  }
  return result.value;
}
