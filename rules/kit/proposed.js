/** @import { CssClass, Edit, Proposal } from '../../lib/plan/types.ts' */

/**
 * The edits that a rule put into a proposal's data, one or several.
 * @param {Proposal['data']} data
 * @returns {Edit[]}
 */
export function editsIn({ edit, edits = edit ? [edit] : [] }) {
  return /** @type {Edit[]} */ (edits);
}

/**
 * The class that a rule put into a proposal's data, if any, as a draft has it.
 * @param {Proposal['data']} data
 * @returns {{ classes?: CssClass[] }}
 */
export function classIn({ look }) {
  return look ? { classes: [/** @type {CssClass} */ (look)] } : {};
}
