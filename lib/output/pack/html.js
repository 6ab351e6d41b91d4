/** @import { DefaultTreeAdapterTypes as Tree } from 'parse5' */
/** @import { Allowed, Difference } from './compare.js' */
/** @import { Cut } from './cuts.js' */
/** @import { FlowSelectors } from './lines.js' */

import { parse } from 'parse5';
import { compareTrees } from './compare.js';
import { applyCuts, findCuts } from './cuts.js';
import { packEmbedded } from './embedded.js';

/** Max size of a page. Two parsed trees take some sixty times its source. */
export const MAX_PAGE_CHARACTERS = 8_000_000;
/** Max places of a page that are left unchanged because they would differ. A page with more is left unchanged. */
const MAX_REPAIRS = 8;

/**
 * Facts about a page besides its source. `spaceSelectors`, `flowSelectors`: results of `findSpaceSelectors` and
 * `findFlowSelectors` for the sheets it links, the latter null if one of them is not available; `integrityHashes`: of
 * code that must not change; `asciiOnly`: true if the page's encoding cannot hold every character; `keepsQuotes`: true
 * if the page is sent with Brotli.
 * @typedef {{ spaceSelectors?: readonly string[], flowSelectors?: readonly FlowSelectors[] | null, integrityHashes?:
 *   readonly string[], asciiOnly?: boolean, keepsQuotes?: boolean }} PageAround
 *
 * `reason`: why the page is unchanged.
 * @typedef {{ text: string, reason: string | null }} PackedHtml
 */

/**
 * Packs a page: removes comments, white space, quotes, references and end tags without effect, and packs its scripts
 * and style sheets. Every element, attribute value and visible space stays, which is verified by parsing the result.
 * Places that would differ are left unchanged. If that is not enough, the whole page is, with the reason.
 *
 * The cuts are ranges of the source, found with a parser that follows browsers. `docs/html-minifiers.md` compares it
 * with html-minifier-terser.
 * @param {string} source
 * @param {PageAround} [around]
 * @returns {Promise<PackedHtml>}
 */
export async function packHtml(source, around = {}) {
  const { integrityHashes = [], asciiOnly = false } = around;
  if (source.length > MAX_PAGE_CHARACTERS) {
    const reason = `more than ${MAX_PAGE_CHARACTERS / 1e6} million characters, too many to check`;
    return { text: source, reason };
  }
  const before = parse(source, { sourceCodeLocationInfo: true, scriptingEnabled: false });
  const found = findCuts(before, source, { spaceSelectors: [], flowSelectors: null, asciiOnly, ...around });
  const { cuts: inside, replaced } = await packEmbedded(found.embedded, source, { integrityHashes, asciiOnly });
  const allowed = { ...found.allowed, replaced };
  const cuts = [...found.cuts, ...inside];
  const attempts = found.endTags.length > 0 ? [[...cuts, ...found.endTags], cuts] : [cuts];
  for (const attempt of attempts) {
    const packed = tryCuts(before, source, attempt, { allowed, trimsEnd: true });
    if (!packed.difference) return { text: packed.text, reason: null };
  }
  const mended = mendCuts(before, source, cuts, allowed);
  if (mended.text === source) return mended;
  // A second run can remove more after the first.
  return { ...mended, text: (await packHtml(mended.text, around)).text };
}

/**
 * Packs a page except the places that would differ: the markup there has an unusual meaning.
 * @param {Tree.Document} before
 * @param {string} source
 * @param {readonly Cut[]} cuts
 * @param {Allowed} allowed
 */
function mendCuts(before, source, cuts, allowed) {
  let left = cuts;
  let reason = '';
  for (let attempt = 0; attempt <= MAX_REPAIRS; attempt++) {
    const { text, difference } = tryCuts(before, source, left, { allowed, trimsEnd: false });
    if (!difference) return { text, reason: null };
    reason ||= `the packed page would differ: ${difference.reason}`;
    const fewer = withoutCutsAt(difference.node, left);
    if (fewer.length === left.length) break;
    left = fewer;
  }
  return { text: source, reason };
}

/**
 * Leaves out the cuts in the smallest element around a node that has any.
 * @param {Tree.Node | null} node
 * @param {readonly Cut[]} cuts
 */
function withoutCutsAt(node, cuts) {
  for (let at = node; at; at = 'parentNode' in at ? at.parentNode : null) {
    const place = at.sourceCodeLocation;
    if (!place) continue;
    const left = cuts.filter(({ start, end }) => end <= place.startOffset || start >= place.endOffset);
    if (left.length < cuts.length) return left;
  }
  return cuts;
}

/**
 * @param {Tree.Document} before
 * @param {string} source
 * @param {readonly Cut[]} cuts
 * @param {{ allowed: Allowed, trimsEnd: boolean }} how
 * @returns {{ text: string, difference: Difference | null }}
 */
function tryCuts(before, source, cuts, { allowed, trimsEnd }) {
  const text = applyCuts(source, cuts, { trimsEnd });
  if (text.length >= source.length) return { text: source, difference: null };
  return { text, difference: differenceOf(before, source, text, allowed) };
}

/**
 * Returns the difference between a packed page and its source beyond the allowed changes.
 * @param {Tree.Document} before of the source
 * @param {string} source
 * @param {string} text
 * @param {Allowed} allowed
 */
export function differenceOf(before, source, text, allowed) {
  return (
    compareTrees(before, parse(text, { scriptingEnabled: false }), allowed) ??
    (/<noscript/i.test(source) ? compareWithScripts(source, text, allowed) : null)
  );
}

/**
 * Compares in the same way, as a browser with scripts: the content of `<noscript>` is no markup then.
 * @param {string} source
 * @param {string} text
 * @param {Allowed} allowed
 */
function compareWithScripts(source, text, allowed) {
  return compareTrees(parse(source, { sourceCodeLocationInfo: true }), parse(text), { ...allowed, runsScripts: true });
}
