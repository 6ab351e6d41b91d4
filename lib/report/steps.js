/** @import { FullReport } from './types.ts' */

/**
 * The cost of one page after a step, as the mean of all pages.
 * @typedef {{ step: string, requests: number, bytes: number, packets: number, ms: number, isEnd: boolean }} Standing
 */

/**
 * Lists the steps from before to after, one rule after the other. Each row has the cost of the mean page after the
 * step, so the first row is before and the last one after. Only these two have a time, because a single step is within
 * the model's error. The smallest steps are joined if there are more than `most`.
 * @param {FullReport} report
 * @param {number} most
 * @returns {Standing[]}
 */
export function listSteps({ pages, waterfall = [], conditions: { link, http, visit } }, most) {
  const moving = waterfall.filter(({ requests, bytes, packets, ms }) => requests || bytes || packets || ms);
  if (pages.length === 0 || moving.length === 0) return [];
  const before = pages.map(({ before: { requests, bytes }, estimates }) => {
    const cost = estimates.find((each) => each.link === link && each.http === http && each.visit === visit)?.before;
    return { requests, bytes, packets: cost?.packets ?? 0, ms: cost?.ms ?? 0 };
  });
  const largest = new Set(moving.toSorted((a, b) => Math.abs(b.bytes) - Math.abs(a.bytes)).slice(0, most));
  const others = moving.filter((each) => !largest.has(each));
  const joined = others.length > 0 ? [{ ...sum(others), step: `${others.length} more` }] : [];
  let standing = divide(sum(before), pages.length);
  const rows = [{ step: 'before', ...standing, isEnd: true }];
  for (const { step, ...by } of [...moving.filter((each) => largest.has(each)), ...joined]) {
    standing = add(standing, divide(by, pages.length));
    rows.push({ step, ...standing, isEnd: false });
  }
  rows[rows.length - 1].isEnd = true;
  return rows;
}

/** @param {readonly Omit<Standing, 'step' | 'isEnd'>[]} rows @returns {Omit<Standing, 'step' | 'isEnd'>} */
function sum(rows) {
  return rows.reduce(add, { requests: 0, bytes: 0, packets: 0, ms: 0 });
}

/** @param {Omit<Standing, 'step' | 'isEnd'>} one @param {Omit<Standing, 'step' | 'isEnd'>} other */
function add(one, other) {
  return {
    requests: one.requests + other.requests,
    bytes: one.bytes + other.bytes,
    packets: one.packets + other.packets,
    ms: one.ms + other.ms,
  };
}

/** @param {Omit<Standing, 'step' | 'isEnd'>} amount @param {number} by */
function divide({ requests, bytes, packets, ms }, by) {
  return { requests: requests / by, bytes: bytes / by, packets: packets / by, ms: ms / by };
}
