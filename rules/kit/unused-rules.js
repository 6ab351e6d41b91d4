/** @import { Range, Sheet } from '../../lib/site/types.ts' */
/** @import { NameKind } from '../../lib/site/style/selector-names.js' */

import postcss from 'postcss';
import { withoutMarks } from '../../lib/site/style/parse-sheet.js';
import { mayMatchNames } from '../../lib/site/style/selector-names.js';

/**
 * The parts of a sheet that can never apply.
 * @typedef {{ ranges: readonly Range[], count: number, bytes: number }} Unused
 */

/** At-rules that have a meaning even if they are empty. */
const KEPT_EMPTY = new Set([
  'layer',
  'property',
  'font-face',
  'page',
  'counter-style',
  'font-palette-values',
  'view-transition',
]);
/** At-rules whose selectors do not refer to elements of the page. */
const OTHER_SELECTORS = /^(?:-\w+-)?(?:keyframes|font-feature-values|page)$/;
/**
 * Selectors with widely supported pseudo-classes and pseudo-elements only. An unsupported one makes the whole list
 * invalid in some browsers, so such lists stay unchanged.
 */
const PLAIN_SELECTOR = new RegExp(
  String.raw`^[^:]*(?::(?:hover|focus|active|first-child|last-child|not\([^:()]*\)|nth-child\([^()]*\)` +
    `|before|after|:before|:after)[^:]*)*$`,
);

/**
 * Returns the rules of a sheet whose selectors cannot match, and the selectors within other lists that cannot.
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
    // Remove the block with all its content.
    ranges.length = before;
    return 'unused';
  };
  read(postcss.parse(withoutMarks(source)), false);
  return { ranges, count, bytes: ranges.reduce((sum, { start, end }) => sum + end - start, 0) };
}

/**
 * Returns the selectors of a list that match nothing, each with a neighbouring comma.
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
    // Without a remaining selector before, remove up to the next one. Otherwise, start at the end of the previous one.
    if (isFirstLeft && next !== undefined) ranges.push({ start: start + from, end: start + written.indexOf(next, at) });
    else ranges.push({ start: start + endBefore(written, from), end: start + at });
  }
  return ranges;
}

/** Returns the end of the text before a comma. @param {string} written @param {number} from */
function endBefore(written, from) {
  const before = written.slice(0, from);
  const bare = before.trimEnd();
  return bare.endsWith(',') ? bare.slice(0, -1).trimEnd().length : before.length;
}

/** @param {postcss.ChildNode} node @returns {Range} */
function rangeOf(node) {
  return { start: node.source?.start?.offset ?? 0, end: node.source?.end?.offset ?? 0 };
}
