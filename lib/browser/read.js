/**
 * @typedef {object} SeenElement an element as laid out
 * @property {string} tag
 * @property {string} mark what it is known by: tag, id, name, source, own text
 * @property {[x: number, y: number, width: number, height: number]} box in CSS pixels of the document
 * @property {string[]} shows URLs of the pictures it shows, as element or background
 * @property {string} text the beginning of its text, or what stands for it
 *
 * @typedef {object} SeenForm
 * @property {string} target method, action, encoding and where the answer goes
 * @property {string[]} sends what would be sent now
 * @property {string[]} controls
 *
 * @typedef {object} SeenPage
 * @property {SeenElement[]} elements
 * @property {string[]} links
 * @property {string[]} maps shapes and corners of the areas over each mapped image
 * @property {SeenForm[]} forms
 * @property {string[]} document title, language, direction
 * @property {string} encoding that the browser read it in
 */

/**
 * Reads the laid-out page from inside: boxes, links, forms. Runs in the browser, so it stands by itself.
 * @param {boolean} withBackgrounds whether to look for pictures in styles, which takes longer
 * @returns {string} a `SeenPage` as JSON: the browser takes long to hand over many small things
 */
export function readPage(withBackgrounds) {
  const UNSEEN = new Set([
    'head',
    'script',
    'style',
    'link',
    'meta',
    'title',
    'base',
    'template',
    'noscript',
    'param',
    'source',
    'track',
  ]);
  const TEXT_LENGTH = 200;
  const BEGINNING_LENGTH = 40;
  const NAMES = ['id', 'name', 'type', 'for', 'href', 'alt', 'src'];
  const NAMELESS = NAMES.map(() => '').join('\u0001');
  const left = window.scrollX;
  const top = window.scrollY;

  /** @param {number} value */
  const round = (value) => Math.round(value * 100) / 100;
  /** @param {string | null | undefined} text */
  const squeeze = (text) => (text ?? '').replace(/\s+/g, ' ').trim();

  /** @param {string} url what leads nowhere, such as `http://`, stands for itself */
  const resolve = (url) => (URL.canParse(url, document.baseURI) ? new URL(url, document.baseURI).href : url);

  /** @param {Element} element */
  function listPictures(element) {
    const urls = [];
    if (element instanceof HTMLImageElement) urls.push(element.currentSrc || element.src);
    else if (element instanceof HTMLInputElement && element.type === 'image') urls.push(element.src);
    else if (element instanceof HTMLObjectElement) urls.push(element.data);
    else if (element instanceof HTMLVideoElement) urls.push(element.poster);
    else if (element instanceof SVGImageElement) urls.push(resolve(element.href.baseVal));
    if (withBackgrounds) {
      for (const pseudo of [null, '::before', '::after']) {
        const style = getComputedStyle(element, pseudo);
        const found = `${style.backgroundImage} ${style.listStyleImage} ${style.borderImageSource} ${style.content}`;
        if (found.includes('url(')) for (const match of found.matchAll(/url\("([^"]*)"\)/g)) urls.push(match[1]);
      }
    }
    return urls.filter(Boolean);
  }

  /** @param {Element} element */
  function readNames(element) {
    return element.hasAttributes() ? NAMES.map((name) => element.getAttribute(name) ?? '').join('\u0001') : NAMELESS;
  }

  /** @type {SeenElement[]} */
  const elements = [];

  /**
   * Takes down an element and those inside it, each node of the page touched once.
   * @param {Element} element
   * @returns {string} the beginning of its text
   */
  function visit(element) {
    const tag = element.localName;
    if (UNSEEN.has(tag)) {
      if (tag === 'noscript') for (const child of element.children) visit(child);
      return '';
    }
    if (isFallback(element)) return visit(element.children[0]);
    const { x, y, width, height } = element.getBoundingClientRect();
    /** @type {SeenElement} */
    const seen = {
      tag,
      mark: '',
      box: [round(x + left), round(y + top), round(width), round(height)],
      shows: listPictures(element),
      text: '',
    };
    elements.push(seen);
    let ownText = '';
    let text = '';
    for (let node = element.firstChild; node; node = node.nextSibling) {
      if (node.nodeType === Node.TEXT_NODE) ownText += node.nodeValue;
      const isInside = node.nodeType === Node.ELEMENT_NODE && tag !== 'svg';
      const said = isInside
        ? visit(/** @type {Element} */ (node))
        : node.nodeType === Node.TEXT_NODE
          ? node.nodeValue
          : '';
      if (text.length < TEXT_LENGTH) text += said;
    }
    seen.mark = [tag, readNames(element), squeeze(ownText).slice(0, TEXT_LENGTH)].join('\u0001');
    seen.text = squeeze(element.getAttribute('alt') ?? text).slice(0, BEGINNING_LENGTH);
    return text;
  }

  /** @param {Element} control */
  function describeControl(control) {
    const { localName, type, name, value, checked, disabled } = /** @type {HTMLInputElement} */ (control);
    const limits = [
      'required',
      'readonly',
      'maxlength',
      'minlength',
      'min',
      'max',
      'step',
      'pattern',
      'multiple',
      'accept',
      'form',
    ];
    const set = limits
      .filter((limit) => control.hasAttribute(limit))
      .map((limit) => `${limit}=${control.getAttribute(limit)}`);
    const options =
      control instanceof HTMLSelectElement
        ? [...control.options].map((option) => `${option.value}:${option.label}`)
        : [];
    const text = localName === 'button' ? squeeze(control.textContent) : '';
    return [localName, type, name, value, Boolean(checked), disabled, ...set, ...options, text].join(' ');
  }

  /** @param {HTMLFormElement} form */
  function readForm(form) {
    // Fields may be called "action" or "method", which would hide the form's own.
    const read = (/** @type {string} */ name) => form.getAttribute(name) ?? '';
    const action = resolve(read('action'));
    const sends = [...new FormData(form)].map(
      ([name, value]) => `${name}=${typeof value === 'string' ? value : value.name}`,
    );
    const controls = [...form.querySelectorAll('input, select, textarea, button')].map(describeControl);
    return {
      target: [read('method').toLowerCase() || 'get', action, read('enctype'), read('target')].join(' '),
      sends,
      controls,
    };
  }

  /** @param {Element} link */
  function describeLink(link) {
    const { href, target } = /** @type {HTMLAnchorElement} */ (link);
    const said = ['download', 'title'].map((name) => link.getAttribute(name) ?? '');
    // The words over an area are its name as much as its `alt` is.
    const label = link.localName === 'area' ? '' : (link.getAttribute('aria-label') ?? '');
    return ['a', href, target, ...said, label].join(' ').trim();
  }

  /** @param {Element} image */
  function listAreas(image) {
    const name = (image.getAttribute('usemap') ?? '').replace(/^#/, '');
    const map = name ? document.querySelector(`map[name="${CSS.escape(name)}" i]`) : null;
    return map ? [...map.querySelectorAll('area[href]')] : [];
  }

  /** Whether a link only serves browsers without maps: all it holds is a map's image. @param {Element} element */
  function isFallback(element) {
    const image = element.localName === 'a' && element.children.length === 1 ? element.children[0] : null;
    const holdsMap = Boolean(image?.matches('img[ismap][usemap]')) && squeeze(element.textContent) === '';
    return image !== null && holdsMap && listAreas(image).length > 0;
  }

  /** Links as a visitor meets them: those of a map where its image stands. */
  function listLinks() {
    return [...document.querySelectorAll('a[href], img[usemap]')].flatMap((element) => {
      if (element.localName === 'img') return listAreas(element);
      return isFallback(element) ? [] : [element];
    });
  }

  visit(document.documentElement);
  const root = document.documentElement;
  /** @type {SeenPage} */
  const seen = {
    elements,
    links: listLinks().map(describeLink),
    maps: [...document.querySelectorAll('img[usemap]')].map((image) =>
      listAreas(image)
        .map((area) => `${area.getAttribute('shape')} ${area.getAttribute('coords')}`)
        .join('; '),
    ),
    forms: [...document.forms].map(readForm),
    document: [document.title, root.lang, root.dir],
    encoding: document.characterSet,
  };
  return JSON.stringify(seen);
}

/**
 * Measures how much room a page needs to be seen whole, areas that scroll inside it included.
 * @returns {{ width: number, height: number }}
 */
export function measurePage() {
  const root = document.documentElement;
  const { innerHeight } = window;
  let height = Math.max(root.scrollHeight, document.body?.scrollHeight ?? 0);
  for (const element of document.querySelectorAll('*')) {
    const hidden = element.scrollHeight - element.clientHeight;
    const isLarge =
      hidden > 1 && element.clientHeight > innerHeight / 2 && element !== root && element !== document.body;
    if (isLarge && /auto|scroll/.test(getComputedStyle(element).overflowY))
      height = Math.max(height, innerHeight + hidden);
  }
  return { width: Math.max(root.scrollWidth, document.body?.scrollWidth ?? 0), height };
}
