/** @import { Report } from '../types.ts' */

/** Says which figures are those of the files that will be deployed: only a build has already written what comes after. @param {Report} report @returns {'before' | 'after'} */
export function shippedSide({ command }) {
  return command === 'build' ? 'after' : 'before';
}
