/** @import { CDPSession } from 'puppeteer-core' */
/** @import { SiteAddress } from '../../site/types.ts' */
/** @import { PageRecord } from '../types.ts' */

import { hash } from 'node:crypto';
import { beforeAny } from '../../base/trim.js';
import { isHashRoute, pathOfUrl } from '../../site/addresses.js';
import { callInPage } from './tab.js';

/**
 * Reads the targets of a loaded page's links, and whether the page has visible content.
 * @param {CDPSession} session @param {number} context @param {SiteAddress | undefined} place
 * @returns {Promise<Pick<PageRecord, 'links' | 'content' | 'isBlank'>>}
 */
export async function readOutline(session, context, place) {
  const { links, text, images, isBlank } = await callInPage(session, context, outlinePage);
  const addresses = links.flatMap((url) => {
    const { pathname, search, hash: fragment } = new URL(url);
    if (pathOfUrl(url, place) === null || search !== '') return [];
    return isHashRoute(fragment) ? `${pathname}${beforeAny(fragment, /[?&]/)}` : pathname;
  });
  const content = hash('sha256', JSON.stringify([text, images]));
  return { links: [...new Set(addresses)].sort(), content, isBlank };
}

/** Reads the outline. Runs in the page. */
function outlinePage() {
  const PAINTED = 'img, svg, canvas, video, picture, iframe, object, embed, input, button, select, textarea';
  const isShown = (/** @type {Element} */ element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  };
  const text = document.body?.innerText.replace(/\s+/g, ' ').trim() ?? '';
  const painted = [...document.querySelectorAll(PAINTED)];
  const backgrounds = () =>
    [...document.querySelectorAll('body, body *')].some(
      (element) => getComputedStyle(element).backgroundImage.includes('url(') && isShown(element),
    );
  const isEmpty = text === '' && !painted.some(isShown) && !backgrounds();
  const links = [...document.querySelectorAll('a[href]')].flatMap((link) => {
    const { href } = /** @type {HTMLAnchorElement} */ (link);
    // A link such as `http://` is no URL.
    return typeof href === 'string' && /^https?:/.test(href) && URL.canParse(href) && !link.hasAttribute('download')
      ? href
      : [];
  });
  return {
    links: [...new Set(links)],
    text,
    images: [...document.images].map(({ currentSrc, src }) => currentSrc || src),
    isBlank: isEmpty && document.scripts.length > 0,
  };
}
