import { listCaptures, measureAccuracy } from '../../bench/network/accuracy.js';

const MARKS = /(<!-- REFERENCE -->\n)[\s\S]*?(<!-- \/REFERENCE -->)/;

/**
 * @param {ReturnType<typeof measureAccuracy>[number]['packets']} error
 * @param {('mean' | 'median' | 'worst')[]} which
 */
const percent = (error, which) =>
  error === null ? '' : which.map((key) => `${(error[key] * 100).toFixed(1)} %`).join(', ');

/**
 * Fills in the model's errors on the reference captures, if they are available, in the page on the network model.
 * @param {string} page
 */
export function fillCaptures(page) {
  const rows = listCaptures()
    .flatMap(measureAccuracy)
    .map(
      ({ group, count, packets, seconds, payloadBytes }) =>
        `| ${group} | ${count} | ${percent(packets, ['mean', 'worst'])} | ` +
        `${percent(seconds, ['median', 'mean', 'worst'])} | ${percent(payloadBytes, ['mean'])} |\n`,
    );
  if (rows.length === 0) return page;
  const head =
    '| reference captures | cases | packets: mean, worst | seconds: median, mean, worst | payload: mean |\n' +
    '|---|---|---|---|---|\n';
  return page.replace(MARKS, (_, start, end) => `${start}${head}${rows.join('')}${end}`);
}
