/** Forms of XML in which elements hold either elements or text, and where space between elements says nothing. */

import { present } from '../../base/present.js';

const PLAIN = /^(?:rss|feed|RDF|urlset|sitemapindex|OpenSearchDescription|opml|browserconfig)$/;
/** What one begins with decides where it ends; a tag may hold `>` between quotes. */
const TOKENS = new RegExp(
  [
    String.raw`<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<![^<>[\]]*>`,
    String.raw`<\/?[^\s<>/!?][^<>"']*(?:"[^"]*"[^<>"']*|'[^']*'[^<>"']*)*>|[^<]+`,
  ].join('|'),
  'y',
);
const NAME = /^<(?:[^\s<>/:?!]*:)?([^\s<>/:?!]+)/;
/** Text of its own follows, or somebody reads the space: a sheet shows the file, or it says so. */
const READS_SPACE =
  /<\?xml-stylesheet\b|\bxml:space\s*=|\btype\s*=\s*["'](?:xhtml|application\/xhtml\+xml)["']|<!DOCTYPE[^<>[]*\[/i;

/**
 * Takes the space between the elements of a feed or a site map out; null where it is another XML, or none to the
 * letter.
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

/** Null where something is no token; nothing behind that is looked at. @param {string} text */
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
 * The tokens that are nothing but space beside elements; null where tags do not fit together.
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
