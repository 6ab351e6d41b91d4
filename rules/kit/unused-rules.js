/** @import { Range, Sheet } from '../../lib/site/types.ts' */
/** @import { NameKind } from '../../lib/site/style/selector-names.js' */

import postcss from 'postcss';
import { withoutMarks } from '../../lib/site/style/parse-sheet.js';
import { mayMatchNames } from '../../lib/site/style/selector-names.js';

/**
 * What of a sheet can apply to nothing.
 * @typedef {{ ranges: readonly Range[], count: number, bytes: number }} Unused
 */

/** Blocks whose being there means something, with or without rules in them. */
const KEPT_EMPTY = new Set([
  'layer',
  'property',
  'font-face',
  'page',
  'counter-style',
  'font-palette-values',
  'view-transition',
]);
/** Blocks of which the selectors mean something else than elements of the page. */
const OTHER_SELECTORS = /^(?:-\w+-)?(?:keyframes|font-feature-values|page)$/;
/**
 * A selector with a pseudo-element that some browser does not know makes the whole list invalid there: such lists stay
 * whole.
 */
const PLAIN_SELECTOR = new RegExp(
  String.raw`^[^:]*(?::(?:hover|focus|active|first-child|last-child|not\([^:()]*\)|nth-child\([^()]*\)` +
    `|before|after|:before|:after)[^:]*)*$`,
);

/**
 * The rules of a sheet of which no selector can match, and the selectors that cannot in lists of others.
 * @param {Sheet} sheet
 * @param {(kind: NameKind, name: string) => boolean} isKnown
 * @returns {Unused}
 */
export function findUnused({ source }, isKnown) {
  /** @type {Range[]} */
  const ranges = [];
  let count = 0;
  const read = (/** @type {postcss.Container} */ parent, /** @type {boolean} */ isInRule) => {
    let left = 0;
    for (const node of parent.nodes ?? []) {
      const verdict = node.type === 'rule' ? judge(node) : node.type === 'atrule' ? enter(node, isInRule) : 'used';
      if (verdict === 'unused') {
        ranges.push(rangeOf(node));
        if (node.type === 'rule') count += 1;
      } else if (node.type !== 'comment') left += 1;
    }
    return left;
  };
  /** @param {postcss.Rule} rule */
  const judge = (rule) => {
    const used = rule.selectors.map((selector) => mayMatchNames(selector, isKnown));
    if (!used.includes(true)) return 'unused';
    if (used.includes(false)) ranges.push(...unusedParts(rule, used));
    read(rule, true);
    return 'used';
  };
  /** @param {postcss.AtRule} rule @param {boolean} isInRule */
  const enter = (rule, isInRule) => {
    if (!rule.nodes || OTHER_SELECTORS.test(rule.name)) return 'used';
    const before = ranges.length;
    const left = read(rule, isInRule);
    if (left > 0 || isInRule || KEPT_EMPTY.has(rule.name) || before === ranges.length) return 'used';
    // The block goes with all that it holds.
    ranges.length = before;
    return 'unused';
  };
  read(postcss.parse(withoutMarks(source)), false);
  return { ranges, count, bytes: ranges.reduce((sum, { start, end }) => sum + end - start, 0) };
}

/**
 * The selectors of a list that match nothing, each with a comma beside it.
 * @param {postcss.Rule} rule @param {readonly boolean[]} used @returns {Range[]}
 */
function unusedParts(rule, used) {
  const written = rule.raws.selector?.raw ?? rule.selector;
  const start = rule.source?.start?.offset ?? 0;
  const parts = postcss.list.comma(written);
  if (parts.length !== used.length || !parts.every((part) => PLAIN_SELECTOR.test(part)) || /\/\*/.test(written))
    return [];
  /** @type {Range[]} */
  const ranges = [];
  let at = 0;
  for (const [index, part] of parts.entries()) {
    const from = written.indexOf(part, at);
    if (from < 0) return [];
    at = from + part.length;
    if (used[index]) continue;
    const next = parts[index + 1];
    const isFirstLeft = !used.slice(0, index).includes(true);
    // Up to the next selector where nothing is left before; else from the end of the one before.
    if (isFirstLeft && next !== undefined) ranges.push({ start: start + from, end: start + written.indexOf(next, at) });
    else ranges.push({ start: start + endBefore(written, from), end: start + at });
  }
  return ranges;
}

/** Where what stands before a comma ends. @param {string} written @param {number} from */
function endBefore(written, from) {
  const before = written.slice(0, from);
  const bare = before.trimEnd();
  return bare.endsWith(',') ? bare.slice(0, -1).trimEnd().length : before.length;
}

/** @param {postcss.ChildNode} node @returns {Range} */
function rangeOf(node) {
  return { start: node.source?.start?.offset ?? 0, end: node.source?.end?.offset ?? 0 };
}
