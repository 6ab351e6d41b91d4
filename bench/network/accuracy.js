/** Compares the network model with captures of real servers and clients. */
/** @import { CaseResult } from '../../lib/network/types.ts' */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { env } from 'node:process';
import { fileURLToPath } from 'node:url';
import { estimateCases } from '../../lib/network/index.js';

export const CAPTURES_FOLDER =
  env.PAGETHRIFT_CAPTURES ?? fileURLToPath(new URL('../../../shared/captures', import.meta.url));

/** Min time per full packet, in milliseconds, from which Linux servers time out without loss. */
const SLOW_PACKET_MS = 100;
const LAN_RTT_MS = 5;

/** Returns the files of captures, if there are any. */
export const listCaptures = () =>
  existsSync(CAPTURES_FOLDER)
    ? readdirSync(CAPTURES_FOLDER)
        .filter((name) => name.endsWith('.json'))
        .sort()
        .map((name) => join(CAPTURES_FOLDER, name))
    : [];

/**
 * Returns the table row of a case.
 * @param {CaseResult} result @param {any} scenario
 */
function groupOf({ name }, { link, http }) {
  if (/chrom/i.test(http.client ?? '')) return `browser, HTTP/${http.version}`;
  if (http.version === '2') return 'nghttp, HTTP/2';
  if ((link.mtu * 8000) / link.downBitsPerSecond > SLOW_PACKET_MS) return 'HTTP/1.x, time-outs without loss';
  return /lan/i.test(name.split(' ')[0]) || link.rttMs < LAN_RTT_MS ? 'HTTP/1.x, LAN' : 'HTTP/1.x, WAN and ADSL';
}

/** Summarises relative errors, ignoring their sign. @param {(number | null)[]} errors */
function summarize(errors) {
  const sizes = errors
    .filter((error) => error !== null)
    .map(Math.abs)
    .sort((a, b) => a - b);
  if (sizes.length === 0) return null;
  const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
  return { mean, median: sizes[sizes.length >> 1], worst: sizes[sizes.length - 1] };
}

/** @param {string} file */
export function measureAccuracy(file) {
  const { cases } = JSON.parse(readFileSync(file, 'utf8'));
  const results = estimateCases({ cases }).cases;
  const groups = Map.groupBy(results, (result) => groupOf(result, cases[results.indexOf(result)].scenario));
  return [...groups].map(([group, members]) => ({
    group,
    count: members.length,
    packets: summarize(members.map(({ error }) => error.packets)),
    seconds: summarize(members.map(({ error }) => error.seconds)),
    payloadBytes: summarize(members.map(({ error }) => error.payloadBytes)),
  }));
}
