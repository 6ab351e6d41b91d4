/** @import { EstimateResult } from '../../network/types.ts' */
/** @import { PageInput } from './types.ts' */

/**
 * Takes from a run of the model what a report's waterfall shows: packets by kind, and when each file was found, asked
 * for, answered and complete.
 * @param {PageInput} page @param {EstimateResult} result
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
