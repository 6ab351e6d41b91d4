/** Kinds of XML in which elements contain either elements or text, and space between elements has no meaning. */

import { present } from '../../base/present.js';

const PLAIN = /^(?:rss|feed|RDF|urlset|sitemapindex|OpenSearchDescription|opml|browserconfig)$/;
/** Tokens by their start, which decides their end. A tag can contain `>` in quotes. */
const TOKENS = new RegExp(
  [
    String.raw`<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<![^<>[\]]*>`,
    String.raw`<\/?[^\s<>/!?][^<>"']*(?:"[^"]*"[^<>"']*|'[^']*'[^<>"']*)*>|[^<]+`,
  ].join('|'),
  'y',
);
const NAME = /^<(?:[^\s<>/:?!]*:)?([^\s<>/:?!]+)/;
/** Content that follows, or a reader of the space: a sheet that shows the file, or `xml:space`. */
const READS_SPACE =
  /<\?xml-stylesheet\b|\bxml:space\s*=|\btype\s*=\s*["'](?:xhtml|application\/xhtml\+xml)["']|<!DOCTYPE[^<>[]*\[/i;

/**
 * Removes the space between the elements of a feed or a site map. Returns null if it is other XML, or invalid.
 * @param {string} text
 * @returns {string | null}
 */
export function packXml(text) {
  if (READS_SPACE.test(text)) return null;
  const tokens = splitTokens(text);
  const root = tokens?.find((token) => NAME.test(token));
  if (!tokens || !root || !PLAIN.test(NAME.exec(root)?.[1] ?? '')) return null;
  const spaces = findSpaces(tokens);
  const packed = spaces && tokens.filter((_, index) => !spaces.has(index)).join('');
  return packed && packed.length < text.length ? packed : null;
}

/** Splits a text into tokens. Returns null if a part is none. @param {string} text */
function splitTokens(text) {
  /** @type {string[]} */
  const tokens = [];
  for (TOKENS.lastIndex = 0; TOKENS.lastIndex < text.length; ) {
    const token = TOKENS.exec(text)?.[0];
    if (token === undefined) return null;
    tokens.push(token);
  }
  return tokens;
}

/**
 * Returns the tokens that contain only space between elements, null if tags do not match.
 * @param {readonly string[]} tokens
 * @returns {Set<number> | null}
 */
function findSpaces(tokens) {
  /** @type {Set<number>} */
  const spaces = new Set();
  /** @typedef {{ name: string, spaces: number[], hasText: boolean, hasElements: boolean }} Open */
  const outside = { name: '', spaces: [], hasText: false, hasElements: true };
  /** @type {Open[]} */
  const open = [outside];
  for (const [index, token] of tokens.entries()) {
    const within = present(open.at(-1));
    if (token.startsWith('</')) {
      const name = token.slice(2, -1).trim();
      if (open.length < 2 || within.name !== name) return null;
      open.pop();
      if (within.hasElements && !within.hasText) for (const space of within.spaces) spaces.add(space);
    } else if (/^<[^!?]/.test(token)) {
      within.hasElements = true;
      const name = /^<([^\s<>/]+)/.exec(token)?.[1] ?? '';
      if (!token.endsWith('/>')) open.push({ name, spaces: [], hasText: false, hasElements: false });
    } else if (!token.startsWith('<') && /^[ \t\r\n]+$/.test(token)) within.spaces.push(index);
    else if (!token.startsWith('<') || token.startsWith('<![')) within.hasText = true;
  }
  for (const space of outside.spaces) spaces.add(space);
  return open.length === 1 && !outside.hasText ? spaces : null;
}
