/** @import { CDPSession } from 'puppeteer-core' */
/** @import { SiteAddress } from '../../site/types.ts' */
/** @import { ImageSwap } from '../types.ts' */

import { pathOfUrl } from '../../site/addresses.js';
import { callInPage } from './tab.js';

/**
 * Reads the effect of handlers in the markup while the mouse is over their elements, if it is a single one: one image
 * gets another file, and its own again when the mouse leaves. A handler that sets the current file or fails because its
 * script is missing is recorded, too: the image keeps its file. If more images change, the handler must still change
 * them in the same way if text takes the place of its own image, or of all with its height.
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
  const pathOf = (/** @type {string} */ url) => pathOfUrl(url, place);
  return swaps.flatMap(({ rest, hover, pressed, others: changed, isIdle: _, ...swap }) => {
    const [from, to, held] = [rest, hover, pressed].map((url) => (url === null ? null : pathOf(url)));
    const others = changed.flatMap(({ image, hover: url }) => {
      const path = pathOf(url);
      return path === null ? [] : { image, hover: path };
    });
    if (from === null || to === null || others.length < changed.length) return [];
    return [{ ...swap, rest: from, hover: to, pressed: held, others }];
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
  /** @param {readonly string[]} one @param {readonly string[]} other @param {readonly number[]} except */
  const isSame = (one, other, except = []) => one.every((url, at) => url === other[at] || except.includes(at));
  /**
   * Returns true if a handler changes the same images in the same way while text is in the place of some of them.
   * @param {Element} carrier @param {readonly number[]} gone @param {readonly string[]} before
   * @param {readonly string[]} during
   */
  const worksWithout = (carrier, gone, before, during) => {
    const texts = gone.map(() => document.createElement('span'));
    for (const [at, text] of texts.entries()) images[gone[at]].replaceWith(text);
    const place = texts.find((_, at) => images[gone[at]] === carrier) ?? carrier;
    for (const { name, value } of place === carrier ? [] : carrier.attributes)
      if (name.startsWith('onmouse')) place.setAttribute(name, value);
    const over = send(place, 'mouseover');
    const changed = sources();
    const out = send(place, 'mouseout');
    const after = sources();
    for (const [at, text] of texts.entries()) text.replaceWith(images[gone[at]]);
    return over !== null && out !== null && isSame(changed, during, gone) && isSame(after, before, gone);
  };
  const swaps = [...document.querySelectorAll('[onmouseover]')].map((carrier, index) => {
    const before = sources();
    const changed = send(carrier, 'mouseover');
    const during = sources();
    const [down, held] = [send(carrier, 'mousedown'), sources()];
    const [up, after] = [send(carrier, 'mouseup'), sources()];
    const left = send(carrier, 'mouseout');
    const isBack = isSame(sources(), before);
    const isIdle = changed?.size === 0;
    const inner = images.flatMap((one, at) => (carrier.contains(one) ? at : []));
    const touched = images.flatMap((one, at) => (changed?.has(one) ? at : []));
    const image = inner.length === 1 ? inner[0] : touched.length === 1 ? touched[0] : -1;
    if (!changed || image < 0 || !isBack || !left) return null;
    const others = touched.filter((at) => at !== image);
    const mates = others.filter((at) => images[at].height === images[image].height);
    const cases = others.length > 0 ? [[image], [image, ...mates]] : [];
    if (!cases.every((gone) => worksWithout(carrier, gone, before, during))) return null;
    const isPressed = down && up && isSame(held, during, [image]) && isSame(after, during);
    const handler = carrier.getAttribute('onmouseover') ?? '';
    return {
      carrier: index,
      handler,
      image,
      rest: before[image],
      hover: during[image],
      pressed: isPressed ? held[image] : null,
      others: others.map((at) => ({ image: at, hover: during[at] })),
      isIdle,
    };
  });
  observer.disconnect();
  return swaps.filter((swap) => swap !== null);
}
