import { listPassedOver } from './image-sets.js';
import { unescapeCss } from './unescape-css.js';

/**
 * @typedef {{ url: string, start: number, end: number, isImport: boolean, isPassedOver: boolean }} CssUrl a URL in a
 *   style sheet and its position; `isPassedOver`: true if it is one of several offers and a browser chooses another
 */

/** The last alternative skips escapes, as of a quote in a class name, which starts no string. */
const TOKENS = new RegExp(
  String.raw`\/\*[\s\S]*?(?:\*\/|$)|@import\s+(?:url\(\s*)?(["'])((?:\\[\s\S]|(?!\1)[^\\\n\r])*)\1` +
    String.raw`|(@import\s+)?\burl\(\s*(?:(?:(["'])((?:\\[\s\S]|(?!\4)[^\\\n\r])*)\4|([^"'()\s]+))\s*)?\)` +
    String.raw`|(["'])(?:\\[\s\S]|(?!\7)[^\\\n\r])*\7?|\\[\s\S]`,
  'gi',
);

/**
 * Finds every URL of a style sheet, also of one that cannot be parsed.
 * @param {string} css
 * @returns {CssUrl[]}
 */
export function scanUrls(css) {
  const found = [];
  for (const match of css.matchAll(TOKENS)) {
    const [all, importQuote, importUrl, importWord, , quoted, bare] = match;
    const written = importQuote ? importUrl : (quoted ?? bare);
    if (written === undefined || written === '') continue;
    const start = match.index + all.lastIndexOf(written);
    found.push({
      url: unescapeCss(written),
      start,
      end: start + written.length,
      isImport: importQuote !== undefined || importWord !== undefined,
    });
  }
  const passedOver = listPassedOver(css, found);
  return found.map((one) => ({ ...one, isPassedOver: passedOver.has(one.start) }));
}
