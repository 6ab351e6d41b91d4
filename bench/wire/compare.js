/** Holds the model against captures: one line a case, and means by kind. */

import { estimateCases } from '../../lib/network/index.js';

/** @typedef {{ name: string, scenario: any, measured: any }} Case */

/** @param {readonly number[]} values */
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** @param {readonly number[]} values */
const median = (values) => values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;

/** @param {number | null} error */
const percent = (error) => (error === null ? '-' : `${(error * 100).toFixed(1)} %`);

/**
 * The kind of case, as the project's limits are set: by client, and apart for links where one packet takes so long
 * that time-outs fire without loss.
 * @param {Case} one
 */
function kindOf({ scenario }) {
  const { http, link } = scenario;
  if (/chromium/i.test(http.client ?? '')) return `Chromium, HTTP/${http.version}`;
  if (/nghttp/i.test(http.client ?? '')) return 'nghttp, HTTP/2';
  return (link.mtu * 8000) / link.downBitsPerSecond > 150 ? 'HTTP/1.x, time-outs without loss' : 'HTTP/1.x';
}

/**
 * Lines for people: every case, then mean, median and worst error of each kind.
 * @param {readonly Case[]} cases
 */
export function compareCases(cases) {
  const results = estimateCases({ cases }).cases;
  const lines = results.map(({ name, estimate, measured, error }) => {
    const packets = `packets ${estimate.packets} / ${measured?.packets} ${percent(error.packets)}`;
    return `${name.padEnd(44)} ${packets}  seconds ${percent(error.seconds)}  payload ${percent(error.payloadBytes)}`;
  });
  for (const kind of new Set(cases.map(kindOf))) {
    const errors = results.filter((_, index) => kindOf(cases[index]) === kind).map(({ error }) => error);
    const all = (/** @type {'packets' | 'seconds' | 'payloadBytes'} */ key) =>
      errors.map((error) => Math.abs(error[key] ?? 0));
    const say = (/** @type {'packets' | 'seconds' | 'payloadBytes'} */ key) =>
      `${key} mean ${percent(mean(all(key)))}, median ${percent(median(all(key)))}, worst ` +
      `${percent(Math.max(...all(key)))}`;
    lines.push(`${kind} (${errors.length}): ${say('packets')}; ${say('seconds')}; ${say('payloadBytes')}`);
  }
  return lines;
}
