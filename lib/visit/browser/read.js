import { bundlePageScript } from './page-script.js';

/**
 * @typedef {object} SeenElement an element as laid out
 * @property {string} tag
 * @property {string} mark its identity: tag, id, name, source, own text
 * @property {[x: number, y: number, width: number, height: number]} box in CSS pixels of the document
 * @property {string[]} shows URLs of its images, as element or background
 * @property {string} text the start of its text, or of its replacement
 *
 * @typedef {object} SeenForm
 * @property {string} target method, action, encoding and target of the answer
 * @property {string[]} sends data that would be sent now
 * @property {string[]} controls
 *
 * @typedef {object} SeenPage
 * @property {SeenElement[]} elements
 * @property {string[]} links
 * @property {string[]} maps shapes and corners of the areas over each mapped image
 * @property {SeenForm[]} forms
 * @property {string[]} document title, language, direction
 * @property {string} encoding in which the browser read it
 */

const UNSEEN_TAGS = [
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
];
/** Characters of a text that identify an element. */
const TEXT_LENGTH = 200;
/** Characters by which a message names an element. */
const BEGINNING_LENGTH = 40;
/** Attributes that identify an element. */
const NAMING_ATTRIBUTES = ['id', 'name', 'type', 'for', 'href', 'alt', 'src'];
const CONTROL_LIMITS = [
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

/** @param {number} value */
function round(value) {
  return Math.round(value * 100) / 100;
}

/** @param {string | null | undefined} text */
function squeeze(text) {
  return (text ?? '').replace(/\s+/g, ' ').trim();
}

/** @param {string} url one that cannot be parsed, such as `http://`, is returned unchanged */
function resolve(url) {
  return URL.canParse(url, document.baseURI) ? new URL(url, document.baseURI).href : url;
}

/** @param {Element} element @param {boolean} withBackgrounds */
function listPictures(element, withBackgrounds) {
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
  return NAMING_ATTRIBUTES.map((name) => element.getAttribute(name) ?? '').join('\u0001');
}

/**
 * Lists an element and those inside it; each node of the page is visited once.
 * @param {Element} root @param {boolean} withBackgrounds
 * @returns {SeenElement[]}
 */
function listElements(root, withBackgrounds) {
  const unseen = new Set(UNSEEN_TAGS);
  const { scrollX, scrollY } = window;
  /** @type {SeenElement[]} */
  const elements = [];

  /** @param {Element} element @returns {string} the beginning of its text */
  function visit(element) {
    const tag = element.localName;
    if (unseen.has(tag)) {
      if (tag === 'noscript') for (const child of element.children) visit(child);
      return '';
    }
    if (isFallback(element)) return visit(element.children[0]);
    const { x, y, width, height } = element.getBoundingClientRect();
    /** @type {SeenElement['box']} */
    const box = [round(x + scrollX), round(y + scrollY), round(width), round(height)];
    const seen = { tag, mark: '', box, shows: listPictures(element, withBackgrounds), text: '' };
    elements.push(seen);
    let ownText = '';
    let text = '';
    for (let node = element.firstChild; node; node = node.nextSibling) {
      const isText = node.nodeType === Node.TEXT_NODE;
      if (isText) ownText += node.nodeValue;
      const isInside = node.nodeType === Node.ELEMENT_NODE && tag !== 'svg';
      const said = isInside ? visit(/** @type {Element} */ (node)) : isText ? node.nodeValue : '';
      if (text.length < TEXT_LENGTH) text += said;
    }
    seen.mark = [tag, readNames(element), squeeze(ownText).slice(0, TEXT_LENGTH)].join('\u0001');
    seen.text = squeeze(element.getAttribute('alt') ?? text).slice(0, BEGINNING_LENGTH);
    return text;
  }

  visit(root);
  return elements;
}

/** @param {Element} control */
function describeControl(control) {
  const { localName, type, name, value, checked, disabled } = /** @type {HTMLInputElement} */ (control);
  const limits = CONTROL_LIMITS.filter((limit) => control.hasAttribute(limit));
  const options =
    control instanceof HTMLSelectElement ? [...control.options].map((option) => `${option.value}:${option.label}`) : [];
  const text = localName === 'button' ? squeeze(control.textContent) : '';
  const set = limits.map((limit) => `${limit}=${control.getAttribute(limit)}`);
  return [localName, type, name, value, Boolean(checked), disabled, ...set, ...options, text].join(' ');
}

/** @param {HTMLFormElement} form @returns {SeenForm} */
function readForm(form) {
  // Fields can have the names “action” or “method”, which would hide the form's own.
  const read = (/** @type {string} */ name) => form.getAttribute(name) ?? '';
  const action = resolve(read('action'));
  const sends = [...new FormData(form)].map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : value.name}`,
  );
  return {
    target: [read('method').toLowerCase() || 'get', action, read('enctype'), read('target')].join(' '),
    sends,
    controls: [...form.querySelectorAll('input, select, textarea, button')].map(describeControl),
  };
}

/** @param {Element} link */
function describeLink(link) {
  const { href, target } = /** @type {HTMLAnchorElement} */ (link);
  const said = ['download', 'title'].map((name) => link.getAttribute(name) ?? '');
  // The text over an area is its name, like its `alt`.
  const label = link.localName === 'area' ? '' : (link.getAttribute('aria-label') ?? '');
  return ['a', href, target, ...said, label].join(' ').trim();
}

/** @param {Element} image */
function listAreas(image) {
  const name = (image.getAttribute('usemap') ?? '').replace(/^#/, '');
  const map = name ? document.querySelector(`map[name="${CSS.escape(name)}" i]`) : null;
  return map ? [...map.querySelectorAll('area[href]')] : [];
}

/**
 * Returns true if a link only serves browsers without maps: its only content is a map's image.
 * @param {Element} element
 */
function isFallback(element) {
  const image = element.localName === 'a' && element.children.length === 1 ? element.children[0] : null;
  const holdsMap = Boolean(image?.matches('img[ismap][usemap]')) && squeeze(element.textContent) === '';
  return image !== null && holdsMap && listAreas(image).length > 0;
}

/** Lists links in the order of a visitor: those of a map at the position of its image. */
function listLinks() {
  return [...document.querySelectorAll('a[href], img[usemap]')].flatMap((element) => {
    if (element.localName === 'img') return listAreas(element);
    return isFallback(element) ? [] : [element];
  });
}

/** @param {Element} image */
function describeMap(image) {
  return listAreas(image)
    .map((area) => `${area.getAttribute('shape')} ${area.getAttribute('coords')}`)
    .join('; ');
}

/**
 * Reads the laid-out page from inside: boxes, links, forms.
 * @param {boolean} withBackgrounds true to include images of styles, which takes longer
 * @returns {string} a `SeenPage` as JSON: the browser takes long to transfer many small values
 */
function readLaidOutPage(withBackgrounds) {
  const root = document.documentElement;
  /** @type {SeenPage} */
  const seen = {
    elements: listElements(root, withBackgrounds),
    links: listLinks().map(describeLink),
    maps: [...document.querySelectorAll('img[usemap]')].map(describeMap),
    forms: [...document.forms].map(readForm),
    document: [document.title, root.lang, root.dir],
    encoding: document.characterSet,
  };
  return JSON.stringify(seen);
}

export const readPage = bundlePageScript(readLaidOutPage, {
  functions: [
    round,
    squeeze,
    resolve,
    listPictures,
    readNames,
    listElements,
    describeControl,
    readForm,
    describeLink,
    listAreas,
    isFallback,
    listLinks,
    describeMap,
  ],
  constants: { UNSEEN_TAGS, TEXT_LENGTH, BEGINNING_LENGTH, NAMING_ATTRIBUTES, CONTROL_LIMITS },
});

/**
 * Measures the size at which a page is completely visible, including the areas that scroll inside it.
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
