/** @import { ChangeReport, Report } from '../types.ts' */

/**
 * Says which figures are those of the files that will be deployed: only a build has already written what comes after.
 * @param {Report} report
 * @returns {'before' | 'after'}
 */
export function shippedSide({ command }) {
  return command === 'build' ? 'after' : 'before';
}

/**
 * Says whether a change is still to be made in the files that will be deployed: what a build has just fixed is not,
 * what must not be done neither.
 * @param {Report} report
 * @param {ChangeReport} change
 */
export function isOpen({ command }, { status }) {
  return status === 'advised' || (status === 'applied' && command !== 'build');
}
