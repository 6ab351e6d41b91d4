/** @import { CDPSession } from 'puppeteer-core' */
/** @import { ScriptedImage } from '../types.ts' */

import { exact } from '../../base/exact.js';
import { CARRIED_HANDLERS } from '../../site/page/carried-handlers.js';
import { bundlePageScript } from './page-script.js';
import { callInPage } from './tab.js';

/**
 * Marks the images whose own handlers have the same effect on the page if text takes the place of the image, as those
 * of a menu that opens below it: on 2 of 70 sites. No image is marked if scripts added or removed one, because numbers
 * do not agree then.
 * @param {CDPSession} session @param {number} context @param {readonly ScriptedImage[]} images
 * @returns {Promise<readonly ScriptedImage[]>}
 */
export async function markCarried(session, context, images) {
  if (images.some(({ nth, isKept }) => nth === null || !isKept)) return images;
  const carried = new Set(await callInPage(session, context, findCarried));
  return images.map((image, at) => (carried.has(at) ? { ...image, isCarried: exact(true) } : image));
}

/** Returns the images, by their numbers. Runs in the page. @returns {number[]} */
function findCarriedInPage() {
  const observer = new MutationObserver(() => {});
  observer.observe(document, { subtree: true, attributeOldValue: true, childList: true, characterData: true });
  const images = [...document.images];
  const found = images.flatMap((image, at) => {
    if (!CARRIED_HANDLERS.some((name) => image.hasAttribute(name))) return [];
    const own = describeEffect(image, observer);
    const text = standIn(image);
    image.replaceWith(text);
    const other = describeEffect(text, observer);
    text.replaceWith(image);
    return own !== null && own === other ? [at] : [];
  });
  observer.disconnect();
  return found;
}

/** Creates an empty element with the size and the handlers of an image. @param {HTMLImageElement} image */
function standIn(image) {
  const text = document.createElement('span');
  for (const name of ['id', 'class', ...CARRIED_HANDLERS]) {
    const value = image.getAttribute(name);
    if (value !== null) text.setAttribute(name, value);
  }
  const { margin, verticalAlign } = getComputedStyle(image);
  Object.assign(text.style, { display: 'inline-block', margin, verticalAlign });
  Object.assign(text.style, { width: `${image.offsetWidth}px`, height: `${image.offsetHeight}px` });
  return text;
}

/**
 * Moves the mouse over an element and away, and undoes what that changed. Returns the attributes that changed, null if
 * the element itself or anything else did.
 * @param {Element} element @param {MutationObserver} observer
 */
function describeEffect(element, observer) {
  const elements = [...document.querySelectorAll('*')];
  /** @type {MutationRecord[]} */
  const records = [];
  const changes = ['mouseover', 'mouseout'].map((type) => {
    observer.takeRecords();
    element.dispatchEvent(new MouseEvent(type, { cancelable: true, view: window }));
    const found = observer.takeRecords();
    records.push(...found);
    const values = found.map(({ target, attributeName }) => [
      `${elements.indexOf(/** @type {Element} */ (target))} ${attributeName}`,
      /** @type {Element} */ (target).getAttribute?.(attributeName ?? ''),
    ]);
    return Object.entries(Object.fromEntries(values)).sort();
  });
  for (const { target, attributeName, oldValue } of records.reverse()) {
    const changed = /** @type {Element} */ (target);
    if (attributeName !== null && oldValue === null) changed.removeAttribute(attributeName);
    else if (attributeName !== null) changed.setAttribute(attributeName, oldValue ?? '');
  }
  observer.takeRecords();
  const isElse = records.some(({ target, attributeName }) => attributeName === null || target === element);
  return isElse ? null : JSON.stringify(changes);
}

const findCarried = bundlePageScript(findCarriedInPage, {
  functions: [standIn, describeEffect],
  constants: { CARRIED_HANDLERS },
});
