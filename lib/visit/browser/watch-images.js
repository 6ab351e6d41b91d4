/** @import { CDPSession } from 'puppeteer-core' */
/** @import { SiteAddress } from '../../site/types.ts' */
/** @import { ScriptedImage } from '../types.ts' */

import { pathOfUrl } from '../../site/addresses.js';
import { bundlePageScript, writeCall } from './page-script.js';

/** Beginnings of the names of events of a pointer. */
const POINTER = ['mouse', 'pointer', 'click', 'touch'];
/** The name of the records in the page's own world. */
const KEY = 'pagethrift.images';

/**
 * Records, from before the first script runs, the actions of scripts on the images of the markup: which elements they
 * keep, which attributes they read and set, and whether they attach properties.
 * @param {CDPSession} session
 */
export async function watchImages(session) {
  await session.send('Page.addScriptToEvaluateOnNewDocument', { source: writeCall(installWatch) });
}

/**
 * Returns the actions of scripts on each image of a page.
 * @param {CDPSession} session @param {SiteAddress | undefined} place
 * @returns {Promise<ScriptedImage[]>}
 */
export async function readWatchedImages(session, place) {
  // Old libraries add `toJSON` to arrays, so the page's own JSON is not used.
  const expression = `globalThis[Symbol.for(${JSON.stringify(KEY)})]?.() ?? []`;
  const { result } = await session.send('Runtime.evaluate', { expression, returnByValue: true });
  /** @type {(Omit<ScriptedImage, 'path'> & { url: string })[]} */
  const images = Array.isArray(result.value) ? result.value : [];
  return images.map(({ url, ...image }) => ({ path: pathOfUrl(url, place), ...image }));
}

/**
 * Calls a function with each target on which scripts begin to listen to the pointer.
 * @param {(target: unknown) => void} hear
 */
function watchListeners(hear) {
  const isOfPointer = (/** @type {string} */ type) => POINTER.some((start) => type.startsWith(start));
  EventTarget.prototype.addEventListener = new Proxy(EventTarget.prototype.addEventListener, {
    apply(target, self, given) {
      if (isOfPointer(String(given[0]))) hear(self);
      return Reflect.apply(target, self, given);
    },
  });
  for (const [name, own] of Object.entries(Object.getOwnPropertyDescriptors(HTMLElement.prototype))) {
    const { set } = own;
    if (!set || !name.startsWith('on') || !isOfPointer(name.slice(2))) continue;
    Object.defineProperty(HTMLElement.prototype, name, {
      ...own,
      set(handler) {
        hear(this);
        set.call(this, handler);
      },
    });
  }
}

/** Runs in the page, in its own world. */
function installWatchInPage() {
  /** @typedef {{ nth: number, set: Set<string>, read: Set<string>, isHeard?: true }} Watched */
  /** @type {Map<Element, Watched>} */
  const watched = new Map();
  const { ownKeys } = Reflect;
  // Old libraries put a function of their own in its place.
  const BuiltInElement = Element;
  const getSource = Object.getOwnPropertyDescriptor(HTMLImageElement.prototype, 'src')?.get;
  let isParsing = true;
  const take = (/** @type {MutationRecord[]} */ records) => {
    // Elements that a script of the markup adds are reported while it is the current script. Those of the parser are
    // not.
    const isOfParser = isParsing && document.currentScript === null;
    for (const { type, target, attributeName, addedNodes } of records) {
      if (attributeName) watched.get(/** @type {Element} */ (target))?.set.add(attributeName);
      for (const node of isOfParser && type === 'childList' ? addedNodes : []) {
        if (!(node instanceof BuiltInElement)) continue;
        for (const image of node.localName === 'img' ? [node] : node.querySelectorAll('img'))
          if (!watched.has(image)) watched.set(image, { nth: watched.size, set: new Set(), read: new Set() });
      }
    }
  };
  const observer = new MutationObserver(take);
  observer.observe(document, { subtree: true, childList: true, attributes: true });
  // Modules and deferred scripts run after this event, when the parser has written all of its elements.
  document.addEventListener(
    'readystatechange',
    () => {
      take(observer.takeRecords());
      isParsing = false;
    },
    { capture: true, once: true },
  );
  for (const name of ['src', 'currentSrc', 'srcset', 'sizes']) {
    const own = Object.getOwnPropertyDescriptor(HTMLImageElement.prototype, name);
    const get = own?.get;
    if (!own || !get) continue;
    Object.defineProperty(HTMLImageElement.prototype, name, {
      ...own,
      get() {
        watched.get(this)?.read.add(name);
        return get.call(this);
      },
    });
  }
  const { getAttribute } = Element.prototype;
  Element.prototype.getAttribute = function (name) {
    if (watched.size > 0) watched.get(this)?.read.add(String(name).toLowerCase());
    return getAttribute.call(this, name);
  };
  watchListeners((target) => Object.assign(watched.get(/** @type {Element} */ (target)) ?? {}, { isHeard: true }));
  const isHeld = (/** @type {Element} */ image) => ownKeys(image).length > 0;
  const report = () => {
    take(observer.takeRecords());
    const kept = [...watched].map(([image, { nth, set, read, isHeard }]) => ({
      url: String(getSource?.call(image) ?? ''),
      nth,
      isKept: image.isConnected,
      isHeld: isHeld(image),
      ...(isHeard ? { isHeard } : {}),
      set: [...set].sort(),
      read: [...read].sort(),
    }));
    const made = [...document.images].filter((image) => !watched.has(image));
    return [
      ...kept,
      ...made.map((image) => ({
        ...{ url: image.currentSrc || image.src, nth: null, isKept: false },
        ...{ isHeld: isHeld(image), set: [], read: [] },
      })),
    ];
  };
  Object.defineProperty(globalThis, Symbol.for(KEY), { value: report, enumerable: false });
}

const installWatch = bundlePageScript(installWatchInPage, { functions: [watchListeners], constants: { KEY, POINTER } });
