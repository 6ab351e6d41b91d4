/** @import { Change, Proposal, Reason, Refused } from './types.ts' */

import { present } from '../base/present.js';

/**
 * Changes that may be made, and rejected ones, each with the reason.
 * @typedef {{ readonly changes: readonly Change[], readonly refused: readonly Refused[] }} Drafted
 */

/**
 * @param {Pick<Change, 'rule' | 'proposal' | 'group'>} change
 * @param {Reason} reason
 * @param {string | null} [message]
 * @returns {Refused}
 */
export function refuse({ rule, proposal, group }, reason, message = null) {
  return Object.freeze({ rule, proposal, reason, message, group });
}

/**
 * Describes the change that is made instead of another one in the same place.
 * @param {Pick<Change, 'rule'>} winner
 */
export function describeWinner({ rule }) {
  return `“${rule.id}” changes the same place`;
}

/**
 * Removes rejected changes and adds the reason.
 * @param {Drafted} drafted
 * @param {(change: Change) => boolean} isOut
 * @param {{ reason: Reason, message?: string | null, messageOf?: (change: Change) => string | null }} why
 * @returns {{ changes: Change[], refused: Refused[] }}
 */
export function leaveOut({ changes, refused }, isOut, { reason, message = null, messageOf = () => message }) {
  const { out = [], left = [] } = Object.groupBy(changes, (change) => (isOut(change) ? 'out' : 'left'));
  return { changes: left, refused: [...refused, ...out.map((change) => refuse(change, reason, messageOf(change)))] };
}

/**
 * Removes members of groups that are made as a whole, if one member cannot be made. The reason names that member.
 * @param {Drafted} drafted
 */
export function completeGroups(drafted) {
  /** @type {Map<string, Refused>} */
  const blockers = new Map();
  for (const one of drafted.refused)
    if (one.group?.take === 'all' && !blockers.has(one.group.id)) blockers.set(one.group.id, one);
  const blockerOf = (/** @type {Change} */ { group }) => (group?.take === 'all' ? blockers.get(group.id) : undefined);
  const messageOf = (/** @type {Change} */ change) => describeBlocker(present(blockerOf(change)));
  return leaveOut(drafted, (change) => blockerOf(change) !== undefined, { reason: 'looks-different', messageOf });
}

/** @param {Refused} blocker */
function describeBlocker({ proposal: { resource, page }, reason, message }) {
  return `“${(resource ?? page).split('/').at(-1)}”, which it depends on, is not changed: ${message ?? reason}`;
}

/**
 * Returns true if a change only delivers the same content in another way. It gives way to one that makes the content
 * unnecessary, and must gain on every link.
 * @param {Pick<Change, 'carries'>} change
 */
export function isDelivery({ carries }) {
  return carries.length > 0;
}

/**
 * Returns the file that pages request instead of the one that a change is about, null if they request the same or none.
 * @param {Change} change
 */
export function newNameOf({ claims, leadsTo, files, proposal, group }) {
  const to = claims.length > 0 || group?.take === 'together' ? null : (leadsTo ?? files[0]?.path ?? null);
  return to === proposal.resource ? null : to;
}

/**
 * Rejects changes that need a browser: visible ones, which cannot be verified, and those that only a browser can
 * decide.
 * @param {Drafted} drafted
 */
export function withoutBrowser(drafted) {
  return leaveOut(drafted, ({ isAdvice, rule, proof }) => !isAdvice && (rule.safety !== 'safe' || proof === 'styles'), {
    reason: 'no-browser',
    message: 'No browser is available to verify the page. Install Chrome or use --verify off.',
  });
}

/**
 * Lists what a plan leaves out without another change in the same place.
 * @param {import('./plan-site.js').Planned} plan
 * @returns {(proposal: Proposal) => boolean}
 */
export function leftOutBy({ advised, refused }) {
  const others = refused.filter(({ reason }) => reason !== 'overlaps');
  const out = new Set([...advised, ...others].map(({ proposal }) => proposal));
  return (proposal) => out.has(proposal);
}
