/** @import { EstimateResult, HttpOptions, Scenario, ScenarioInput } from './types.ts' */

import { createBrowser, roundMs } from './browser.js';
import { httpDefaults, IP_TCP_BYTES } from './defaults.js';
import { createEngine } from './engine.js';
import { errorBarOf } from './error-bars.js';
import { createPipeline, createPool } from './h1.js';
import { createHttp2 } from './h2.js';
import { createWire } from './link.js';
import { addRest, cutBodies } from './long-bodies.js';
import { createMplex } from './mplex.js';
import { createHttp3 } from './quic/http3.js';
import { parseScenario, spokenVersion } from './scenario.js';
import { createCpu } from './server.js';
import { createNet } from './tcp.js';
import { TIMESTAMP_BYTES } from './tcp-emit.js';
import { createTrace } from './trace.js';
import { createVariation } from './variation.js';

/**
 * Count of runs with different random numbers. The estimate is their median. Fewer are made if the first ones agree.
 */
const VARIATIONS = 5;
/** Count of runs over HTTP/3, which differ less. */
const QUIC_VARIATIONS = 3;
/** Count of runs that are enough if they agree. */
const ENOUGH_TO_AGREE = 3;
/** Packet count from which agreeing runs may differ by one in a hundred. */
const MANY_PACKETS = 1000;
/** Count of resources from which a page is estimated by a single run. */
const LARGE_PAGE = 1000;
/** Page size from which a single run is made: it takes longer than all runs of a usual page. */
const LARGE_PAGE_BYTES = 20_000_000;

/** @param {HttpOptions} http */
function chooseProtocol({ version, pipelining }) {
  if (version === 'mplex') return createMplex;
  if (version === '2') return createHttp2;
  if (version === '3') return createHttp3;
  return pipelining ? createPipeline : createPool;
}

/** Returns the share of headers in the bytes on the wire, in percent. @param {number} payload @param {number} bytes */
const overhead = (payload, bytes) => roundMs(100 * (1 - payload / bytes));

/**
 * Returns the time for which a connection stays idle after the page.
 * @param {Scenario} scenario
 */
const idleMs = ({ http, server }) => (http.version === '1.0' || http.earlyClose ? 0 : server.keepAliveMs);

/**
 * Runs a complete scenario once, its longest bodies only in part.
 * @param {Scenario} scenario @param {number} number selects the random numbers
 * @returns {EstimateResult}
 */
function simulate(scenario, number) {
  const { resources, restBytes } = cutBodies(scenario.resources);
  if (restBytes === 0) return simulateAll(scenario, number);
  const result = simulateAll({ ...scenario, resources }, number);
  return addRest(result, { full: scenario.resources, cut: resources, restBytes });
}

/**
 * Runs a scenario once, packet by packet.
 * @param {Scenario} scenario @param {number} number
 * @returns {EstimateResult}
 */
function simulateAll(scenario, number) {
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
 * Returns true if runs agree. For high packet counts, a difference of one in a hundred is accepted.
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
 * Returns the run that is nearest to the median of all, in packets and in time.
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
 * Returns a run with the average count of pure acknowledgements, without the smallest and the largest. On one
 * connection chance decides once for the whole page whether every packet is acknowledged or every second one, and a
 * difference of a few bytes would change that.
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
 * Returns the scenario of a visit: a first visit that discovers HTTP/3 through `Alt-Svc` uses HTTP/2.
 * @param {Scenario} scenario
 */
function asVisited(scenario) {
  const { http, resources } = scenario;
  if (spokenVersion(scenario) === http.version) return scenario;
  const { agent, priorities } = http;
  return { ...scenario, http: { ...httpDefaults('2', resources), tls: http.tls, agent, priorities } };
}

/**
 * Estimates the cost of a page on the wire and the times at which its resources are complete.
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
 * Estimates by a single run: faster, and close to `estimate` unless packets collide by chance.
 * @param {ScenarioInput | Scenario} scenario
 * @returns {EstimateResult}
 */
export function glance(scenario) {
  return simulate(asVisited(parseScenario(scenario)), 0);
}
