/** Validates the model against published tables: every row next to the model's value and its error. */

import { papers } from './papers/index.js';

export { plotRows } from './plot.js';

/** @import { Claim, Limit, Paper, Quantity } from './papers/claims.js' */

/**
 * @typedef {{ tolerance: number, status: 'ok' | 'fail', reason: null }
 *   | { tolerance: null, status: 'informational', reason: string }} Verdict
 * @typedef {{ paper: string, table: string, row: string, quantity: Quantity, published: number, predicted: number,
 *   error: number, fitted: boolean } & Verdict} Row `error` is relative; `fitted` rows are those on which parameters
 *   were chosen
 * @typedef {{ paper: string, tables: string[], quantity: Quantity, rows: number, meanError: number, worstError: number,
 *   heldOutMeanError: number | null, tolerance: number, status: 'ok' | 'fail' }} Group rows with a limit on their mean
 * @typedef {{ rows: Row[], groups: Group[], ok: boolean }} Validation
 */

/** Factor by which the error of one row may exceed the limit on the mean. */
const ROW_TO_MEAN = 3;

/**
 * @param {Limit} limit @param {number} error
 * @returns {Verdict}
 */
function judge(limit, error) {
  if ('reason' in limit) return { tolerance: null, status: 'informational', reason: limit.reason };
  const tolerance = limit.mean === undefined ? limit.tolerance : ROW_TO_MEAN * limit.mean;
  return { tolerance, status: Math.abs(error) <= tolerance ? 'ok' : 'fail', reason: null };
}

/**
 * @param {Paper} paper @param {Claim} claim
 * @returns {Row[]}
 */
function validateClaim(paper, claim) {
  const predictions = claim.predict();
  return /** @type {[Quantity, number][]} */ (Object.entries(claim.published)).map(([quantity, published]) => {
    const limit = claim.limits[quantity];
    const predicted = predictions[quantity];
    if (limit === undefined || predicted === undefined)
      throw new Error(`${paper.id}, table ${claim.table}, ${claim.row}: ${quantity} has no limit or no prediction`);
    const error = predicted / published - 1;
    return {
      paper: paper.id,
      table: claim.table,
      row: claim.row,
      quantity,
      published,
      predicted,
      error,
      fitted: claim.fitted,
      ...judge(limit, error),
    };
  });
}

/** @param {readonly Row[]} rows */
function meanError(rows) {
  return rows.length === 0 ? null : rows.reduce((sum, { error }) => sum + Math.abs(error), 0) / rows.length;
}

/**
 * Groups the rows of a paper that have a limit on their mean, by quantity.
 * @param {Paper} paper @param {readonly Claim[]} claims @param {readonly Row[]} rows
 * @returns {Group[]}
 */
function groupRows(paper, claims, rows) {
  /** @type {Map<Quantity, { limit: number, rows: Row[] }>} */
  const groups = new Map();
  for (const row of rows) {
    const claim = claims.find((one) => one.table === row.table && one.row === row.row);
    const limit = claim?.limits[row.quantity];
    if (limit === undefined || !('mean' in limit) || limit.mean === undefined) continue;
    const group = groups.get(row.quantity) ?? { limit: limit.mean, rows: [] };
    group.rows.push(row);
    groups.set(row.quantity, group);
  }
  return [...groups].map(([quantity, { limit, rows: members }]) => {
    const mean = meanError(members) ?? 0;
    return {
      paper: paper.id,
      tables: [...new Set(members.map(({ table }) => table))],
      quantity,
      rows: members.length,
      meanError: mean,
      worstError: Math.max(...members.map(({ error }) => Math.abs(error))),
      heldOutMeanError: meanError(members.filter(({ fitted }) => !fitted)),
      tolerance: limit,
      status: mean <= limit ? 'ok' : 'fail',
    };
  });
}

/** Papers by the names that `validate` accepts. */
export const PAPERS = Object.freeze(Object.fromEntries(papers.map((paper) => [paper.id, paper])));

/**
 * Runs the model on every row of the named papers, or of all.
 * @param {readonly string[]} [ids]
 * @returns {Validation}
 */
export function validate(ids = Object.keys(PAPERS)) {
  const chosen = ids.map((id) => {
    if (!Object.hasOwn(PAPERS, id))
      throw new Error(`validate: paper "${id}" is not known; known: ${Object.keys(PAPERS).join(', ')}`);
    return PAPERS[id];
  });
  const results = chosen.map((paper) => {
    const claims = paper.listClaims();
    const rows = claims.flatMap((claim) => validateClaim(paper, claim));
    return { rows, groups: groupRows(paper, claims, rows) };
  });
  const rows = results.flatMap((result) => result.rows);
  const groups = results.flatMap((result) => result.groups);
  return { rows, groups, ok: [...rows, ...groups].every(({ status }) => status !== 'fail') };
}
