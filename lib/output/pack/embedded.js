/** @import { DefaultTreeAdapterTypes as Tree } from 'parse5' */
/** @import { Cut } from './cuts.js' */

import { html } from 'parse5';
import { openHashFinder } from '../../site/text/integrity-hash.js';
import { packCss } from './css.js';
import { packJson } from './json.js';
import { remember } from './minify-until-stable.js';
import { packScript } from './script.js';

const SCRIPT_TYPE = /^(?:|module|(?:text|application)\/(?:x-)?(?:java|ecma|j)script(?:1\.[0-5])?)$/i;
const JSON_TYPE = /^(?:importmap|speculationrules|(?:application|text)\/(?:[\w.-]+\+)?json)$/i;
const TEMPLATE_MARK = /<[%?]|\{[{%]|<!\[CDATA\[/;

const packScriptOnce = remember(packScript, 200);
const packCssOnce = remember(packCss, 200);

/**
 * Packs the scripts and style sheets inside a page.
 * @param {readonly Tree.Element[]} elements
 * @param {string} source
 * @param {{ integrityHashes: readonly string[], asciiOnly: boolean }} options
 * @returns {Promise<{ cuts: Cut[], replaced: Map<number, string> }>} `replaced`: their new texts by their start
 */
export async function packEmbedded(elements, source, { integrityHashes, asciiOnly }) {
  const findHashes = openHashFinder(new Set(integrityHashes));
  /** @type {Cut[]} */
  const cuts = [];
  /** @type {Map<number, string>} */
  const replaced = new Map();
  for (const element of elements) {
    const [child] = element.childNodes;
    if (!child || !('value' in child) || element.childNodes.length > 1 || element.namespaceURI !== html.NS.HTML)
      continue;
    const { value, sourceCodeLocation: place } = child;
    if (!place || TEMPLATE_MARK.test(value) || findHashes(value).length > 0) continue;
    if (source.slice(place.startOffset, place.endOffset).replaceAll(/\r\n?/g, '\n') !== value) continue;
    const text = await packText(element, value, asciiOnly);
    if (text === null) continue;
    cuts.push({ start: place.startOffset, end: place.endOffset, text });
    replaced.set(place.startOffset, text);
  }
  return { cuts, replaced };
}

/**
 * @param {Tree.Element} element
 * @param {string} text
 * @param {boolean} asciiOnly
 */
async function packText(element, text, asciiOnly) {
  const attribute = (/** @type {string} */ name) => element.attrs.find((entry) => entry.name === name)?.value;
  const type = (attribute('type') ?? '').split(';')[0].trim();
  if (element.tagName === 'style') return /^(?:|text\/css)$/i.test(type) ? packCssOnce(text) : null;
  if (attribute('src') !== undefined) return null;
  if (JSON_TYPE.test(type)) return packJson(text);
  // https://html.spec.whatwg.org/multipage/scripting.html#prepare-the-script-element
  const language = attribute('type') === undefined ? (attribute('language') ?? '') : '';
  if (!SCRIPT_TYPE.test(type) || !/^(?:|(?:java|ecma|j|live)script[\d.]*)$/i.test(language.trim())) return null;
  return packScriptOnce(text, { asciiOnly });
}
