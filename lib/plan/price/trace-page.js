/** @import { EstimateResult } from '../../network/types.ts' */
/** @import { PageInput } from './types.ts' */

/**
 * Extracts the data of a report's waterfall from a run of the model: packets by kind, and the times at which each file
 * was found, requested, first received and complete.
 * @param {PageInput} page
 * @param {EstimateResult} result
 */
export function tracePage(page, { detail }) {
  const files = new Map(page.files.map((file) => [file.url, file]));
  const { syn, fin, ack, data, retransmitted } = detail;
  const rows = detail.byResource.map(({ url, foundMs, requestMs, firstByteMs, doneMs }) => {
    const file = files.get(url);
    return { url, type: file?.type ?? 'other', bytes: file?.bytes ?? 0, foundMs, requestMs, firstByteMs, doneMs };
  });
  return { packets: { syn, fin, ack, data, retransmitted }, rows: rows.sort((a, b) => a.requestMs - b.requestMs) };
}
