/** @import { ChangeReport, Report } from '../types.ts' */

/**
 * Returns the side of the figures for the deployed files: “after” only for a build, which has written them.
 * @param {Report} report
 * @returns {'before' | 'after'}
 */
export function shippedSide({ command }) {
  return command === 'build' ? 'after' : 'before';
}

/**
 * Returns true if a change is still open in the deployed files. Changes that a build made, or that are rejected, are
 * not.
 * @param {Report} report
 * @param {ChangeReport} change
 */
export function isOpen({ command }, { status }) {
  return status === 'advised' || (status === 'applied' && command !== 'build');
}
