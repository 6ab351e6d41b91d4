/** @import { Reference, SitePath } from '../../site/types.ts' */
/** @import { PageRecord } from '../../visit/types.ts' */

import { iconAmong } from '../../site/graph/icon.js';

/**
 * Returns the files that a visitor's browser loads with a page: those of a visit, and the icon, which the visit does
 * not record.
 * @param {Pick<PageRecord, 'document' | 'fetched'>} record
 * @param {readonly Reference[]} [followed] references that a browser follows on the page
 * @returns {SitePath[]}
 */
export function listLoaded({ document, fetched }, followed) {
  const icon = iconAmong(followed);
  return [...new Set([document, ...fetched.map(({ path }) => path), ...(icon === null ? [] : [icon])])];
}
