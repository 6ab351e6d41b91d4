/** @import { Reason } from '../types.ts' */
/** @import { Ready } from './apply-plan.js' */
/** @import { Refused } from './gather.js' */

import { letteringOf } from './change-rows.js';

/**
 * Takes out of what could be applied what may not, and says why.
 * @param {{ readonly ready: readonly Ready[], readonly refused: readonly Refused[] }} gathered
 * @param {(entry: Ready) => boolean} isOut
 * @param {{ reason: Reason, message?: string | null }} why
 * @returns {{ ready: Ready[], refused: Refused[] }}
 */
export function setAside({ ready, refused }, isOut, { reason, message = null }) {
  const { out = [], left = [] } = Object.groupBy(ready, (entry) => (isOut(entry) ? 'out' : 'left'));
  return { ready: left, refused: [...refused, ...out.map((entry) => ({ ...toldOf(entry), reason, message }))] };
}

/** @param {Ready} entry */
function toldOf({ proposal, rule, made }) {
  const text = letteringOf(made).lettering?.text;
  return { proposal, rule, ...(text ? { text } : {}) };
}
