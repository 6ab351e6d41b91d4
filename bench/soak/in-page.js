/* Functions that run inside pages. Each is sent as text, so it must be self-contained. */

/**
 * The content of a frame: its text, its links, and the positions of its elements.
 * @typedef {{ words: string[], links: string[], boxes: Record<string, number[][]>, broken: string[], title: string,
 *   size: number[], controls: number }} Shown
 */

/** Makes random numbers and the start time the same for every visit. Sent before the page's own scripts. */
export function fixChance() {
  let state = 42;
  Math.random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const start = Date.UTC(2030, 0, 15, 12);
  const RealDate = Date;
  const now = () => start + Math.floor(performance.now());
  class FixedDate extends RealDate {
    /** @param {any[]} parts */
    constructor(...parts) {
      // @ts-expect-error the arguments of Date
      super(...(parts.length === 0 ? [now()] : parts));
    }
  }
  FixedDate.now = now;
  // @ts-expect-error a class that behaves as the one it replaces
  globalThis.Date = FixedDate;
}

/** Scrolls through the page to trigger lazy loading, and returns to its top. */
export async function scrollThrough() {
  const step = innerHeight * 0.8;
  const end = Math.min(document.scrollingElement?.scrollHeight ?? 0, 12_000);
  for (let at = 0; at < end; at += step) {
    scrollTo({ top: at, behavior: 'instant' });
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
  scrollTo({ top: 0, behavior: 'instant' });
}

/** Stops animations at their start or end, and waits for images and fonts. */
export async function holdStill() {
  for (const animation of document.getAnimations?.() ?? []) {
    const isEndless = animation.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY;
    if (isEndless) {
      animation.pause();
      animation.currentTime = 0;
    } else animation.finish();
  }
  for (const media of document.querySelectorAll('video, audio')) {
    if (media instanceof HTMLMediaElement) media.pause();
  }
  const patience = new Promise((resolve) => setTimeout(resolve, 2000));
  const decoded = [...document.images].map((image) => image.decode().catch(() => null));
  await Promise.race([Promise.all([document.fonts.ready, ...decoded]), patience]);
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}

/** @returns {Shown} */
export function readShown() {
  const here = new URL(location.href);
  /** @type {string[]} */
  const words = [];
  const walker = document.createTreeWalker(document, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node instanceof HTMLImageElement && node.getClientRects().length > 0) words.push(...node.alt.split(/\s+/));
    const parent = node.parentElement;
    if (node.nodeType !== 3 || !parent || /^(?:SCRIPT|STYLE|NOSCRIPT|TEMPLATE)$/i.test(parent.tagName)) continue;
    if (parent.getClientRects().length > 0) words.push(...(node.textContent ?? '').split(/\s+/));
  }
  const local = (/** @type {string} */ href) => {
    const url = new URL(href, here);
    return url.host === here.host ? `${url.pathname}${url.search}${url.hash}` : url.href;
  };
  const links = [...document.querySelectorAll('a[href], area[href]')].flatMap((link) => {
    const href = link.getAttribute('href') ?? '';
    return URL.canParse(href, here.href) ? [local(href)] : [href];
  });
  /** @type {Record<string, number[][]>} */
  const boxes = {};
  const tags = 'a,button,input,select,textarea,h1,h2,h3,h4,h5,h6,p,li,td,th,iframe,video,canvas,form,nav,main,footer';
  for (const element of document.querySelectorAll(tags)) {
    const { x, y, width, height } = element.getBoundingClientRect();
    const tag = element.tagName.toLowerCase();
    boxes[tag] ??= [];
    boxes[tag].push([x + scrollX, y + scrollY, width, height].map((value) => Math.round(value * 10) / 10));
  }
  const broken = [...document.images]
    .filter((image) => image.complete && image.naturalWidth === 0 && image.getAttribute('src'))
    .map((image) => local(image.currentSrc || image.src));
  const root = document.scrollingElement ?? document.documentElement;
  return {
    words: words.filter(Boolean),
    links: links.sort(),
    boxes,
    broken,
    title: document.title,
    size: [root.scrollWidth, root.scrollHeight],
    controls: document.querySelectorAll('[onclick], button, summary').length,
  };
}

/**
 * Clicks a visible control by its index.
 * @param {number} index
 * @param {number} count total number of clicked controls, spread evenly
 * @returns {string | null} the clicked control, or null if there are fewer
 */
export function clickControl(index, count) {
  const all = [...document.querySelectorAll('summary, button, [role=button], [onclick], input[type=checkbox], label')];
  const shown = all.filter((each) => each.getClientRects().length > 0 && !each.closest('form'));
  const step = Math.max(1, Math.floor(shown.length / count));
  const control = shown[index * step];
  if (!(control instanceof HTMLElement)) return null;
  control.click();
  return `${control.tagName.toLowerCase()} ${(control.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 40)}`;
}

/**
 * Clicks a link of the site by its index.
 * @param {number} index
 * @returns {string | null}
 */
export function clickLink(index) {
  const links = [...document.querySelectorAll('a[href]')].filter((link) => {
    if (!(link instanceof HTMLAnchorElement) || link.target === '_blank' || link.download) return false;
    return link.origin === location.origin && link.pathname !== location.pathname && link.getClientRects().length > 0;
  });
  const link = links[index];
  if (!(link instanceof HTMLAnchorElement)) return null;
  // A script may have set an absolute address, which names the port of the host.
  const address = link.href.slice(link.origin.length);
  link.click();
  return address.slice(0, 80);
}

/** @param {string} text @returns {{ isParsed: boolean, entries: number }} */
export function parseFeed(text) {
  const parsed = new DOMParser().parseFromString(text, 'text/xml');
  return {
    isParsed: parsed.querySelector('parsererror') === null,
    entries: parsed.querySelectorAll('item, entry, url, sitemap').length,
  };
}
