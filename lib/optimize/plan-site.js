/** @import { Proposal, Reason } from '../types.ts' */
/** @import { Ready } from './apply-plan.js' */
/** @import { Refused } from './gather.js' */

/**
 * What will be done, what is only advised, and what will not be done.
 * @typedef {{ accepted: Ready[], advised: Ready[], refused: Refused[] }} Planned
 */

/**
 * Parts proposals by level and keeps of those that write the same place the first.
 * @param {readonly Ready[]} ready
 * @param {readonly Refused[]} refused
 * @param {ReadonlyMap<string, import('../detect/run-rules.js').RuleSetting>} settings
 * @returns {Planned}
 */
export function planSite(ready, refused, settings) {
  const levelOf = (/** @type {Proposal} */ { rule }) => settings.get(rule)?.level;
  const wanted = ready.filter(({ proposal, rule }) => levelOf(proposal) !== 'advise' && rule.apply);
  const advised = ready.filter(({ proposal, rule }) => levelOf(proposal) === 'advise' || !rule.apply);
  /** @type {Map<string, { start: number, end: number }[]>} */
  const taken = new Map();
  /** @type {Ready[]} */
  const accepted = [];
  /** @type {Refused[]} */
  const overlapping = [];
  for (const entry of wanted) {
    const { page, range } = entry.proposal;
    const ranges = taken.get(page) ?? [];
    if (range && ranges.some((other) => touches(range, other))) {
      overlapping.push({ ...entry, reason: /** @type {Reason} */ ('overlaps'), message: null });
      continue;
    }
    if (range) taken.set(page, [...ranges, range]);
    accepted.push(entry);
  }
  return { accepted, advised, refused: [...refused, ...overlapping] };
}

/**
 * @param {{ start: number, end: number }} a
 * @param {{ start: number, end: number }} b
 */
function touches(a, b) {
  return a.start < b.end && b.start < a.end;
}
