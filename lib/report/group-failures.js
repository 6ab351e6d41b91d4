/** @import { Failure } from './types.ts' */

/** Max pages that a group names. */
const MAX_NAMES = 3;

/**
 * Groups failures against the baseline whose page grew by the same file: one cause is told once.
 * @param {readonly Failure[]} failures
 * @returns {{ failure: Failure, others: string }[]} the first of each group, and a sentence about the others
 */
export function groupFailures(failures) {
  const groups = Map.groupBy(failures, (failure) =>
    failure.kind === 'baseline' && failure.resource !== null && failure.resource !== failure.page
      ? failure.resource
      : failure,
  );
  return [...groups.values()].map(([failure, ...rest]) => ({ failure, others: describeOthers(failure, rest) }));
}

/** @param {Failure} first @param {readonly Failure[]} rest */
function describeOthers({ resource }, rest) {
  if (rest.length === 0) return '';
  const names = rest.slice(0, MAX_NAMES).map(({ page }) => page);
  const hidden = rest.length - names.length;
  const more = hidden > 0 ? ` and ${hidden} more` : '';
  const [page, file] = rest.length === 1 ? ['page exceeds its', 'it loads'] : ['pages exceed their', 'they load'];
  return `${rest.length} more ${page} limit, and ${file} ${resource}, too: ${names.join(', ')}${more}.`;
}
