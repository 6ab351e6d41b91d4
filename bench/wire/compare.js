/** Compares the model with captures: one line per case, and means by kind. */

import { estimate } from '../../lib/network/index.js';

/** @typedef {{ packets: number, seconds: number }} Run */
/** @typedef {{ name: string, scenario: any, measured: any }} Case */
/**
 * A case with its errors relative to the capture, and whether its runs are within the error bars.
 * @typedef {{ name: string, kind: string, packets: number, seconds: number, payload: number, packetRange: number,
 *   timeRange: number, isInBars: boolean[], isInPacketBars: boolean[], line: string }} Row
 */

/** Min time per packet, in milliseconds, from which links cause time-outs without loss. */
const SLOW_PACKET_MS = 150;

/** @param {readonly number[]} values */
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** @param {readonly number[]} values */
const median = (values) => values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;

/** @param {number} error */
const percent = (error) => `${(error * 100).toFixed(1)} %`;

/** @param {readonly boolean[]} values */
const shareOf = (values) => values.filter(Boolean).length / Math.max(1, values.length);

/**
 * Returns the kind of a case: client and version, congestion control, or links that cause time-outs without loss.
 * @param {Case} one
 */
function kindOf({ scenario }) {
  const { http, link, tcp, server } = scenario;
  if (/chromium/i.test(http.client ?? ''))
    return http.version === '3' ? `Chromium, HTTP/3, ${server.software}` : `Chromium, HTTP/${http.version}`;
  const client = /nghttp/i.test(http.client ?? '') ? 'nghttp, HTTP/2' : 'HTTP/1.x';
  if (tcp.congestion !== 'reno') return `${tcp.congestion}${tcp.pacing ? ', paced' : ''}, ${client}`;
  const isSlow = (link.mtu * 8000) / link.downBitsPerSecond > SLOW_PACKET_MS;
  return client === 'HTTP/1.x' && isSlow ? 'HTTP/1.x, time-outs without loss' : client;
}

/** @param {any} measured @returns {Run[]} */
function runsOf({ packets, seconds, dataSeconds, again = [] }) {
  return [{ packets, seconds: seconds ?? dataSeconds }, ...again];
}

/**
 * Estimates a case and compares it with its runs: packets with the median run, time with the fastest.
 * @param {Case} one
 * @param {number} slowness slowness of the host's browser
 * @returns {Row}
 */
function compareCase({ name, scenario, measured }, slowness) {
  const isBrowser = /chromium/i.test(scenario.http.client ?? '');
  const http = isBrowser ? { slowness, ...scenario.http } : scenario.http;
  const { estimate: cost, detail } = estimate({ ...scenario, http });
  const runs = runsOf(measured);
  const ms = measured.seconds === undefined ? detail.dataMs : cost.ms;
  const packets = median(runs.map((run) => run.packets));
  const times = runs.map((run) => run.seconds);
  const fastest = Math.min(...times);
  const all = runs.map((run) => run.packets);
  const row = {
    name,
    kind: kindOf({ name, scenario, measured }),
    packets: cost.packets / packets - 1,
    seconds: ms / 1000 / fastest - 1,
    payload: (detail.payloadUp + detail.payloadDown) / measured.payloadBytes - 1,
    packetRange: (Math.max(...all) - Math.min(...all)) / packets,
    timeRange: Math.max(...times) / fastest - 1,
    isInBars: runs.map((run) => Math.abs(run.seconds * 1000 - ms) <= cost.msBand),
    isInPacketBars: runs.map((run) => Math.abs(run.packets - cost.packets) <= cost.packetsBand),
  };
  const line =
    `${name.padEnd(44)} packets ${cost.packets} / ${packets} ${percent(row.packets)}  seconds ` +
    `${percent(row.seconds)}  payload ${percent(row.payload)}`;
  return { ...row, line };
}

/** @param {string} kind @param {readonly Row[]} rows */
function sumUp(kind, rows) {
  const sizes = (/** @type {'packets' | 'seconds' | 'payload'} */ key) => rows.map((row) => Math.abs(row[key]));
  const [packets, seconds, payload] = [sizes('packets'), sizes('seconds'), sizes('payload')];
  const inBars = shareOf(rows.flatMap((row) => row.isInBars));
  const inPacketBars = shareOf(rows.flatMap((row) => row.isInPacketBars));
  const range = (/** @type {'packetRange' | 'timeRange'} */ key) => percent(mean(rows.map((row) => row[key])));
  return (
    `${kind} (${rows.length}): packets mean ${percent(mean(packets))}, worst ${percent(Math.max(...packets))}; ` +
    `seconds median ${percent(median(seconds))}, mean ${percent(mean(seconds))}, worst ` +
    `${percent(Math.max(...seconds))}; ` +
    `payload mean ${percent(mean(payload))}; the wire itself: packets ${range('packetRange')}, ` +
    `seconds ${range('timeRange')}; error bars hold ${percent(inBars)} of the times and ` +
    `${percent(inPacketBars)} of the packets`
  );
}

/**
 * Returns readable lines: every case, then the errors of each kind.
 * @param {readonly Case[]} cases
 * @param {number} [slowness] slowness of the browser on the host of the captures, if a case does not contain it
 */
export function compareCases(cases, slowness = 1) {
  const rows = cases.map((one) => compareCase(one, slowness));
  const kinds = Map.groupBy(rows, ({ kind }) => kind);
  return [...rows.map(({ line }) => line), ...[...kinds].map(([kind, own]) => sumUp(kind, own))];
}
