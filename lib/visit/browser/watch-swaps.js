/** @import { CDPSession } from 'puppeteer-core' */
/** @import { SiteAddress } from '../../site/types.ts' */
/** @import { ImageSwap } from '../types.ts' */

import { pathOfUrl } from '../../site/addresses.js';
import { callInPage } from './tab.js';

/**
 * Reads the effect of handlers in the markup while the mouse is over their elements, if it is a single one: one image
 * shows another file, and its own again when the mouse leaves. On 3 of 20 old sites a page's own button shows the file
 * that it already has: nothing changes then, which is recorded, too.
 * @param {CDPSession} session @param {number} context @param {SiteAddress | undefined} place
 * @returns {Promise<ImageSwap[]>}
 */
export async function watchSwaps(session, context, place) {
  const swaps = await callInPage(session, context, swapInPage);
  return swaps.flatMap(({ rest, hover, ...swap }) => {
    const [from, to] = [rest, hover].map((url) => pathOfUrl(url, place));
    return from === null || to === null ? [] : [{ ...swap, rest: from, hover: to }];
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
  const swaps = [...document.querySelectorAll('[onmouseover]')].map((carrier, index) => {
    const before = sources();
    const changed = send(carrier, 'mouseover');
    const during = sources();
    const pressed = ['mousedown', 'mouseup'].map(
      (type) => send(carrier, type) && sources().every((url, at) => url === during[at]),
    );
    const left = send(carrier, 'mouseout');
    const isBack = sources().every((url, at) => url === before[at]);
    const image = images.findIndex((one) => changed?.has(one));
    const isSole = changed?.size === 1 && during.every((url, at) => at === image || url === before[at]);
    if (!isSole || !isBack || !left) return null;
    const handler = carrier.getAttribute('onmouseover') ?? '';
    return {
      carrier: index,
      handler,
      image,
      rest: before[image],
      hover: during[image],
      isHeld: pressed.every(Boolean),
    };
  });
  observer.disconnect();
  return swaps.filter((swap) => swap !== null);
}
