/** @import { Change, Proposal, Reason, Refused } from './types.ts' */

/**
 * Changes that may be made, and those that may not with the reason of each.
 * @typedef {{ readonly changes: readonly Change[], readonly refused: readonly Refused[] }} Drafted
 */

const INCOMPLETE = 'one that it would have to go with stays as it is';

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
 * Takes out of what could be done what may not, and says why.
 * @param {Drafted} drafted
 * @param {(change: Change) => boolean} isOut
 * @param {{ reason: Reason, message?: string | null }} why
 * @returns {{ changes: Change[], refused: Refused[] }}
 */
export function leaveOut({ changes, refused }, isOut, { reason, message = null }) {
  const { out = [], left = [] } = Object.groupBy(changes, (change) => (isOut(change) ? 'out' : 'left'));
  return { changes: left, refused: [...refused, ...out.map((change) => refuse(change, reason, message))] };
}

/**
 * Takes out what belongs to a group that is made as a whole, where one of it cannot be made.
 * @param {Drafted} drafted
 */
export function completeGroups(drafted) {
  const broken = new Set(drafted.refused.flatMap(({ group }) => (group?.take === 'all' ? [group.id] : [])));
  const isBroken = (/** @type {Change} */ { group }) => group?.take === 'all' && broken.has(group.id);
  return leaveOut(drafted, isBroken, { reason: 'looks-different', message: INCOMPLETE });
}

/**
 * Whether a change only sends the same thing otherwise: it gives way to one that makes the thing needless, and has to
 * gain on every link.
 * @param {Pick<Change, 'carries'>} change
 */
export function isDelivery({ carries }) {
  return carries.length > 0;
}

/**
 * The file that pages ask for in the place of the one that a change is about; null where they ask for the same, or for
 * none.
 * @param {Change} change
 */
export function newNameOf({ claims, leadsTo, files, proposal, group }) {
  const to = claims.length > 0 || group?.take === 'together' ? null : (leadsTo ?? files[0]?.path ?? null);
  return to === proposal.resource ? null : to;
}

/**
 * Without a browser nobody has looked: what could be seen is not done, nor what only a browser can prove.
 * @param {Drafted} drafted
 */
export function withoutBrowser(drafted) {
  return leaveOut(drafted, ({ isAdvice, rule, proof }) => !isAdvice && (rule.safety !== 'safe' || proof === 'styles'), {
    reason: 'no-browser',
    message: 'no browser starts to look at the page; install one or say --verify off',
  });
}

/**
 * What a plan leaves out though nothing else of it stands in the same place.
 * @param {import('./plan-site.js').Planned} plan
 * @returns {(proposal: Proposal) => boolean}
 */
export function leftOutBy({ advised, refused }) {
  const others = refused.filter(({ reason }) => reason !== 'overlaps');
  const out = new Set([...advised, ...others].map(({ proposal }) => proposal));
  return (proposal) => out.has(proposal);
}
