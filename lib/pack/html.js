/** @import { Allowed } from './compare.js' */

import { parse } from 'parse5';
import { compareTrees } from './compare.js';
import { applyCuts, findCuts } from './cuts.js';
import { packEmbedded } from './embedded.js';

/** Two parsed trees of a page take some sixty times its source. */
const MOST_PAGE_CHARACTERS = 8_000_000;

/**
 * Packs a page: comments, white space and quotes that nothing needs go, its scripts and style sheets are packed.
 * Every element, attribute value and visible space stays, which is checked by parsing the result; a page that would differ
 * comes back as it was, with the reason.
 *
 * The cuts are ranges of the source, found with the parser that browsers agree on. html-minifier-terser was measured first: of
 * 1,251 pages of Debian's documentation packages it changes 828 under this check, whatever its settings, by numbers in the
 * viewport, blanks in `class`, values of boolean attributes (`hidden="until-found"` too), no-break spaces and what is in
 * <noframes>; it rewrites markup that is not well nested, and takes as long. Of the same pages this changes none.
 * @param {string} source
 * @param {{ spaceSelectors?: readonly string[], asciiOnly?: boolean }} [options] `spaceSelectors`: what `findSpaceSelectors`
 *   says of the sheets it links; `asciiOnly` where the page's encoding cannot hold every character
 * @returns {Promise<{ text: string, reason: null | string }>}
 */
export async function packHtml(source, { spaceSelectors = [], asciiOnly = false } = {}) {
  if (source.length > MOST_PAGE_CHARACTERS) {
    return { text: source, reason: `more than ${MOST_PAGE_CHARACTERS / 1e6} million characters, too many to check` };
  }
  const before = parse(source, { sourceCodeLocationInfo: true, scriptingEnabled: false });
  const { cuts, dropped, embedded, keepsSpace } = findCuts(before, source, spaceSelectors);
  const { cuts: inside, replaced } = await packEmbedded(embedded, source, { asciiOnly });
  const text = applyCuts(source, [...cuts, ...inside]);
  if (text.length >= source.length) return { text: source, reason: null };
  const allowed = { keepsSpace, dropped, replaced };
  const reason =
    compareTrees(before, parse(text, { scriptingEnabled: false }), allowed) ??
    (/<noscript/i.test(source) ? compareWithScripts(source, text, allowed) : null);
  return reason ? { text: source, reason: `the packed page would differ: ${reason}` } : { text, reason: null };
}

/**
 * The same comparison as a browser that runs scripts sees the page: what stands in `<noscript>` is no markup then.
 * @param {string} source
 * @param {string} text
 * @param {Allowed} allowed
 */
function compareWithScripts(source, text, allowed) {
  return compareTrees(parse(source, { sourceCodeLocationInfo: true }), parse(text), { ...allowed, runsScripts: true });
}
