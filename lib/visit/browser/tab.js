import { setTimeout as wait } from 'node:timers/promises';
import { countTask } from '../../base/count-task.js';
import { hideHeadless } from './appearance.js';
import { DENSITY_ASKED, watchDensity } from './density.js';
import {
  bringToRest,
  CALM,
  ignoreMoves,
  isMoving,
  isPageLoaded,
  makeDeterministic,
  stayHere,
  waitForFrame,
  watchMoves,
} from './deterministic.js';
import { forgetAnswers, isAnswerOwed, watchAnswers } from './owed-answers.js';
import { writeCall } from './page-script.js';
import { serveFromMemory } from './serve.js';
import { withTimeout } from './with-timeout.js';

/** @import { CDPSession } from 'puppeteer-core' */
/** @import { PageScript } from './page-script.js' */
/** @import { MemoryServer, Traffic } from './serve.js' */

/**
 * @typedef {'endless-script' | 'endless-loading' | 'cut-screenshot' | 'no-screenshot'} Limit a part of a visit that was
 *   cut short
 */

const LOAD_VIRTUAL_MS = 2500;
/**
 * Additional virtual time for content that scripts add in steps. After it, endless animations are rendered as they are.
 */
const MOVING_VIRTUAL_MS = 6000;
/** Virtual time between two checks of animations. */
const STEP_VIRTUAL_MS = 1000;
/** Virtual time without changes after which a page is at rest. */
const REST_VIRTUAL_MS = 400;
/** Virtual time between two checks whether the page is complete. */
const LOADING_VIRTUAL_MS = 20;
/**
 * Max real time for the answers of workers and databases. Search indexes of 50 pages take up to half a second on a busy
 * machine.
 */
const ANSWER_MS = 2000;
/** Real time between two checks for them. */
const ANSWER_POLL_MS = 10;
/** Virtual time in which an answer is received: as short as possible, since the count of checks differs. */
const ANSWER_VIRTUAL_MS = 1;
/**
 * Max real time for a frame. Chosen: far longer than a frame takes. Without a limit, a rendering ran out of its budget
 * once.
 */
const FRAME_TIMEOUT_MS = 10_000;
/** Virtual time in which observers are called. Chosen: shorter than a frame. */
const FIRST_VIRTUAL_MS = 10;
/** Real time without requests after which a page that is still busy counts as endless. */
const QUIET_MS = 10_000;
/** Max real time of a page load. */
const LOAD_TIMEOUT_MS = 45_000;

/**
 * @typedef {object} Tab
 * @property {CDPSession} session
 * @property {string} mainFrame
 * @property {MemoryServer} server
 * @property {{ errors: string[], dialogs: string[], asksDensity: boolean }} log `asksDensity`: true if a script of the
 *   page asked how dense the screen is
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
  const log = { errors: [], dialogs: [], asksDensity: false };
  session.on('Page.javascriptDialogOpening', ({ type, message }) => {
    log.dialogs.push(`${type}: ${message}`);
    session.send('Page.handleJavaScriptDialog', { accept: false }).catch(() => null);
  });
  session.on('Runtime.exceptionThrown', ({ exceptionDetails }) => {
    log.errors.push(nameError(exceptionDetails));
  });
  session.on('Runtime.consoleAPICalled', ({ type, args }) => {
    log.asksDensity ||= args[0]?.value === DENSITY_ASKED;
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
    session.send('Page.addScriptToEvaluateOnNewDocument', { source: writeCall(watchDensity) }),
    session.send('Page.addScriptToEvaluateOnNewDocument', { source: writeCall(watchAnswers) }),
  ]);
  return { session, mainFrame, server, log };
}

/**
 * Names an error of a script. Chromium describes the error itself or, if its page has just gone, the place at which it
 * was thrown, so what only one of the two contains is left out.
 * @param {{ text: string, exception?: { description?: string } }} details
 */
export function nameError({ text, exception }) {
  const [said] = (exception?.description ?? text).split('\n');
  return said
    .replace(/^Uncaught (?:\(in promise\) )?/, '')
    .replace(/Failed to (?:execute|construct) '[^']*'(?: on '[^']*')?: /, '');
}

/**
 * Loads a page in virtual time, so that timers and transitions have run before it is read, without waiting. Endless
 * scripts are ended.
 * @param {Tab} stage @param {string} url @param {{ traffic: Traffic, quietMs?: number }} options
 * @returns {Promise<{ context: number, limits: Limit[] }>} `context`: an isolated world, in which the page's scripts
 *   changed nothing
 */
export async function loadPage({ session, mainFrame }, url, { traffic, quietMs = QUIET_MS }) {
  const open = (/** @type {string} */ to) =>
    withTimeout(session.send('Page.navigate', { url: to }), LOAD_TIMEOUT_MS, `opening ${to}`);
  // From the same page, a browser would only go to the fragment.
  if (url.includes('#')) await open('about:blank');
  // Virtual time is paused until the page has arrived. It would be spent on the page before.
  const { errorText } = await open(url);
  if (errorText) throw new Error(`${url} does not open: ${errorText}`);
  countTask('load', false);
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
    await waitUntilStill(session, context);
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
 * Waits for work while requests arrive, and gives it up after a time without any.
 * @param {Promise<number>} work @param {Traffic} traffic @param {number} quietMs
 * @returns {Promise<number | null>}
 */
async function waitWhileBusy(work, traffic, quietMs) {
  const countRequests = () => traffic.served.length + traffic.missing.length + traffic.external.length;
  // After it is given up, it can still fail with the page.
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
 * Lets time pass while scripts change the page. One that never comes to rest is not waited for again.
 * @param {CDPSession} session @param {number} context
 */
export async function waitUntilStill(session, context) {
  for (let spent = 0; spent < MOVING_VIRTUAL_MS; spent += STEP_VIRTUAL_MS) {
    if (!(await callInPage(session, context, isMoving, REST_VIRTUAL_MS))) return;
    await passTime(session, context, STEP_VIRTUAL_MS);
  }
  await callInPage(session, context, ignoreMoves);
}

/**
 * Notifies observers of the content of the window: a frame computes it, and they are called when time passes. Returns
 * the virtual time that passed, in ms. If no frame comes, they are notified with the next one.
 * @param {CDPSession} session @param {number} context
 */
export async function reportIntersections(session, context) {
  const frame = callInPage(session, context, waitForFrame);
  // If it comes too late, it can still fail with the page.
  frame.catch(() => null);
  await Promise.race([frame, wait(FRAME_TIMEOUT_MS, null, { ref: false })]);
  await passTime(session, context, FIRST_VIRTUAL_MS);
  return FIRST_VIRTUAL_MS;
}

/**
 * Waits for the page's requests, then lets its timers run for the given time.
 * @param {CDPSession} session @param {number} context @param {number} budgetMs
 */
export async function passTime(session, context, budgetMs) {
  await waitForFiles(session, context);
  await spendTime(session, budgetMs);
  await waitForFiles(session, context);
  await waitForAnswers(session, context);
}

/**
 * Produces a frame by the smallest screenshot: virtual time can pass without one.
 * @param {CDPSession} session
 */
export async function produceFrame(session) {
  const clip = { x: 0, y: 0, width: 1, height: 1, scale: 1 };
  await session.send('Page.captureScreenshot', { format: 'jpeg', clip });
}

/** @param {CDPSession} session @param {number} context */
async function waitForFiles(session, context) {
  while (!(await callInPage(session, context, isPageLoaded))) await spendTime(session, LOADING_VIRTUAL_MS);
}

/**
 * Waits for workers and databases that owe the page an answer. Those that answer after a timer have done so in virtual
 * time.
 * @param {CDPSession} session @param {number} context
 */
async function waitForAnswers(session, context) {
  const endMs = performance.now() + ANSWER_MS;
  while (await callInPage(session, context, isAnswerOwed)) {
    if (performance.now() > endMs) return callInPage(session, context, forgetAnswers);
    await wait(ANSWER_POLL_MS);
    await spendTime(session, ANSWER_VIRTUAL_MS);
  }
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
