/** @import { EstimateResult, HttpOptions, Scenario, ScenarioInput } from './types.ts' */

import { createBrowser, roundMs } from './browser.js';
import { httpDefaults, IP_TCP_BYTES } from './defaults.js';
import { createEngine } from './engine.js';
import { errorBarOf } from './error-bars.js';
import { createPipeline, createPool } from './h1.js';
import { createHttp2 } from './h2.js';
import { createWire } from './link.js';
import { createMplex } from './mplex.js';
import { createHttp3 } from './quic/http3.js';
import { parseScenario, spokenVersion } from './scenario.js';
import { createCpu } from './server.js';
import { createNet } from './tcp.js';
import { TIMESTAMP_BYTES } from './tcp-emit.js';
import { createTrace } from './trace.js';
import { createVariation } from './variation.js';

/** How many runs with other chances an estimate is the middle of: where the first agree, they do. */
const VARIATIONS = 5;
/** The same over HTTP/3, whose runs differ less. */
const QUIC_VARIATIONS = 3;
/** Runs after which those that agree stand for all. */
const ENOUGH_TO_AGREE = 3;
/** Above it runs may differ by a hundredth. */
const MANY_PACKETS = 1000;
/** The page from which one run must do. */
const LARGE_PAGE = 1000;
/** One run of such a page takes longer than all variations of a usual one. */
const LARGE_PAGE_BYTES = 20_000_000;

/** @param {HttpOptions} http */
function chooseProtocol({ version, pipelining }) {
  if (version === 'mplex') return createMplex;
  if (version === '2') return createHttp2;
  if (version === '3') return createHttp3;
  return pipelining ? createPipeline : createPool;
}

/** The share of headers in what goes over the wire, in percent. @param {number} payload @param {number} bytes */
const overhead = (payload, bytes) => roundMs(100 * (1 - payload / bytes));

/**
 * How long a connection stands idle after the page.
 * @param {Scenario} scenario
 */
const idleMs = ({ http, server }) => (http.version === '1.0' || http.earlyClose ? 0 : server.keepAliveMs);

/**
 * Runs a complete scenario once.
 * @param {Scenario} scenario @param {number} number of the chances
 * @returns {EstimateResult}
 */
function simulate(scenario, number) {
  const variation = createVariation(number, scenario.http.slowness);
  const engine = createEngine();
  const trace = createTrace();
  const net = createNet(engine, createWire(engine, scenario.link), trace, scenario, variation);
  const cpu = createCpu(engine, scenario.server);
  const browser = createBrowser(net, scenario);
  chooseProtocol(scenario.http)(net, cpu, scenario, browser);
  browser.start();
  engine.run();

  const byResource = browser.timings();
  const bytesUp = trace.ipBytesUp;
  const bytesDown = trace.ipBytesDown;
  const payload = trace.payloadUp + trace.payloadDown;
  const { packetShare, msShare } = errorBarOf(scenario, trace.lost > 0);
  const packets = trace.packetsUp + trace.packetsDown;
  const doneMs = byResource.reduce((latest, { doneMs: ms }) => Math.max(latest, ms), 0);
  return {
    estimate: {
      requests: byResource.length,
      connections: trace.connections,
      packets,
      packetsBand: Math.ceil(packetShare * packets),
      packetsUp: trace.packetsUp,
      packetsDown: trace.packetsDown,
      bytesUp,
      bytesDown,
      overheadPercent: overhead(payload, bytesUp + bytesDown),
      ms: roundMs(doneMs),
      msBand: roundMs(msShare * doneMs),
    },
    detail: {
      syn: trace.syn,
      fin: trace.fin,
      reset: trace.reset,
      ack: trace.ack,
      data: trace.dataUp + trace.dataDown,
      dataUp: trace.dataUp,
      dataDown: trace.dataDown,
      retransmitted: trace.retransmitted,
      lost: trace.lost,
      payloadUp: trace.payloadUp,
      payloadDown: trace.payloadDown,
      firstByteMs: roundMs(byResource[0].firstByteMs),
      dataMs: roundMs(trace.lastDataMs - Math.max(trace.firstDataMs, 0)),
      wireMs: roundMs(trace.lastPacketMs),
      connectionMs: roundMs(trace.connectionMs + trace.connections * idleMs(scenario)),
      byResource,
    },
  };
}

/**
 * Whether runs tell the same: of very many packets one in a hundred more or less is no difference.
 * @param {EstimateResult[]} runs
 */
function agree(runs) {
  const packets = runs.map(({ estimate: cost }) => cost.packets);
  const least = Math.min(...packets);
  return Math.max(...packets) - least <= (least >= MANY_PACKETS ? least / 100 : 0);
}

/** @param {number[]} values */
const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];

/**
 * The run that is nearest to the middle of all, in packets and in time.
 * @param {EstimateResult[]} runs
 */
function takeMiddle(runs) {
  const packets = median(runs.map(({ estimate: cost }) => cost.packets));
  const ms = median(runs.map(({ estimate: cost }) => cost.ms));
  /** @param {EstimateResult} run */
  const distance = ({ estimate: cost }) => Math.abs(cost.packets / packets - 1) + Math.abs(cost.ms / ms - 1);
  return runs.reduce((best, run) => (distance(run) < distance(best) ? run : best));
}

/**
 * A run with as many lone acknowledgements as runs send on average, the least and the most left out. On one connection
 * chance decides once for the whole page whether every packet is acknowledged or every second, and a few bytes less
 * on the page would decide it anew.
 * @param {EstimateResult} run @param {EstimateResult[]} runs @param {boolean} timestamps
 */
function evenAcks({ estimate: cost, detail }, runs, timestamps) {
  const middle = runs
    .map((each) => each.detail.ack)
    .sort((a, b) => a - b)
    .slice(1, -1);
  const ack = Math.round(middle.reduce((sum, each) => sum + each, 0) / middle.length);
  const more = ack - detail.ack;
  const bytesUp = cost.bytesUp + more * (IP_TCP_BYTES + (timestamps ? TIMESTAMP_BYTES : 0));
  const costs = { packets: cost.packets + more, packetsUp: cost.packetsUp + more, bytesUp };
  const overheadPercent = overhead(detail.payloadUp + detail.payloadDown, bytesUp + cost.bytesDown);
  return { estimate: { ...cost, ...costs, overheadPercent }, detail: { ...detail, ack } };
}

/**
 * Returns the scenario as a visit takes it: a first visit that learns of HTTP/3 from `Alt-Svc` goes over HTTP/2.
 * @param {Scenario} scenario
 */
function asVisited(scenario) {
  const { http, resources } = scenario;
  if (spokenVersion(scenario) === http.version) return scenario;
  const { agent, priorities } = http;
  return { ...scenario, http: { ...httpDefaults('2', resources), tls: http.tls, agent, priorities } };
}

/**
 * What a page costs on the wire, and when each of its resources is there.
 * @param {ScenarioInput | Scenario} scenario
 * @returns {EstimateResult}
 */
export function estimate(scenario) {
  const complete = asVisited(parseScenario(scenario));
  const bytes = complete.resources.reduce((sum, resource) => sum + resource.bytes, 0);
  if (complete.resources.length >= LARGE_PAGE || bytes >= LARGE_PAGE_BYTES) return simulate(complete, 0);
  /** @type {EstimateResult[]} */
  const runs = [];
  const most = complete.http.version === '3' ? QUIC_VARIATIONS : VARIATIONS;
  while (runs.length < most && !(runs.length === ENOUGH_TO_AGREE && agree(runs))) {
    runs.push(simulate(complete, runs.length));
  }
  const middle = takeMiddle(runs);
  return complete.http.version === '2' ? evenAcks(middle, runs, complete.tcp.timestamps) : middle;
}

/**
 * The same by a single run: sooner said, and near it unless packets meet by chance.
 * @param {ScenarioInput | Scenario} scenario
 * @returns {EstimateResult}
 */
export function glance(scenario) {
  return simulate(asVisited(parseScenario(scenario)), 0);
}
