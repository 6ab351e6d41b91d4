/** @import { Draft, Edit, Proposal } from '../../lib/plan/types.ts' */
/** @import { Element, Page, Reference, SitePath } from '../../lib/site/types.ts' */

import { editsIn } from './proposed.js';
import { urlTo } from './relative-url.js';

/**
 * Proposes a link that requests a file early, before the element that reaches it through a longer chain.
 * @param {{ rule: string, messageId: string, page: Page, element: Element, reference: Reference, path: SitePath, by:
 *   SitePath, rel: string, as?: string }} wanted `reference`: a URL of that element, whose form the new URL follows
 * @returns {Proposal[]}
 */
export function proposeAhead({ rule, messageId, page, element, reference, path, by, rel, as }) {
  const url = urlTo(page, reference, path);
  if (url === null) return [];
  const kind = as === 'font' ? ' as=font type=font/woff2 crossorigin' : '';
  const range = { start: element.range.start, end: element.range.start };
  const [name, from] = [path, by].map((one) => one.split('/').at(-1));
  const data = { name, by: from, edit: { range, text: `<link rel=${rel} href="${url}"${kind}>` } };
  return [{ rule, page: page.path, range, resource: path, messageId, data }];
}

/** @param {Proposal} proposal @returns {Draft} */
export function draftAhead({ resource, data }) {
  return { edits: editsIn(data), asksFor: [String(resource)], claims: [], proof: 'proven' };
}
