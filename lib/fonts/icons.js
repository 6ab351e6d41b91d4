import { present } from '../base/present.js';

const PARTS = /[^{}]+|[{}]/g;
const STRING = /:\s*(["'])((?:\\[\s\S]|(?!\1)[^\\])*)\1/g;
const CLASS = /\.(-?[_a-zA-Z][\w-]*)/g;
const WORD = /[A-Za-z_][\w-]*/g;
const IS_PAGE = /<(?:html|body|script|style)\b/i;
const STYLE = /<style\b[\s\S]*?(?:<\/style>|$)/gi;
const PRIVATE = /[\ue000-\uf8ff\u{f0000}-\u{10ffff}]/u;

/**
 * Icons that a site may show: those whose class stands anywhere in its pages, scripts and data, by what sheets write
 * for the class.
 * @param {readonly string[]} texts of the site, sheets among them
 * @returns {number[]}
 */
export function iconsNamed(texts) {
  const offers = texts.flatMap(readOffers);
  if (offers.length === 0) return [];
  const names = new Set(offers.flatMap(({ classes }) => classes));
  /** @type {Set<string>} */
  const said = new Set();
  for (const text of texts) {
    // A sheet names all of its classes itself.
    if (readOffers(text).length > 0 && !IS_PAGE.test(text)) continue;
    for (const [word] of text.replace(STYLE, '').matchAll(WORD)) if (names.has(word)) said.add(word);
  }
  return offers.flatMap(({ classes, letters }) => (classes.some((name) => said.has(name)) ? letters : []));
}

/** Classes and the private letters that a sheet writes for them. @param {string} css */
function readOffers(css) {
  if (!css.includes('{') || !/\\[ef]|[\ue000-\uf8ff]|\\10/i.test(css)) return [];
  return rulesIn(css).flatMap(({ selector, body }) => {
    const letters = [...body.matchAll(STRING)].flatMap(([, , text]) => privateIn(text));
    const classes = letters.length > 0 ? [...selector.matchAll(CLASS)].map(([, name]) => name) : [];
    return classes.length > 0 ? [{ classes, letters }] : [];
  });
}

/** Returns what stands between braces without others in it, and before them. @param {string} css */
function rulesIn(css) {
  const rules = [];
  let [selector, body] = ['', ''];
  for (const [part] of css.matchAll(PARTS)) {
    if (part === '{') [selector, body] = [body, ''];
    else if (part === '}') {
      if (selector !== '') rules.push({ selector, body });
      [selector, body] = ['', ''];
    } else body = part;
  }
  return rules;
}

/** @param {string} text of a CSS string @returns {number[]} */
function privateIn(text) {
  const plain = text.replace(/\\([0-9a-f]{1,6})\s?/gi, (_, digits) => {
    const code = Number.parseInt(digits, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
  return [...plain].filter((letter) => PRIVATE.test(letter)).map((letter) => present(letter.codePointAt(0)));
}
