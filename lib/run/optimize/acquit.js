/** @import { Change } from '../../plan/types.ts' */
/** @import { Verdict } from '../../visit/verify/types.js' */

import { causeOf } from './forbidden.js';

/**
 * Finds the causes that only recode files in place without loss. Every pixel was compared when they were made.
 * @param {readonly Change[]} changes
 * @returns {ReadonlySet<string>}
 */
export function findRecodings(changes) {
  const byCause = Map.groupBy(changes, ({ proposal }) => causeOf(proposal));
  return new Set([...byCause].flatMap(([cause, group]) => (group.every(isRecoding) ? [cause] : [])));
}

/** @param {Change} change */
function isRecoding({ proposal: { resource }, edits, files, proof, rule }) {
  const isInPlace = edits.length === 0 && files.length > 0 && files.every(({ path }) => path === resource);
  return proof === 'proven' && rule.safety === 'safe' && isInPlace;
}

/**
 * Returns a verdict that does not reject changes that are proven equal. If no other change is at fault, the page
 * differs by itself: it passes, and a note has the place.
 * @template {Verdict} Seen
 * @param {Seen} verdict
 * @param {ReadonlySet<string>} recodings
 * @returns {Seen}
 */
export function acquit(verdict, recodings) {
  const rejected = verdict.rejected.filter(({ cause }) => !recodings.has(cause));
  if (verdict.status !== 'different' || verdict.original || rejected.length === verdict.rejected.length) return verdict;
  const cleared = verdict.rejected.filter(({ cause }) => recodings.has(cause)).map(({ id }) => id);
  const accepted = [...verdict.accepted, ...cleared];
  if (rejected.length > 0) return { ...verdict, rejected, accepted };
  const notes = [...verdict.notes, noteOf(verdict)];
  return { ...verdict, status: 'same', rejected, accepted, notes };
}

/** @param {Verdict} verdict */
function noteOf({ differences: [first] }) {
  const place = first?.box ? ` at ${first.box.map(Math.round).join(', ')}` : '';
  const view = first ? ` (view ${first.view}${place})` : '';
  return `the page changes by itself${view}: all other causes were excluded, except files with equal pixels`;
}
