/** @import { Change } from '../types.ts' */
/** @import { Site } from '../../site/types.ts' */
/** @import { Growth, PageInput } from './types.ts' */

import { deflateRawSync } from 'node:zlib';
import { decodeHtml } from '../../site/text/encoding.js';
import { applyEdits } from '../apply/apply-edits.js';

/**
 * Returns the growth of a page by a change with edits in many places. Repeated text costs less than its share of the
 * page, so the page is compressed with and without it.
 * @param {Change} change
 * @param {PageInput} input
 * @param {Site} site
 * @returns {Growth}
 */
export function growthOfText({ edits, proposal: { page } }, input, site) {
  const decoded = decodeHtml(site.files.get(page)?.bytes ?? new Uint8Array())?.text ?? '';
  if (decoded === '') return { url: page, decodedBytes: 0 };
  const changed = applyEdits(decoded, edits);
  const file = input.files.find(({ url }) => url === page);
  const isCompressed = file?.decodedBytes !== undefined && file.bytes < file.decodedBytes;
  const decodedBytes = changed.length - decoded.length;
  if (!isCompressed) return { url: page, decodedBytes };
  return { url: page, decodedBytes, bytes: deflateRawSync(changed).length - deflateRawSync(decoded).length };
}
