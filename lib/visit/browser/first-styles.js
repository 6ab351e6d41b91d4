/** @import { CDPSession } from 'puppeteer-core' */
/** @import { SiteAddress } from '../../site/types.ts' */
/** @import { OpenBrowser } from './open.js' */
/** @import { FileLookup } from './serve.js' */

import { pathOfUrl, urlOfPage } from '../../site/addresses.js';
import { SCREENS } from './image-boxes.js';
import { bundlePageScript } from './page-script.js';
import { callInPage, loadPage, passTime, prepareTab } from './tab.js';
import { ANSWER_VIRTUAL_MS, MEASURE_TIMEOUT_MS, setWindow } from './window.js';

/**
 * The queries of a sheet: see `FirstStyle` in lib/site/style/first-style.js.
 * @typedef {{ selectors: readonly string[], setsLook: readonly boolean[], write: (needed: ReadonlySet<number>) =>
 *   string }} Asked
 * @typedef {{ path: string, part: string, isAlike: boolean }} FirstPart the part of a sheet that the first screens
 *   need, without rules that request files; whether they render the same with that part alone
 */

/**
 * Measures the parts of a page's linked style sheets that its first screens need, on a phone and in two larger windows.
 * Null for a sheet that cannot be read.
 * @param {OpenBrowser} browser
 * @param {{ path: string, files: FileLookup, place?: SiteAddress, read: (path: string) => Asked | null }} page
 * @returns {Promise<FirstPart[]>}
 */
export function measureFirstStyles(browser, { path, files, place, read }) {
  return browser.withTab(
    async (session) => {
      const tab = await prepareTab(session);
      const traffic = tab.server.expectPage(files, place);
      await setWindow(session, SCREENS[0]);
      await session.send('Emulation.setVirtualTimePolicy', { policy: 'pause' });
      const { context, limits } = await loadPage(tab, urlOfPage(path, place), { traffic });
      if (traffic.failures.length > 0) throw traffic.failures[0];
      if (limits.length > 0) throw new Error(`${path} does not come to rest: ${limits.join(', ')}`);
      // A page that navigates away has no visible first screen, and it may never be painted.
      if (traffic.navigations.length > 0) return [];
      /** @type {string[]} */
      const urls = JSON.parse(await callInPage(session, context, listLinkedSheets));
      const sheets = urls.flatMap((url) => {
        const linked = pathOfUrl(url, place);
        const asked = linked === null ? null : read(linked);
        return linked !== null && asked ? [{ url, path: linked, asked, needed: new Set() }] : [];
      });
      const show = async (/** @type {typeof SCREENS[number]} */ screen) => {
        await setWindow(session, screen);
        await passTime(session, context, ANSWER_VIRTUAL_MS);
      };
      for (const screen of SCREENS) {
        await show(screen);
        for (const { asked, needed } of sheets) {
          const found = await callInPage(session, context, findNeeded, asked.selectors, asked.setsLook);
          for (const index of JSON.parse(found)) needed.add(index);
        }
      }
      const texts = sheets.map(({ asked, needed }) => ({
        whole: asked.write(new Set(asked.selectors.keys())),
        part: asked.write(/** @type {Set<number>} */ (needed)),
      }));
      let isAlike = true;
      for (const screen of SCREENS) {
        await show(screen);
        const look = async (/** @type {'whole' | 'part'} */ which) => {
          const standIns = texts.map((text, index) => ({ url: sheets[index].url, css: text[which] }));
          await callInPage(session, context, standInFor, standIns);
          await passTime(session, context, ANSWER_VIRTUAL_MS);
          return takePicture(session, screen);
        };
        isAlike &&= (await look('whole')) === (await look('part'));
      }
      return sheets.map((sheet, index) => Object.freeze({ path: sheet.path, part: texts[index].part, isAlike }));
    },
    { timeoutMs: MEASURE_TIMEOUT_MS, look: { by: 'measure', path } },
  );
}

/** @param {CDPSession} session @param {{ width: number, height: number }} screen */
async function takePicture(session, { width, height }) {
  const clip = { x: 0, y: 0, width, height, scale: 1 };
  return (await session.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true, clip })).data;
}

/** Returns the addresses of the sheets that links of the page apply to a screen, as JSON. Runs in the page. */
function listLinkedSheets() {
  const urls = [];
  for (const { href, ownerNode, media } of document.styleSheets) {
    const isOther = ownerNode instanceof HTMLLinkElement && ownerNode.relList.contains('alternate');
    if (href && ownerNode && !isOther && matchMedia(media.mediaText || 'all').matches) urls.push(href);
  }
  return JSON.stringify(urls);
}

/**
 * Applies styles in place of linked sheets. Runs in the page.
 * @param {readonly { url: string, css: string }[]} standIns
 */
function standInFor(standIns) {
  for (const former of document.querySelectorAll('style[data-stand-in]')) former.remove();
  const sheets = [...document.styleSheets];
  for (const { url, css } of standIns) {
    const sheet = sheets.find(({ href }) => href === url);
    if (!sheet || !(sheet.ownerNode instanceof Element)) continue;
    sheet.disabled = true;
    const style = document.createElement('style');
    style.dataset.standIn = '';
    style.textContent = css;
    sheet.ownerNode.after(style);
  }
}

/**
 * Returns true if an element is visible on the first screen, or would be if it were not hidden or moved. Runs in the
 * page.
 * @param {Element} element
 */
function mattersAtFirst(element) {
  const { top, bottom } = element.getBoundingClientRect();
  if (top < innerHeight && bottom > 0) return true;
  const { position, display } = getComputedStyle(element);
  return display === 'none' || position === 'fixed' || position === 'absolute';
}

/**
 * Returns true if a selector matches one of the elements, in a state that is possible before any interaction. Runs in
 * the page.
 * @param {string} selector @param {ReadonlySet<Element>} elements
 */
function meansOne(selector, elements) {
  const plain = selector
    .replace(/::[\w-]+(?:\([^()]*\))?|:(?:before|after)\b/g, '')
    .replace(/:(?:visited|checked|disabled|target)\b/g, '');
  try {
    for (const element of document.querySelectorAll(plain.trim() || '*')) if (elements.has(element)) return true;
    return false;
  } catch {
    // A selector that is invalid without its states can match any element.
    return true;
  }
}

/**
 * Returns true if a selector matches one of the elements with a class or an attribute on the root or the body that is
 * missing now, as in a dark theme. Runs in the page.
 * @param {string} selector one, without others after a comma
 * @param {boolean} setsLook @param {ReadonlySet<Element>} elements
 */
function meansOneInTheme(selector, setsLook, elements) {
  if (!/dark|light|night|theme|scheme|mode|contrast/i.test(selector)) return false;
  const inside = selector.replace(/:(?:is|where)\([^()]*\s\*\)/g, '');
  if (inside !== selector && meansOne(inside, elements)) return true;
  const state = /^\s*(?:html|body|:root)?(?:\.(?:[\w-]|\\.)+|\[[^\]]*\])+(?=[\s>]|$)/.exec(selector)?.[0];
  if (!state || document.querySelector(state)) return false;
  const rest = selector.slice(state.length).replace(/^\s*>/, '').trim();
  return rest === '' ? setsLook : meansOne(rest, elements);
}

/**
 * Returns the indexes of the rules that the first screen needs, as JSON. Runs in the page.
 * @param {readonly string[]} selectors @param {readonly boolean[]} setsLook
 */
function findNeededInPage(selectors, setsLook) {
  const elements = new Set([...document.querySelectorAll('*')].filter(mattersAtFirst));
  const needed = [];
  for (const [index, list] of selectors.entries()) {
    const isMeant =
      meansOne(list, elements) ||
      list.split(/,(?![^()]*\))/).some((one) => meansOneInTheme(one, setsLook[index], elements));
    if (isMeant) needed.push(index);
  }
  return JSON.stringify(needed);
}

const findNeeded = bundlePageScript(findNeededInPage, { functions: [mattersAtFirst, meansOne, meansOneInTheme] });
