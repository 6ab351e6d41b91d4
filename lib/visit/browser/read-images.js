import { bundlePageScript } from './page-script.js';

/** @import { ImageBox } from '../types.ts' */

/**
 * Max ratio of the rendered width to that of the layout that counts as reduced. Chosen: the width of the layout is a
 * whole number of pixels, so that of a small image is off by some percent. One of nine unseen sites has such images.
 */
const MAX_SHRINK = 0.95;

/**
 * @typedef {object} SeenImage an image as it is shown in one window
 * @property {string} key the same in all windows
 * @property {ImageBox['kind']} kind
 * @property {string} url
 * @property {number} width of the whole image including cut-off parts, in CSS pixels
 * @property {number} height
 * @property {string} [fit]
 * @property {number} [shrink] ratio of the rendered width to that of the layout, if it is smaller
 * @property {true} [isKept] true if its mark of the markup is still there, and those of its preloads
 * @property {boolean} isFirst true if it is visible in the window without scrolling
 * @property {boolean} isLargest true if no other element covers more of the window
 */

/**
 * Reads the rendered sizes of the page's images. Runs in the browser. A large page has thousands of elements and is
 * read in many windows, so elements without an image are skipped.
 * @param {{ backgrounds: readonly string[] | null, isScreen: boolean, mark: string }} wanted `backgrounds`: selectors
 *   of elements that can have a background image, null for any; `isScreen`: find the largest element of the window;
 *   `mark`: an attribute
 * @returns {string} `SeenImage[]` as JSON
 */
function readImagesInPage({ backgrounds, isScreen, mark }) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  /** @type {(SeenImage & { area: number })[]} */
  const found = [];
  const { innerWidth, innerHeight, scrollX, scrollY } = window;
  let largestText = 0;
  /**
   * @param {{ kind: ImageBox['kind'], url: string, size: { width: number, height: number, shrink?: number,
   *   fit?: string, isKept?: true }, box: DOMRect }} image
   */
  const add = ({ kind, url, size, box }) => {
    const name = `${kind}:${url}`;
    const nth = counts.get(name) ?? 0;
    counts.set(name, nth + 1);
    const area = isScreen ? visibleArea(box, innerWidth, innerHeight, scrollX, scrollY) : 0;
    found.push({
      key: `${name.replaceAll(' ', '%20')} ${nth}`,
      kind,
      url,
      ...size,
      isFirst: area > 0,
      isLargest: false,
      area,
    });
  };
  const [contents, carriers] = ['img, input[type=image i], video[poster]', backgrounds?.join(', ') ?? '*'];
  const links = [...document.querySelectorAll('link[rel~=preload i][as=image i]')];
  const newLinks = new Set(links.flatMap((link) => (link.hasAttribute(mark) ? [] : Reflect.get(link, 'href'))));
  for (const element of document.querySelectorAll(isScreen ? '*' : `${contents}, ${carriers}`)) {
    const box = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    if (element instanceof HTMLImageElement && (element.currentSrc || element.src)) {
      const isKept = element.hasAttribute(mark) && !newLinks.has(element.src);
      const kept = isKept ? { isKept: /** @type {const} */ (true) } : {};
      const size = { ...sizeOfImage(element, style, box), ...shrinkOf(element, box), ...kept };
      add({ kind: 'img', url: element.src, size, box });
    } else if (element instanceof HTMLInputElement && element.type === 'image')
      add({ kind: 'input', url: element.src, size: { width: box.width, height: box.height }, box });
    else if (element instanceof HTMLVideoElement && element.poster)
      add({ kind: 'poster', url: element.poster, size: { width: box.width, height: box.height }, box });
    for (const pseudo of element.matches(carriers) ? [null, '::before', '::after'] : []) {
      const of = pseudo ? getComputedStyle(element, pseudo) : style;
      for (const { url, size } of listBackgrounds(of, pseudo ? null : box)) add({ kind: 'background', url, size, box });
    }
    if (isScreen && [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim()))
      largestText = Math.max(largestText, visibleArea(box, innerWidth, innerHeight, scrollX, scrollY));
  }
  const most = Math.max(largestText, ...found.map(({ area }) => area));
  return JSON.stringify(found.map(({ area, ...image }) => ({ ...image, isLargest: area > 0 && area === most })));
}

/** @param {DOMRect} box @param {number} width @param {number} height @param {number} left @param {number} top */
function visibleArea(box, width, height, left, top) {
  const across = Math.min(box.right + left, width) - Math.max(box.left + left, 0);
  const down = Math.min(box.bottom + top, height) - Math.max(box.top + top, 0);
  return across > 0 && down > 0 ? across * down : 0;
}

/**
 * Returns the size of the whole image in the box of an `<img>`, including what `object-fit` cuts off.
 * @param {HTMLImageElement} image @param {CSSStyleDeclaration} style @param {DOMRect} box
 */
function sizeOfImage({ naturalWidth, naturalHeight, offsetWidth }, style, box) {
  const edges = ['paddingLeft', 'paddingRight', 'borderLeftWidth', 'borderRightWidth'];
  const sides = ['paddingTop', 'paddingBottom', 'borderTopWidth', 'borderBottomWidth'];
  const sum = (/** @type {string[]} */ names) =>
    names.reduce((total, name) => total + Number.parseFloat(Reflect.get(style, name)), 0);
  const scale = offsetWidth > 0 ? box.width / offsetWidth : 1;
  const width = Math.max(0, box.width - sum(edges) * scale);
  const height = Math.max(0, box.height - sum(sides) * scale);
  const fit = style.objectFit;
  if (naturalWidth === 0 || naturalHeight === 0 || width === 0 || height === 0) return { width, height };
  const shares = [width / naturalWidth, height / naturalHeight];
  if (fit === 'fill') return { width, height };
  const share = fit === 'cover' ? Math.max(...shares) : fit === 'none' ? scale : Math.min(...shares);
  const drawn = fit === 'scale-down' ? Math.min(share, scale) : share;
  return { width: naturalWidth * drawn, height: naturalHeight * drawn };
}

/**
 * Returns how much `zoom` or transforms reduce an image. Browsers lay it out in the width that `sizes` tells them, and
 * reduce that.
 * @param {HTMLImageElement} image @param {DOMRect} box
 */
function shrinkOf({ offsetWidth }, { width }) {
  const ratio = offsetWidth > 0 && width > 0 ? width / offsetWidth : 1;
  return ratio < MAX_SHRINK ? { shrink: ratio } : {};
}

/**
 * Returns the background images of a box with their positioning areas. Sizes are computed once the images are known.
 * @param {CSSStyleDeclaration} style @param {DOMRect | null} box null: that of a pseudo-element, by its style
 */
function listBackgrounds(style, box) {
  if (!style.backgroundImage.includes('url(')) return [];
  const width = box ? box.width : Number.parseFloat(style.width) || 0;
  const height = box ? box.height : Number.parseFloat(style.height) || 0;
  const layers =
    style.backgroundImage.match(/url\("[^"]*"\)|[a-z-]+\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|none/g) ?? [];
  const sizes = style.backgroundSize.split(/,\s*/);
  return layers.flatMap((layer, index) => {
    const url = /^url\("([^"]*)"\)$/.exec(layer)?.[1];
    if (!url || url.startsWith('data:')) return [];
    const [across = 'auto', down = 'auto'] = sizes[index % sizes.length].split(/\s+/);
    return [{ url, size: { width, height, fit: `${across} ${down}` } }];
  });
}

export const readImages = bundlePageScript(readImagesInPage, {
  functions: [visibleArea, sizeOfImage, shrinkOf, listBackgrounds],
  constants: { MAX_SHRINK },
});
