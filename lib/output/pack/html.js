/** @import { DefaultTreeAdapterTypes as Tree } from 'parse5' */
/** @import { Allowed, Difference } from './compare.js' */
/** @import { Cut } from './cuts.js' */
/** @import { FlowSelectors } from './lines.js' */

import { parse } from 'parse5';
import { compareTrees } from './compare.js';
import { applyCuts, findCuts } from './cuts.js';
import { packEmbedded } from './embedded.js';

/** Two parsed trees of a page take some sixty times its source. */
export const MOST_PAGE_CHARACTERS = 8_000_000;
/** So many places of a page are left as they are where it would differ; a page of more is not understood. */
const MOST_MENDS = 8;

/**
 * What is known of a page beside its source. `spaceSelectors`, `flowSelectors`: what `findSpaceSelectors` and
 * `findFlowSelectors` say of the sheets it links, the latter null where one of them is not at hand; `integrityHashes`:
 * of code that stays as it is; `asciiOnly` where the page's encoding cannot hold every character.
 * @typedef {{ spaceSelectors?: readonly string[], flowSelectors?: readonly FlowSelectors[] | null, integrityHashes?:
 *   readonly string[], asciiOnly?: boolean }} PageAround
 *
 * `reason`: why the page is as it was.
 * @typedef {{ text: string, reason: string | null }} PackedHtml
 */

/**
 * Packs a page: comments, white space, quotes, references and end tags that nothing needs go, its scripts and style
 * sheets are packed. Every element, attribute value and visible space stays, which is checked by parsing the result;
 * where a page would differ, it is left as it was, and altogether if that does not help, with the reason.
 *
 * The cuts are ranges of the source, found with the parser that browsers agree on. html-minifier-terser was measured
 * first: of 1,251 pages of Debian's documentation packages it changes 828 under this check, whatever its settings, by
 * numbers in the viewport, blanks in `class`, values of boolean attributes (`hidden="until-found"` too), no-break
 * spaces and what is in <noframes>; it rewrites markup that is not well nested, and takes as long. Of the same pages
 * this changes none.
 * @param {string} source
 * @param {PageAround} [around]
 * @returns {Promise<PackedHtml>}
 */
export async function packHtml(source, around = {}) {
  const { spaceSelectors = [], flowSelectors = null, integrityHashes = [], asciiOnly = false } = around;
  if (source.length > MOST_PAGE_CHARACTERS) {
    const reason = `more than ${MOST_PAGE_CHARACTERS / 1e6} million characters, too many to check`;
    return { text: source, reason };
  }
  const before = parse(source, { sourceCodeLocationInfo: true, scriptingEnabled: false });
  const found = findCuts(before, source, { spaceSelectors, flowSelectors, asciiOnly });
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
  // What stood in the way may be gone.
  return { ...mended, text: (await packHtml(mended.text, around)).text };
}

/**
 * Packs a page but for the places where it would differ: what markup does there is not what it seems.
 * @param {Tree.Document} before
 * @param {string} source
 * @param {readonly Cut[]} cuts
 * @param {Allowed} allowed
 */
function mendCuts(before, source, cuts, allowed) {
  let left = cuts;
  let reason = '';
  for (let mends = 0; mends <= MOST_MENDS; mends++) {
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
 * How a packed page differs from its source beyond what is allowed.
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
 * The same comparison as a browser that runs scripts sees the page: what stands in `<noscript>` is no markup then.
 * @param {string} source
 * @param {string} text
 * @param {Allowed} allowed
 */
function compareWithScripts(source, text, allowed) {
  return compareTrees(parse(source, { sourceCodeLocationInfo: true }), parse(text), { ...allowed, runsScripts: true });
}
