/** @import { Tab } from './tab.js' */
/** @import { Traffic } from './serve.js' */

import { hash } from 'node:crypto';
import { endTransitions } from './end-transitions.js';
import { bundlePageScript } from './page-script.js';
import { callInPage, passTime, produceFrame } from './tab.js';

/** Virtual time in which a page reacts to an action. */
const ANSWER_VIRTUAL_MS = 300;
/** Max times that a page may react to the end of transitions before its state is read. Chosen: one is usual. */
const MAX_ENDS = 2;
/** Max actions of each kind, which limits the time. */
const MAX_ACTS = { details: 5, menus: 3, links: 3, search: 1 };

/**
 * @typedef {{ kind: 'details' | 'menus' | 'links' | 'search', index: number, name: string }} Act
 * @typedef {{ address: string, title: string, focus: string, states: string, lines: string[] }} State
 */

/**
 * Performs the actions of a visitor on a loaded page: opens details and menus, focuses the search box, follows links
 * handled by scripts and goes back. Returns the result of each action, and the errors of scripts.
 * @param {Tab} tab @param {number} context @param {{ traffic: Traffic, followsLinks: boolean }} options
 * @returns {Promise<string[]>}
 */
export async function tourPage({ session, log }, context, { traffic, followsLinks }) {
  /** @type {Act[]} */
  const acts = JSON.parse(await callInPage(session, context, listActs, followsLinks));
  const read = async (hasMoved = false) => {
    let isMoving = (await callInPage(session, context, endTransitions)) || hasMoved;
    // The page learns of the end of a transition with a frame, and can hide or show more then.
    for (let time = 0; isMoving && time < MAX_ENDS; time += 1) {
      await produceFrame(session);
      await passTime(session, context, ANSWER_VIRTUAL_MS);
      isMoving = await callInPage(session, context, endTransitions);
    }
    return /** @type {State} */ (JSON.parse(await callInPage(session, context, readState)));
  };
  const told = [];
  if (acts.length === 0) return listErrors(log);
  let before = await read();
  for (const act of acts) {
    const left = traffic.navigations.length;
    await callInPage(session, context, doAct, act);
    // Before time passes, or some would end by themselves, and the page would not learn of it without a frame.
    const hasMoved = await callInPage(session, context, endTransitions);
    await passTime(session, context, ANSWER_VIRTUAL_MS);
    const after = await read(hasMoved);
    const gone = traffic.navigations.slice(left);
    told.push(`${act.kind} “${act.name}”: ${gone.length > 0 ? `leaves to ${gone[0]}` : describe(before, after)}`);
    if (after.address !== before.address) {
      await callInPage(session, context, goBack);
      await passTime(session, context, ANSWER_VIRTUAL_MS);
      const again = await read();
      told.push(`back: ${describe(before, again)}`);
      before = again;
    } else before = after;
  }
  return [...told, ...listErrors(log)];
}

/** Start of an answer that is an error of a script. */
export const ERROR_MARK = 'error: ';

/** @param {Tab['log']} log */
function listErrors({ errors }) {
  return [...new Set(errors)].sort().map((error) => ERROR_MARK + error);
}

/**
 * Describes the changes by an action: the address, the title, the focus, open parts, and lines of text that were added
 * or removed.
 * @param {State} before @param {State} after
 */
function describe(before, after) {
  const known = new Set(before.lines);
  const now = new Set(after.lines);
  const came = after.lines.filter((line) => !known.has(line));
  const went = before.lines.filter((line) => !now.has(line));
  const digest = hash('sha1', JSON.stringify([came, went])).slice(0, 8);
  return `${after.address} “${after.title}” ${after.focus} ${after.states} +${came.length} −${went.length} ${digest}`;
}

/** Finds the targets of a kind. Runs in the page. @param {Act['kind']} kind @returns {HTMLElement[]} */
function findTargets(kind) {
  const SELECTORS = {
    details: 'details > summary',
    menus: '[aria-expanded], [popovertarget], [aria-haspopup], [data-toggle], [data-bs-toggle]',
    links: 'a[href]:not([target=_blank]):not([download])',
    search: 'input[type=search], input[role=searchbox], input[name=q], input[role=combobox]',
  };
  const shown = [...document.querySelectorAll(SELECTORS[kind])].filter((element) => element.checkVisibility());
  const targets = /** @type {HTMLElement[]} */ (shown);
  if (kind !== 'links') return targets;
  const here = new URL(location.href);
  const seen = new Set();
  return targets.filter((link) => {
    const url = URL.parse(/** @type {HTMLAnchorElement} */ (link).href ?? '');
    if (url?.origin !== here.origin || url.pathname === here.pathname || seen.has(url.pathname)) return false;
    seen.add(url.pathname);
    return true;
  });
}

/**
 * Lists the actions. Runs in the page.
 * @param {boolean} followsLinks
 * @returns {string} JSON of `Act[]`
 */
function listActsInPage(followsLinks) {
  const nameOf = (/** @type {Element} */ element) =>
    (element.getAttribute('href') ?? element.getAttribute('aria-label') ?? element.textContent ?? '')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, 40);
  const kinds = /** @type {const} */ (['details', 'menus', 'search', 'links']);
  return JSON.stringify(
    kinds.flatMap((kind) =>
      findTargets(kind)
        .slice(0, kind === 'links' && !followsLinks ? 0 : MAX_ACTS[kind])
        .map((element, index) => ({ kind, index, name: nameOf(element) })),
    ),
  );
}

/** Performs an action. Runs in the page. @param {Act} act */
function doActInPage({ kind, index }) {
  const target = findTargets(kind)[index];
  if (kind === 'search') target?.focus();
  else target?.click();
}

/**
 * Reads the state. Runs in the page.
 * @returns {string} JSON of `State`
 */
function readState() {
  const open = document.querySelectorAll('[open], [aria-expanded=true], :popover-open').length;
  const focus = document.activeElement?.localName ?? '';
  const lines = (document.body?.innerText ?? '').split('\n').map((line) => line.trim());
  const { pathname, search, hash: fragment } = location;
  const address = pathname + search + fragment;
  return JSON.stringify({
    ...{ address, title: document.title, focus, states: `${open} open` },
    lines: lines.filter((line) => line !== ''),
  });
}

/** Goes back. Runs in the page. */
function goBack() {
  history.back();
}

const listActs = bundlePageScript(listActsInPage, { functions: [findTargets], constants: { MAX_ACTS } });
const doAct = bundlePageScript(doActInPage, { functions: [findTargets] });
