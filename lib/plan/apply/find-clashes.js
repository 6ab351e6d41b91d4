/** @import { Change, Edit } from '../types.ts' */

/**
 * An edit of a change that claims its place.
 * @typedef {{ change: Change, edit: Edit }} Written
 */

/**
 * Finds changes that write where another one writes something else. Changes claim their places, and the plan accepts
 * one of two with the same. One that writes outside of its claims is found here: a document with half of each would be
 * broken.
 * @param {readonly Change[]} changes
 * @returns {Set<Change>}
 */
export function findClashes(changes) {
  const strong = changes.flatMap((change) => listStrong(change));
  const byDocument = Map.groupBy(strong, ({ document }) => document);
  return new Set([...byDocument.values()].flatMap((written) => [...findInDocument(written)]));
}

/** Lists the edits of a change in documents where it claims a place. @param {Change} change */
function listStrong(change) {
  const claimed = new Set(change.claims.map((claim) => claim.document));
  return change.edits.flatMap((edit) => {
    const document = edit.document ?? change.proposal.page;
    return claimed.has(document) ? [{ change, edit, document }] : [];
  });
}

/** @param {readonly Written[]} written in one document */
function findInDocument(written) {
  const ordered = written.toSorted(
    ({ edit: { range: a } }, { edit: { range: b } }) => a.start - b.start || a.end - b.end,
  );
  /** @type {Set<Change>} */
  const clashing = new Set();
  let last = ordered[0];
  for (const next of ordered) {
    if (clashing.has(next.change)) continue;
    const isAfter = next.edit.range.start >= last.edit.range.end;
    if (isAfter || isSame(next.edit, last.edit)) last = next;
    else clashing.add(next.change);
  }
  return clashing;
}

/** @param {Edit} one @param {Edit} other */
function isSame({ range: a, text }, { range: b, text: other }) {
  return a.start === b.start && a.end === b.end && text === other;
}
