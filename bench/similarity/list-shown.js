/**
 * An image on a page.
 * @typedef {object} Shown
 * @property {'image' | 'background'} kind
 * @property {string} url the file that the browser chose
 * @property {number} x in CSS pixels of the document
 * @property {number} y
 * @property {number} width of the image, without padding and border
 * @property {number} height
 * @property {string} style declarations that decide how it fills its box
 */

/** Lists the images on a page that are files of its host. Runs in the page. @returns {Shown[]} */
export function listShown() {
  const loaded = new Set(performance.getEntriesByType('resource').map(({ name }) => name));
  const isOwn = (/** @type {string} */ url) => URL.canParse(url) && new URL(url).origin === location.origin;
  const all = [...document.querySelectorAll('*')];
  /** @param {Element} element @returns {Shown[]} */
  const describe = (element) => {
    const style = getComputedStyle(element);
    const { left, top, width, height } = element.getBoundingClientRect();
    const place = { x: left + scrollX, y: top + scrollY };
    if (width === 0 || height === 0 || style.visibility !== 'visible') return [];
    const edge = (/** @type {string[]} */ names) =>
      names.reduce((sum, name) => sum + parseFloat(style.getPropertyValue(name)), 0);
    const inner = {
      width: width - edge(['padding-left', 'padding-right', 'border-left-width', 'border-right-width']),
      height: height - edge(['padding-top', 'padding-bottom', 'border-top-width', 'border-bottom-width']),
    };
    if (element instanceof HTMLImageElement) {
      const { currentSrc: url, naturalWidth } = element;
      if (naturalWidth === 0 || !isOwn(url) || inner.width <= 0 || inner.height <= 0) return [];
      const fit = `object-fit:${style.objectFit};object-position:${style.objectPosition}`;
      return [{ kind: 'image', url, ...place, ...inner, style: fit }];
    }
    const urls = [...style.backgroundImage.matchAll(/url\("([^"]+)"\)/g)].map(([, url]) => url);
    const url = urls.find((one) => loaded.has(one));
    if (url === undefined || !isOwn(url)) return [];
    const { backgroundPosition: position, backgroundSize: size, backgroundRepeat: repeat } = style;
    const fill = `background:url('${url}') ${position}/${size} ${repeat}`;
    return [{ kind: 'background', url, ...place, width, height, style: fill }];
  };
  return all.flatMap(describe);
}
