/** @import { CDPSession } from 'puppeteer-core' */
/** @import { SiteAddress } from '../../site/types.ts' */

import { bringToRest, CALM, waitForFrame } from './deterministic.js';
import { endTransitions } from './end-transitions.js';
import { readElements } from './render-view.js';
import { callInPage, passTime, reportIntersections } from './tab.js';
import { setWindow, UNSEEN_SCALE } from './window.js';

/** @typedef {{ readonly width: number, readonly height: number }} Window in CSS pixels */

/** Max rendered height. Of taller pages, the start and the end are rendered. */
const MAX_HEIGHT = 20_000;
/** Virtual time after each step, longer than most timers of pages. */
const STEP_VIRTUAL_MS = 400;

/**
 * Renders the whole page and then its end, so that lazily loaded content is requested. Returns the whole page as laid
 * out.
 * @param {CDPSession} session @param {number} context @param {Window} window of the visitor
 * @param {SiteAddress | undefined} place
 */
export async function scrollThrough(session, context, window, place) {
  await reactToWindow(session, context);
  const height = await callInPage(session, context, measureHeight);
  const whole = { ...window, height: Math.min(Math.max(height, window.height), MAX_HEIGHT) };
  await scrollIn(session, context, whole);
  // Scrolling starts animations, too.
  await endMovement(session, context);
  await callInPage(session, context, bringToRest, CALM);
  const seen = await readElements(session, context, { place });
  if (height > window.height) await scrollIn(session, context, window);
  return seen;
}

/**
 * Scrolls to the end of a page in a window.
 * @param {CDPSession} session @param {number} context @param {Window} window
 */
async function scrollIn(session, context, window) {
  await setWindow(session, window, UNSEEN_SCALE);
  await callInPage(session, context, scrollToEnd);
  await reactToWindow(session, context);
  await reactToWindow(session, context);
}

/**
 * Notifies observers of the content of the window, and ends the movement that they start.
 * @param {CDPSession} session @param {number} context
 */
async function reactToWindow(session, context) {
  const spentMs = await reportIntersections(session, context);
  await endMovement(session, context);
  await passTime(session, context, STEP_VIRTUAL_MS - spentMs);
}

/**
 * Ends what moves, and tells the page, which can set styles then.
 * @param {CDPSession} session @param {number} context
 */
async function endMovement(session, context) {
  if (await callInPage(session, context, endTransitions)) await callInPage(session, context, waitForFrame);
}

/** Runs in the page. */
function measureHeight() {
  return document.scrollingElement?.scrollHeight ?? 0;
}

/** Runs in the page. */
function scrollToEnd() {
  if (document.scrollingElement) document.scrollingElement.scrollTop = document.scrollingElement.scrollHeight;
}
