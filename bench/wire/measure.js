/** Measures a page over a link with a client, and returns the capture together with its scenario. */

import { execFile } from 'node:child_process';
import { copyFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { countCapture } from './capture.js';
import { clientAddress, serverAddress, setTcp, startLink } from './namespaces.js';
import { quicPorts } from './quic-servers.js';
import { ports, publish } from './server.js';

/** @import { Lab, Link } from './namespaces.js' */
/** @import { PageFile } from './page.js' */

/**
 * @typedef {{ version: string, connections: number, pipelining?: boolean, pipelineBufferBytes?: number,
 *   pipelineFlushMs?: number, tls?: string | null, icon?: boolean,
 *   preconnect?: number, client?: string }} Http
 * @typedef {{ name: string, page: readonly PageFile[], link: Link, initialWindow?: number, timestamps?: boolean,
 *   congestion?: 'reno' | 'cubic' | 'bbr', pacing?: boolean, http: Http, port?: keyof typeof ports, gzip?: boolean,
 * visit?: 'first' | 'revalidate', requestBytes?: number,
 *   client?: (lab: Lab, wanted: Measurement) => Promise<Visit> }} Measurement
 * @typedef {{ url: string, foundIn: string | null, foundAtByte: number | null, requestBytes: number,
 *   responseHeaderBytes: number, bytes: number, decodedBytes: number, etag?: string | null }} Exchange
 * @typedef {{ finishedAt?: number, exchanges: Exchange[] }} Visit
 */

const run = promisify(execFile);
const clientProgram = fileURLToPath(new URL('client.js', import.meta.url));

/**
 * Visits the page with the project's own HTTP/1.x client.
 * @param {Lab} lab
 * @param {Measurement} wanted
 * @param {Exchange[]} known
 * @returns {Promise<Visit>}
 */
async function visit(lab, { http, port = 80, gzip = false, requestBytes = 190 }, known) {
  const etags = Object.fromEntries(known.map(({ url, etag }) => [url, etag]));
  const plan = { host: serverAddress, port, requestBytes, gzip, etags, known, ...http };
  const words = ['netns', 'exec', lab.client, ...lab.urgent, execPath, clientProgram, JSON.stringify(plan)];
  const { stdout } = await run('ip', words, { maxBuffer: 1 << 26, timeout: 300_000 });
  return JSON.parse(stdout);
}

/**
 * Waits until the link has been idle for a while.
 * @param {string} pcap
 * @param {Link} link
 */
async function settle(pcap, link) {
  const quietMs = Math.max(400, link.rttMs * 3 + (link.mtu * 8 * 20_000) / link.downBitsPerSecond);
  for (let size = -1; ; ) {
    await sleep(quietMs);
    const { size: now } = statSync(pcap);
    if (now === size) return;
    size = now;
  }
}

/** @param {string} url */
function typeOf(url) {
  if (/\.html$/.test(url)) return 'html';
  if (/\.css$/.test(url)) return 'css';
  return /\.js$/.test(url) ? 'script' : 'image';
}

/**
 * @param {Exchange} exchange
 */
function describeResource({ url, foundIn, foundAtByte, bytes, decodedBytes, requestBytes, responseHeaderBytes }) {
  const own = { url, bytes, requestBytes, responseHeaderBytes, type: typeOf(url) };
  const decoded = decodedBytes > 0 ? { decodedBytes } : {};
  return foundIn === null ? { ...own, ...decoded } : { ...own, ...decoded, foundIn, foundAtByte };
}

/** @param {number} port */
function serverOf(port) {
  return Object.entries(quicPorts).find(([, own]) => own === port)?.[0] ?? 'nginx';
}

/** @param {number} seconds */
function roundSeconds(seconds) {
  return Number(seconds.toFixed(4));
}

/**
 * Runs a task over a link and returns its result and the packets that the link dropped.
 * @template T
 * @param {Lab} lab @param {Link} link @param {string} pcap @param {() => Promise<T>} work
 */
async function overLink(lab, link, pcap, work) {
  const stop = await startLink(lab, link, pcap);
  let result;
  try {
    result = await work();
    await settle(pcap, link);
  } catch (error) {
    await stop();
    throw error;
  }
  return { result, dropped: await stop() };
}

/**
 * Measures one case and returns its scenario and the measured values.
 * @param {Lab} lab
 * @param {Measurement} wanted
 * @param {string | null} [keptAs] file that stores the capture
 */
export async function measure(lab, wanted, keptAs = null) {
  const { name, page, link, initialWindow = 10, timestamps = false, http, port = 80, visit: kind = 'first' } = wanted;
  const { congestion = 'reno', pacing = false } = wanted;
  publish(lab, page);
  setTcp(lab, { congestion, initialWindow, timestamps, mtu: link.mtu });
  const pcap = join(lab.folder, 'capture.pcap');
  const first = wanted.client ?? ((_, again) => visit(lab, again, []));
  /** @type {Exchange[]} */
  let known = [];
  if (kind === 'revalidate') {
    const quick = { ...link, downBitsPerSecond: 1e9, upBitsPerSecond: 1e9, rttMs: 1 };
    known = (await overLink(lab, quick, pcap, () => first(lab, wanted))).result.exchanges;
  }
  const { result, dropped } = await overLink(lab, link, pcap, () =>
    known.length > 0 ? visit(lab, wanted, known) : first(lab, wanted),
  );
  const decoded = new Map(known.map((exchange) => [exchange.url, exchange.decodedBytes]));
  const resources = result.exchanges.map((exchange) =>
    describeResource({ ...exchange, decodedBytes: exchange.decodedBytes || (decoded.get(exchange.url) ?? 0) }),
  );
  if (keptAs !== null) copyFileSync(pcap, keptAs);
  const { startedAt, ...counts } = countCapture(pcap, clientAddress);
  const { finishedAt } = result;
  const seconds = finishedAt === undefined ? {} : { seconds: roundSeconds(finishedAt - startedAt) };
  return {
    name,
    scenario: {
      link: { lossRate: 0, ...link },
      tcp: { stack: 'linux', congestion, ...(pacing ? { pacing } : {}), initialWindow, timestamps },
      http,
      server: { software: serverOf(port), ...ports[port] },
      visit: kind,
      resources,
    },
    measured: { ...counts, dataSeconds: roundSeconds(counts.dataSeconds), ...seconds, ...dropped },
  };
}
