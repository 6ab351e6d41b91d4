/** @import { Attribute, Element, Role } from '../types.ts' */

import { exact } from '../../base/exact.js';
import { asksForImage } from '../page/preload.js';
import { readCandidates } from './read-candidates.js';

/**
 * A URL inside an attribute: its position in the value, and its use by a browser.
 * @typedef {{ attribute: Attribute, url: string, at: number, role: Role }} ElementUrl
 */

/** Attributes that hold one URL, by element. `*` stands for any element. */
/** @type {Record<string, Record<string, Role>>} */
const SINGLE = {
  '*': { background: 'background', longdesc: 'link', cite: 'link', ping: 'link' },
  a: { href: 'link' },
  applet: { archive: 'object', code: 'object', codebase: 'link' },
  area: { href: 'link' },
  audio: { src: 'media' },
  button: { formaction: 'form' },
  embed: { src: 'object' },
  fig: { src: 'image' },
  form: { action: 'form' },
  frame: { src: 'frame' },
  iframe: { src: 'frame' },
  image: { href: 'image', 'xlink:href': 'image', src: 'image' },
  img: { src: 'image', lowsrc: 'image', dynsrc: 'media' },
  input: { src: 'image', formaction: 'form' },
  feimage: { href: 'image', 'xlink:href': 'image' },
  object: { data: 'object' },
  script: { src: 'script', href: 'script', 'xlink:href': 'script' },
  source: { src: 'media' },
  track: { src: 'media' },
  use: { href: 'image', 'xlink:href': 'image' },
  video: { src: 'media', poster: 'image' },
  xml: { src: 'object' },
};

/**
 * Roles of links by their `rel` keywords. If a link has several, the first one in this list counts: `rel="preload
 * stylesheet"` is a sheet.
 */
/** @type {Record<string, Role>} */
const LINK_ROLES = {
  stylesheet: 'style',
  icon: 'icon',
  'apple-touch-icon': 'link',
  'mask-icon': 'link',
  preload: 'preload',
  modulepreload: 'preload',
  prefetch: 'preload',
  manifest: 'manifest',
};

/**
 * Returns all URLs in the attributes of an element.
 * @param {Element} element
 * @returns {ElementUrl[]}
 */
export function urlsOf(element) {
  /** @type {ElementUrl[]} */
  const found = [];
  const table = { ...SINGLE['*'], ...SINGLE[element.tag.toLowerCase()] };
  for (const attribute of element.attributes.values()) {
    const role = table[attribute.name];
    if (role) found.push({ attribute, url: attribute.value, at: 0, role });
    else if (attribute.name === 'srcset' || (attribute.name === 'imagesrcset' && asksForImage(element)))
      found.push(...candidatesOf(attribute));
  }
  if (element.tag === 'link') found.push(...linkUrls(element));
  if (element.tag === 'meta') found.push(...metaUrls(element));
  if (element.tag === 'param') found.push(...paramUrls(element));
  return found;
}

/** @param {Element} element */
function linkUrls(element) {
  const href = element.attributes.get('href');
  if (!href) return [];
  const words = new Set((element.attributes.get('rel')?.value ?? '').toLowerCase().split(/\s+/));
  const word = Object.keys(LINK_ROLES).find((known) => words.has(known));
  return [{ attribute: href, url: href.value, at: 0, role: word ? LINK_ROLES[word] : 'link' }];
}

/**
 * @param {Element} element
 * @returns {ElementUrl[]}
 */
function metaUrls(element) {
  const content = element.attributes.get('content');
  if (!content) return [];
  if (element.attributes.get('http-equiv')?.value.toLowerCase() === 'refresh') {
    const found = readRefresh(content.value);
    return found ? [{ attribute: content, ...found, role: 'refresh' }] : [];
  }
  const name = element.attributes.get('property')?.value ?? element.attributes.get('name')?.value ?? '';
  return /image|icon|config|logo|url$/i.test(name) && /[./]/.test(content.value)
    ? [{ attribute: content, url: content.value, at: 0, role: 'string' }]
    : [];
}

/**
 * Returns the URL of a refresh, such as `5; url=next.html`, and its position.
 * @param {string} value
 */
function readRefresh(value) {
  let rest = value
    .trimStart()
    .replace(/^[\d.]+/, '')
    .trimStart();
  rest = rest.replace(/^[;,]/, '').trimStart();
  if (!/^url/i.test(rest)) return null;
  rest = rest.slice('url'.length).trimStart();
  if (!rest.startsWith('=')) return null;
  rest = rest.slice(1).trimStart();
  const quote = /^["']/.exec(rest)?.[0] ?? '';
  const [url] = /^[^"'>]*/.exec(rest.slice(quote.length)) ?? [''];
  // A quote without an end is part of the URL.
  const isClosed = rest.slice(quote.length + url.length).startsWith(quote);
  return { url: isClosed ? url : '', at: value.length - rest.length + (isClosed ? quote.length : 0) };
}

/**
 * @param {Element} element
 * @returns {ElementUrl[]}
 */
function paramUrls(element) {
  const value = element.attributes.get('value');
  const name = element.attributes.get('name')?.value.toLowerCase() ?? '';
  return value && /^(?:movie|src|data|filename|url|archive|image|base)$/.test(name)
    ? [{ attribute: value, url: value.value, at: 0, role: 'object' }]
    : [];
}

/**
 * Returns the candidates of a `srcset`, each with its position in the value.
 * @see https://html.spec.whatwg.org/multipage/images.html#parse-a-srcset-attribute
 * @param {Attribute} attribute
 * @returns {ElementUrl[]}
 */
function candidatesOf(attribute) {
  return readCandidates(attribute.value).map(({ at, url }) => ({ attribute, url, at, role: exact('image') }));
}
