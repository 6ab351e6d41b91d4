/** @import { Token, DefaultTreeAdapterTypes as Tree } from 'parse5' */

import { html } from 'parse5';
import { shortenValue } from './references.js';

const NEEDS_NO_QUOTES = /^[^\s"'`=<>]+$/;
const ATTRIBUTE = /^([^\s=][^\s=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'][^\s]*)))?$/;
const QUOTE = /&(?:quot|#34|#x22);/gi;
const TEMPLATE_MARK = /<[%?]|\{[{%]/;

/**
 * @typedef {object} TagOptions
 * @property {boolean} asXml keeps quotes, slashes and references, for pages that an XML parser may read too
 * @property {boolean} isAscii writes no characters that the page contains as references
 * @property {boolean} keepsQuotes keeps quotes that are not needed: Brotli's own dictionary contains attributes with
 *   quotes, so that pages are shorter with them
 */

/**
 * Returns a start tag in its shortest form with every attribute and value kept, null if it should stay unchanged.
 * @param {string} source
 * @param {Tree.Element} element
 * @param {TagOptions} options
 * @returns {string | null}
 */
export function packStartTag(source, element, options) {
  const location = element.sourceCodeLocation;
  const range = location?.startTag;
  if (!location || !range) return null;
  const raw = source.slice(range.startOffset, range.endOffset);
  if (TEMPLATE_MARK.test(raw)) return null;
  const places = Object.values(location.attrs ?? {}).sort((a, b) => a.startOffset - b.startOffset);
  const name = /^<[^\s/>]+/.exec(raw)?.[0];
  if (!name || places.length !== element.attrs.length) return null;
  let packed = name;
  let end = range.startOffset + name.length;
  for (const place of places) {
    if (!isGap(source.slice(end, place.startOffset))) return null;
    const attribute = packAttribute(source.slice(place.startOffset, place.endOffset), options);
    if (attribute === null) return null;
    packed += ` ${attribute}`;
    end = place.endOffset;
  }
  const close = source.slice(end, range.endOffset);
  if (!isGap(close.slice(0, -1))) return null;
  return packed + closeOf(packed, close, element.namespaceURI === html.NS.HTML && !options.asXml);
}

/**
 * Returns the end of a tag. The slash of `<br />` has no meaning in HTML, but has one in SVG, where it must not join a
 * value.
 * @param {string} packed
 * @param {string} close
 * @param {boolean} dropsSlash
 */
function closeOf(packed, close, dropsSlash) {
  if (dropsSlash || !close.endsWith('/>')) return '>';
  return /["']$|^<\S+$/.test(packed) ? '/>' : ' />';
}

/** @param {string} text */
function isGap(text) {
  return /^[\s/]*$/.test(text);
}

/**
 * @param {string} raw
 * @param {TagOptions} options
 * @returns {string | null}
 */
function packAttribute(raw, { asXml, isAscii, keepsQuotes }) {
  const found = ATTRIBUTE.exec(raw);
  if (!found) return null;
  const [, name, double, single, bare] = found;
  const value = double ?? single ?? bare;
  if (value === undefined || (value === '' && !asXml)) return name;
  if (asXml) return bare === undefined ? `${name}=${quote(value)}` : `${name}=${value}`;
  const short = shortenValue(value, { isAscii });
  if (/["']/.test(short)) return `${name}=${quote(short)}`;
  const quoted = short.replaceAll(QUOTE, '"');
  if (quoted !== short) return `${name}='${quoted}'`;
  const isBare = NEEDS_NO_QUOTES.test(short) && !(keepsQuotes && bare === undefined);
  return `${name}=${isBare ? short : `"${short}"`}`;
}

/** @param {string} value without one of the two quotes */
function quote(value) {
  return value.includes('"') ? `'${value}'` : `"${value}"`;
}
