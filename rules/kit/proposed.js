/** @import { CssClass, Edit, Proposal } from '../../lib/plan/types.ts' */

/**
 * Returns the text edits that a rule stored in a candidate's data, one or several.
 * @param {Proposal['data']} data
 * @returns {Edit[]}
 */
export function editsIn({ edit, edits = edit ? [edit] : [] }) {
  return /** @type {Edit[]} */ (edits);
}

/**
 * Returns the class that a rule stored in a candidate's data, if any, in the form that a change needs.
 * @param {Proposal['data']} data
 * @returns {{ classes?: CssClass[] }}
 */
export function classIn({ look }) {
  return look ? { classes: [/** @type {CssClass} */ (look)] } : {};
}
