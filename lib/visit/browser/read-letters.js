import { bundlePageScript } from './page-script.js';

/**
 * Returns the characters that a `content` property writes: strings, and the digits of counters.
 * @param {string} content
 */
function lettersOfContent(content) {
  if (content === 'none' || content === 'normal') return '';
  const strings = [...content.matchAll(/"((?:[^"\\]|\\[\s\S])*)"/g)].map(([, text]) => text.replace(/\\(.)/g, '$1'));
  const marks = /(?:open|close)-quote/.test(content) ? '“”‘’«»„' : '';
  return strings.join('') + marks + (/counters?\(/.test(content) ? '0123456789.' : '');
}

/** Returns true if an element is visible before scrolling, in a window of any size. @param {Element} element */
function showsAtFirst(element) {
  // The height of a phone's first screen.
  const FIRST_SCREEN = 640;
  const { top, bottom, width, height } = element.getBoundingClientRect();
  const isThere = width > 0 && height > 0 && element.checkVisibility();
  return isThere && top + scrollY < FIRST_SCREEN && bottom + scrollY > 0;
}

/**
 * Reads the characters of a page by font: in its text, before and after elements, in form fields and lists; and the
 * names of its elements. Runs in the page.
 * @returns {string} JSON of `letters` and `names` of a `PageRecord` in lib/types.ts
 */
function readLettersInPage() {
  const HYPHENS = '-\u2010';
  const ELLIPSIS = '\u2026';
  const DIGITS = '0123456789.';
  /** @type {Map<string, { letters: Set<string>, isFirst: boolean }>} */
  const found = new Map();
  /** @type {Record<'classes' | 'ids' | 'tags', Set<string>>} */
  const names = { classes: new Set(), ids: new Set(), tags: new Set() };

  /** @param {Element} element @param {CSSStyleDeclaration} style @param {string} text */
  function keep(element, style, text) {
    if (text === '') return;
    const { fontFamily, fontWeight, fontStyle, textTransform, hyphens } = style;
    const key = JSON.stringify([fontFamily, Number(fontWeight), fontStyle !== 'normal']);
    const drawn = found.get(key) ?? { letters: new Set(' '), isFirst: false };
    const { letters } = drawn;
    if (!drawn.isFirst && text.trim() !== '') drawn.isFirst = showsAtFirst(element);
    found.set(key, drawn);
    for (const letter of text) letters.add(letter);
    if (hyphens === 'auto' || text.includes('\u00ad')) for (const letter of HYPHENS) letters.add(letter);
    // Text that a style transforms can have both cases.
    if (textTransform !== 'none') for (const letter of text.toUpperCase() + text.toLowerCase()) letters.add(letter);
  }

  /** @param {Element} element @param {CSSStyleDeclaration} style */
  function readField(element, style) {
    if (element instanceof HTMLInputElement && !/^(?:hidden|checkbox|radio|range|color|file)$/.test(element.type)) {
      keep(element, style, element.value);
    }
    if (element instanceof HTMLTextAreaElement) keep(element, style, element.value);
    const hint = element.getAttribute('placeholder');
    if (hint) keep(element, getComputedStyle(element, '::placeholder'), hint);
  }

  /** @param {Element} element */
  function readElement(element) {
    const style = getComputedStyle(element);
    for (const node of element.childNodes)
      if (node instanceof Text) keep(element, style, node.data.replace(/\s+/g, ' '));
    readField(element, style);
    for (const part of ['::before', '::after']) {
      const { content } = getComputedStyle(element, part);
      const text = lettersOfContent(content);
      if (text !== '') keep(element, getComputedStyle(element, part), text);
    }
    if (style.display === 'list-item') keep(element, style, style.listStyleType === 'decimal' ? DIGITS : '');
    if (style.textOverflow === 'ellipsis') keep(element, style, ELLIPSIS);
  }

  /** @param {Document | ShadowRoot} root */
  function readTree(root) {
    for (const element of root.querySelectorAll('*')) {
      names.tags.add(element.localName);
      if (element.id) names.ids.add(element.id);
      for (const name of element.classList) names.classes.add(name);
      if (/^(?:script|style|template|noscript|head|title|meta|link)$/i.test(element.tagName)) continue;
      readElement(element);
      if (element.shadowRoot) readTree(element.shadowRoot);
    }
  }
  readTree(document);
  const letters = [...found].map(([key, drawn]) => {
    const [family, weight, isItalic] = JSON.parse(key);
    const first = drawn.isFirst ? { isFirst: true } : {};
    return { family, weight, isItalic, letters: [...drawn.letters].sort().join(''), ...first };
  });
  const sorted = Object.entries(names).map(([kind, said]) => [kind, [...said].sort()]);
  return JSON.stringify({ letters, names: Object.fromEntries(sorted) });
}

export const readLetters = bundlePageScript(readLettersInPage, { functions: [lettersOfContent, showsAtFirst] });
