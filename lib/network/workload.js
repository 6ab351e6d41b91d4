/** Estimates whole populations: the cost of many visitors for a server and its line, under each version of HTTP. */

import { IP_TCP_BYTES } from './defaults.js';
import { createRandom } from './random.js';
import { drawOffSeconds, drawPageFiles, drawSessionPages, drawTransferBytes, drawZipf, sumUp } from './surge.js';

/**
 * @typedef {'1.0' | '1.1' | '1.1 pipelined' | '1.1 early close'} Protocol
 * @typedef {{ bytes: number, requestBytes?: number, responseHeaderBytes?: number }} Transfer
 * @typedef {{ atSeconds: number, transfers: readonly Transfer[] }} PageView
 * @typedef {{ views: readonly PageView[], leavesAtSeconds: number }} Session page views of one visitor in order, and
 *   the time at which the browser closes its connections
 * @typedef {{ weight?: number, resources: readonly (Transfer & { url: string })[] }} SitePage `weight`: the share of
 *   the page views; without it the pages are in the order of their popularity
 * @typedef {{ protocol: Protocol, mss?: number, requestBytes?: number, responseHeaderBytes?: number, rttMs?: number,
 *   downBitsPerSecond?: number, thinkMs?: number, keepAliveSeconds?: number }} Conditions
 * @typedef {{ connections: number, requestPackets: number, responsePackets: number }} Traffic
 * @typedef {{ syn: number, fin: number, ack: number, request: number, response: number, data: number, total: number }}
 *   Packets
 * @typedef {{ views: number, requests: number, connections: number, packets: Packets, dataBytes: number,
 *   totalBytes: number, connectionSeconds: number, busySeconds: number, memoryKBSeconds: number }} Load
 */

/** @type {readonly Protocol[]} */
export const PROTOCOLS = Object.freeze(['1.0', '1.1', '1.1 pipelined', '1.1 early close']);

/**
 * Packets of a connection that carry no data, chosen on all twelve cells of Barford & Crovella. Chosen on parts of
 * them, the value is 6.1 to 6.8, and that of `ACKS_PER_RESPONSE_PACKET` 0.20 to 0.26. Two segments with SYN and two
 * with FIN are included.
 */
const PACKETS_PER_CONNECTION = 6.5;
/** Acknowledgements for each packet of data, fitted to table 3 of the paper. */
const ACKS_PER_RESPONSE_PACKET = 0.23;

/** @type {Required<Omit<Conditions, 'protocol'>>} */
const DEFAULTS = {
  mss: 1460,
  requestBytes: 240,
  responseHeaderBytes: 240,
  rttMs: 1,
  downBitsPerSecond: 100e6,
  thinkMs: 5,
  keepAliveSeconds: 15,
};

/** Memory of an active connection (Barford & Crovella 1999). */
const ACTIVE_KB = 378;
/** Memory of an idle connection, fitted to the paper. */
const IDLE_KB = 81;

/**
 * Returns the packets of each kind that traffic takes on a fast, loss-free line.
 * @param {Traffic} traffic
 * @returns {Packets}
 */
export function countPackets({ connections, requestPackets, responsePackets }) {
  const data = requestPackets + responsePackets;
  const syn = 2 * connections;
  const fin = 2 * connections;
  const ack = (PACKETS_PER_CONNECTION - 4) * connections + ACKS_PER_RESPONSE_PACKET * responsePackets;
  return { syn, fin, ack, request: requestPackets, response: responsePackets, data, total: data + syn + fin + ack };
}

/**
 * Samples users as SURGE defines them: each requests sessions of pages, one after the other.
 * @param {{ users: number, seconds: number, seed?: number }} population
 * @returns {Session[]}
 */
export function drawSessions({ users, seconds, seed = 1 }) {
  const sessions = [];
  for (let user = 0; user < users; user += 1) {
    const random = createRandom(seed * 1_000_003 + user);
    let atSeconds = drawOffSeconds(random) % seconds;
    while (atSeconds < seconds) {
      /** @type {PageView[]} */
      const views = [];
      for (let pages = drawSessionPages(random); pages > 0 && atSeconds < seconds; pages -= 1) {
        const transfers = Array.from({ length: drawPageFiles(random) }, () => ({ bytes: drawTransferBytes(random) }));
        views.push({ atSeconds, transfers });
        atSeconds += drawOffSeconds(random);
      }
      if (views.length > 0) sessions.push({ views, leavesAtSeconds: atSeconds });
    }
  }
  return sessions;
}

/**
 * Estimates one page view: its bytes, and its duration on an open connection.
 * @param {readonly Transfer[]} transfers @param {Required<Conditions>} conditions
 */
function costView(transfers, conditions) {
  const { protocol, mss, rttMs, thinkMs, downBitsPerSecond } = conditions;
  let requestBytes = 0;
  let responseBytes = 0;
  let responsePackets = 0;
  for (const transfer of transfers) {
    const response = transfer.bytes + (transfer.responseHeaderBytes ?? conditions.responseHeaderBytes);
    responseBytes += response;
    responsePackets += Math.ceil(response / mss);
    requestBytes += transfer.requestBytes ?? conditions.requestBytes;
  }
  const pipelined = protocol === '1.1 pipelined';
  const rounds = pipelined ? Math.min(2, transfers.length) : transfers.length;
  return {
    requests: transfers.length,
    requestPackets: pipelined
      ? Math.min(transfers.length, rounds - 1 + Math.ceil(requestBytes / mss))
      : transfers.length,
    responsePackets,
    dataBytes: requestBytes + responseBytes,
    seconds: (rounds * (rttMs + thinkMs)) / 1000 + (responseBytes * 8) / downBitsPerSecond,
  };
}

/** Returns true if connections stay open from one page to the next. @param {Protocol} protocol */
const keepsConnections = (protocol) => protocol === '1.1' || protocol === '1.1 pipelined';

/**
 * Returns the connections that a session opens, and the seconds for which they are open. A kept connection ends after
 * the server's time-out without a request, or when the visitor leaves.
 * @param {Session} session @param {readonly { requests: number, seconds: number }[]} costs
 * @param {Required<Conditions>} conditions
 */
function countConnections({ views, leavesAtSeconds }, costs, { protocol, rttMs, keepAliveSeconds }) {
  const setupSeconds = rttMs / 1000;
  const busySeconds = costs.reduce((sum, { seconds }) => sum + seconds, 0);
  if (!keepsConnections(protocol)) {
    const each = protocol === '1.0' ? costs.map(({ requests }) => requests) : costs.map(() => 1);
    const connections = each.reduce((sum, count) => sum + count, 0);
    return { connections, connectionSeconds: busySeconds + connections * setupSeconds };
  }
  let connections = 0;
  let connectionSeconds = 0;
  let idleSince = Number.NEGATIVE_INFINITY;
  views.forEach(({ atSeconds }, index) => {
    const startsAt = Math.max(atSeconds, idleSince);
    const waited = startsAt - idleSince;
    if (waited > keepAliveSeconds) {
      connections += 1;
      connectionSeconds += setupSeconds + (connections > 1 ? keepAliveSeconds : 0);
    } else connectionSeconds += waited;
    idleSince = startsAt + costs[index].seconds;
  });
  connectionSeconds += Math.min(keepAliveSeconds, Math.max(0, leavesAtSeconds - idleSince));
  return { connections, connectionSeconds: connectionSeconds + busySeconds };
}

/**
 * @param {Session} session @param {Required<Conditions>} conditions
 * @returns {Load}
 */
function costSession(session, conditions) {
  const costs = session.views.map(({ transfers }) => costView(transfers, conditions));
  const sum = (/** @type {'requests' | 'requestPackets' | 'responsePackets' | 'dataBytes' | 'seconds'} */ key) =>
    costs.reduce((total, cost) => total + cost[key], 0);
  const { connections, connectionSeconds } = countConnections(session, costs, conditions);
  const packets = countPackets({
    connections,
    requestPackets: sum('requestPackets'),
    responsePackets: sum('responsePackets'),
  });
  const busySeconds = sum('seconds');
  return {
    views: costs.length,
    requests: sum('requests'),
    connections,
    packets,
    dataBytes: sum('dataBytes'),
    totalBytes: sum('dataBytes') + IP_TCP_BYTES * packets.total,
    connectionSeconds,
    busySeconds,
    memoryKBSeconds: busySeconds * ACTIVE_KB + Math.max(0, connectionSeconds - busySeconds) * IDLE_KB,
  };
}

/** @type {Load} */
const nothing = {
  views: 0,
  requests: 0,
  connections: 0,
  packets: { syn: 0, fin: 0, ack: 0, request: 0, response: 0, data: 0, total: 0 },
  dataBytes: 0,
  totalBytes: 0,
  connectionSeconds: 0,
  busySeconds: 0,
  memoryKBSeconds: 0,
};

/**
 * Joins two records with the same numeric fields.
 * @template {Record<string, any>} T
 * @param {T} left @param {T} right @param {(left: number, right: number) => number} join
 * @returns {T}
 */
function joinNumbers(left, right, join) {
  const entries = Object.entries(left).map(([key, value]) => [
    key,
    typeof value === 'number' ? join(value, right[key]) : joinNumbers(value, right[key], join),
  ]);
  return /** @type {T} */ (Object.fromEntries(entries));
}

/**
 * Estimates the total cost of sessions.
 * @param {readonly Session[]} sessions @param {Conditions} conditions
 * @returns {Load}
 */
export function costSessions(sessions, conditions) {
  if (!PROTOCOLS.includes(conditions.protocol))
    throw new Error(`workload: protocol "${conditions.protocol}" is not known; known: ${PROTOCOLS.join(', ')}`);
  const complete = { ...DEFAULTS, ...conditions };
  return sessions.reduce((sum, session) => joinNumbers(sum, costSession(session, complete), (a, b) => a + b), nothing);
}

/**
 * Estimates the cost of SURGE users for a server, with its average memory.
 * @param {{ users: number, seconds: number, seed?: number }} population @param {Conditions} conditions
 * @returns {Load & { memoryKB: number, openConnections: number }}
 */
export function estimatePopulation(population, conditions) {
  const load = costSessions(drawSessions(population), conditions);
  const { seconds } = population;
  return { ...load, memoryKB: load.memoryKBSeconds / seconds, openConnections: load.connectionSeconds / seconds };
}

/**
 * Samples sessions on a given site: pages by popularity, each file fetched once a session.
 * @param {readonly SitePage[]} pages @param {number} sessions @param {number} seed
 * @returns {Session[]}
 */
function drawSiteSessions(pages, sessions, seed) {
  const weights = sumUp(pages.map(({ weight }, index) => weight ?? 1 / (index + 1)));
  return Array.from({ length: sessions }, (_, number) => {
    const random = createRandom(seed * 1_000_003 + number);
    const seen = new Set();
    let atSeconds = 0;
    const views = Array.from({ length: drawSessionPages(random) }, () => {
      const transfers = pages[drawZipf(weights, random)].resources.filter(({ url }) => !seen.has(url));
      for (const { url } of transfers) seen.add(url);
      atSeconds += drawOffSeconds(random);
      return { atSeconds, transfers };
    });
    return { views, leavesAtSeconds: atSeconds + drawOffSeconds(random) };
  });
}

/**
 * Estimates the saving of a change in a million page views: the same visitors on the site before and after it.
 * @param {{ before: readonly SitePage[], after: readonly SitePage[], conditions: Conditions, views?: number,
 *   sessions?: number, seed?: number }} change pages in the same order before and after; `sessions` are sampled, then
 *   scaled to `views`
 * @returns {{ before: Load, after: Load, saved: Load }}
 */
export function estimateSavings({ before, after, conditions, views = 1_000_000, sessions = 2000, seed = 1 }) {
  if (before.length === 0 || before.length !== after.length)
    throw new Error(
      `workload: ${before.length} pages before and ${after.length} after; give the same pages, at least one`,
    );
  const costOf = (/** @type {readonly SitePage[]} */ pages) => {
    const load = costSessions(drawSiteSessions(pages, sessions, seed), conditions);
    return joinNumbers(load, load, (value) => (value * views) / load.views);
  };
  const costBefore = costOf(before);
  const costAfter = costOf(after);
  return { before: costBefore, after: costAfter, saved: joinNumbers(costBefore, costAfter, (a, b) => a - b) };
}
