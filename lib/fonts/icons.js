import { present } from '../base/present.js';

const PARTS = /[^{}]+|[{}]/g;
const STRING = /:\s*(["'])((?:\\[\s\S]|(?!\1)[^\\])*)\1/g;
const CLASS = /\.(-?[_a-zA-Z][\w-]*)/g;
const WORD = /[A-Za-z_][\w-]*/g;
const IS_PAGE = /<(?:html|body|script|style)\b/i;
const STYLE = /<style\b[\s\S]*?(?:<\/style>|$)/gi;
const PRIVATE = /[\ue000-\uf8ff\u{f0000}-\u{10ffff}]/u;

/**
 * Returns the icons that a site can show: the characters that sheets assign to classes which occur in its pages,
 * scripts or data.
 * @param {readonly string[]} texts of the site, including sheets
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

/** Reads the classes of a sheet and the private characters that it assigns to them. @param {string} css */
function readOffers(css) {
  if (!css.includes('{') || !/\\[ef]|[\ue000-\uf8ff]|\\10/i.test(css)) return [];
  return rulesIn(css).flatMap(({ selector, body }) => {
    const letters = [...body.matchAll(STRING)].flatMap(([, , text]) => privateIn(text));
    const classes = letters.length > 0 ? [...selector.matchAll(CLASS)].map(([, name]) => name) : [];
    return classes.length > 0 ? [{ classes, letters }] : [];
  });
}

/** Returns the innermost blocks in braces, and the text before each of them. @param {string} css */
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
