/** @import { SheetUse, SiteAddress } from '../types.ts' */
/** @import { OpenBrowser } from './open.js' */
/** @import { FileLookup } from './serve.js' */

import { SCREENS } from './image-boxes.js';
import { bundlePageScript } from './page-script.js';
import { pathOfUrl, urlOfPath } from './serve.js';
import { callInPage, loadPage, passTime, prepareTab } from './tab.js';
import { ANSWER_VIRTUAL_MS, MEASURE_TIMEOUT_MS, setWindow } from './window.js';

/** What one window needs of a sheet: numbers of rules, in the order they are written. */
/** @typedef {{ url: string, sizes: readonly number[], needed: readonly number[] }} WindowUse */

/**
 * How much of its linked style sheets a page needs on the first screens of a phone and two larger windows.
 * @param {OpenBrowser} browser
 * @param {{ path: string, files: FileLookup, place?: SiteAddress }} page
 * @returns {Promise<SheetUse[]>}
 */
export function measureFirstRules(browser, { path, files, place }) {
  return browser.withTab(
    async (session) => {
      const tab = await prepareTab(session);
      const traffic = tab.server.expectPage(files, place);
      await setWindow(session, SCREENS[0]);
      await session.send('Emulation.setVirtualTimePolicy', { policy: 'pause' });
      const { context, limits } = await loadPage(tab, urlOfPath(path, place), { traffic });
      if (traffic.failures.length > 0) throw traffic.failures[0];
      if (limits.length > 0) throw new Error(`${path} does not come to rest: ${limits.join(', ')}`);
      /** @type {WindowUse[]} */
      const uses = [];
      for (const screen of SCREENS) {
        await setWindow(session, screen);
        await passTime(session, context, ANSWER_VIRTUAL_MS);
        uses.push(...JSON.parse(await callInPage(session, context, readFirstRules)));
      }
      return joinUses(uses, (url) => pathOfUrl(url, place));
    },
    { timeoutMs: MEASURE_TIMEOUT_MS, look: { by: 'measure', path } },
  );
}

/** @param {readonly WindowUse[]} uses @param {(url: string) => string | null} nameOf @returns {SheetUse[]} */
function joinUses(uses, nameOf) {
  return [...Map.groupBy(uses, ({ url }) => url)].flatMap(([url, windows]) => {
    const path = nameOf(url);
    if (path === null) return [];
    const [{ sizes }] = windows;
    const needed = new Set(windows.flatMap((window) => window.needed));
    const sum = (/** @type {Iterable<number>} */ numbers) => [...numbers].reduce((total, number) => total + number, 0);
    return [Object.freeze({ path, all: sum(sizes), needed: sum([...needed].map((rule) => sizes[rule] ?? 0)) })];
  });
}

/**
 * Whether an element shows on the first screen, or would if nothing hid or moved it. Runs in the page.
 * @param {Element} element
 */
function mattersAtFirst(element) {
  const { top, bottom } = element.getBoundingClientRect();
  if (top < innerHeight && bottom > 0) return true;
  const { position, display } = getComputedStyle(element);
  return display === 'none' || position === 'fixed' || position === 'absolute';
}

/** Whether one of the elements is meant by a selector, in whatever state. Runs in the page. */
/** @param {string} selector @param {ReadonlySet<Element>} elements */
function meansOne(selector, elements) {
  const plain = selector
    .replace(/::[\w-]+(?:\([^()]*\))?|:(?:before|after)\b/g, '')
    .replace(/:(?:hover|focus(?:-visible|-within)?|active|visited|checked|disabled|target)\b/g, '');
  try {
    for (const element of document.querySelectorAll(plain.trim() || '*')) if (elements.has(element)) return true;
    return false;
  } catch {
    // What is no selector without its states may mean any.
    return true;
  }
}

/**
 * Which rules of each linked sheet the first screen needs, as JSON of `WindowUse`s. Runs in the page.
 * @returns {string}
 */
function readFirstRulesInPage() {
  const elements = new Set([...document.querySelectorAll('*')].filter(mattersAtFirst));
  /** @param {CSSStyleSheet} sheet @param {{ sizes: number[], needed: number[] }} use */
  function readSheet(sheet, use) {
    /** @param {CSSRuleList} rules @param {boolean} applies */
    const read = (rules, applies) => {
      for (const rule of rules) {
        const isMedia = rule instanceof CSSMediaRule;
        if (rule instanceof CSSGroupingRule && !(rule instanceof CSSStyleRule)) {
          read(rule.cssRules, applies && (!isMedia || matchMedia(rule.conditionText).matches));
          continue;
        }
        use.sizes.push(rule.cssText.length);
        const isNeeded = !(rule instanceof CSSStyleRule) || meansOne(rule.selectorText, elements);
        if (applies && isNeeded) use.needed.push(use.sizes.length - 1);
      }
    };
    read(sheet.cssRules, true);
  }
  const uses = [];
  for (const sheet of document.styleSheets) {
    const { href, ownerNode, media } = sheet;
    const isOther = ownerNode instanceof HTMLLinkElement && ownerNode.relList.contains('alternate');
    if (!href || isOther || !matchMedia(media.mediaText || 'all').matches) continue;
    /** @type {{ sizes: number[], needed: number[] }} */
    const use = { sizes: [], needed: [] };
    try {
      readSheet(sheet, use);
    } catch {
      // Another host's sheet cannot be read.
      continue;
    }
    uses.push({ url: href, ...use });
  }
  return JSON.stringify(uses);
}

const readFirstRules = bundlePageScript(readFirstRulesInPage, { functions: [mattersAtFirst, meansOne] });
