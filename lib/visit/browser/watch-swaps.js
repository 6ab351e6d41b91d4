/** @import { CDPSession } from 'puppeteer-core' */
/** @import { SiteAddress } from '../../site/types.ts' */
/** @import { ImageSwap } from '../types.ts' */

import { pathOfUrl } from '../../site/addresses.js';
import { callInPage } from './tab.js';

/**
 * Reads the effect of handlers in the markup while the mouse is over their elements, if it is a single one: one image
 * gets another file, and its own again when the mouse leaves. A handler that sets the current file or fails because its
 * script is missing is recorded, too: the image keeps its file.
 * @param {CDPSession} session
 * @param {number} context
 * @param {SiteAddress | undefined} place
 * @returns {Promise<ImageSwap[]>}
 */
export async function watchSwaps(session, context, place) {
  const found = await callInPage(session, context, swapInPage);
  const idle = found.flatMap(({ carrier, isIdle }) => (isIdle ? [carrier] : []));
  const failing = new Set(idle.length > 0 ? await findFailing(session, idle) : []);
  const swaps = found.filter(({ carrier, isIdle }) => !isIdle || failing.has(carrier));
  return swaps.flatMap(({ rest, hover, pressed, isIdle: _, ...swap }) => {
    const [from, to, held] = [rest, hover, pressed].map((url) => (url === null ? null : pathOfUrl(url, place)));
    return from === null || to === null ? [] : [{ ...swap, rest: from, hover: to, pressed: held }];
  });
}

/**
 * Returns the elements whose handlers throw an error, by their numbers. Only the page's own world gets its errors.
 * @param {CDPSession} session @param {readonly number[]} carriers
 * @returns {Promise<number[]>}
 */
async function findFailing(session, carriers) {
  const expression = `(${failInPage})(${JSON.stringify(carriers)})`;
  const { result } = await session.send('Runtime.evaluate', { expression, returnByValue: true });
  return Array.isArray(result.value) ? result.value : [];
}

/** Runs in the page. @param {number[]} carriers */
function failInPage(carriers) {
  const elements = document.querySelectorAll('[onmouseover]');
  return carriers.filter((carrier) => {
    let hasFailed = false;
    const note = () => {
      hasFailed = true;
    };
    window.addEventListener('error', note);
    elements[carrier].dispatchEvent(new MouseEvent('mouseover', { cancelable: true, view: window }));
    window.removeEventListener('error', note);
    return hasFailed;
  });
}

/** Observes swaps. Runs in the page. */
function swapInPage() {
  const images = [...document.images];
  const sources = () => images.map(({ src }) => src);
  const observer = new MutationObserver(() => {});
  observer.observe(document, { subtree: true, attributes: true, childList: true, characterData: true });
  /**
   * Sends an event to an element alone. Returns the images that changed since, null if anything else did.
   * @param {Element} element @param {string} type
   */
  const send = (element, type) => {
    observer.takeRecords();
    element.dispatchEvent(new MouseEvent(type, { cancelable: true, view: window }));
    const records = observer.takeRecords();
    const isElse = records.some(
      ({ target, attributeName }) => attributeName !== 'src' || !images.some((image) => image === target),
    );
    return isElse ? null : new Set(records.map(({ target }) => target));
  };
  const isSame = (/** @type {string[]} */ one, /** @type {string[]} */ other, except = -1) =>
    one.every((url, at) => url === other[at] || at === except);
  const swaps = [...document.querySelectorAll('[onmouseover]')].map((carrier, index) => {
    const before = sources();
    const changed = send(carrier, 'mouseover');
    const during = sources();
    const [down, held] = [send(carrier, 'mousedown'), sources()];
    const [up, after] = [send(carrier, 'mouseup'), sources()];
    const left = send(carrier, 'mouseout');
    const isBack = isSame(sources(), before);
    const isIdle = changed?.size === 0;
    const isOnly = images.filter((one) => carrier.contains(one)).length === 1;
    const image = images.findIndex((one) => (isIdle ? carrier.contains(one) : changed?.has(one)));
    const isOne = changed?.size === 1 || (isIdle && isOnly);
    if (!isOne || !isSame(during, before, image) || !isBack || !left) return null;
    const isPressed = down && up && isSame(held, during, image) && isSame(after, during);
    const handler = carrier.getAttribute('onmouseover') ?? '';
    return {
      carrier: index,
      handler,
      image,
      rest: before[image],
      hover: during[image],
      pressed: isPressed ? held[image] : null,
      isIdle,
    };
  });
  observer.disconnect();
  return swaps.filter((swap) => swap !== null);
}
