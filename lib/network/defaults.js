import { exact } from './exact.js';

/**
 * @import { HttpOptions, HttpVersion, Link, ScenarioResource, ServerOptions, StackName, TcpOptions } from './types.ts'
 */

/** Header bytes of every packet: IPv4 and TCP without options. */
export const IP_TCP_BYTES = 40;

/** @type {Link} */
export const LINK_DEFAULTS = Object.freeze({
  downBitsPerSecond: 10_000_000,
  upBitsPerSecond: 10_000_000,
  rttMs: 50,
  mtu: 1500,
  lossRate: 0,
  seed: 1,
  framing: 'none',
  modemCompression: 1,
  queuePackets: 1000,
});

/** @type {ServerOptions} */
export const SERVER_DEFAULTS = Object.freeze({
  profile: null,
  initialWindow: null,
  quic: 'plain',
  thinkMs: 0,
  perConnectionMs: 0,
  sharedCpu: false,
  nagle: false,
  headersInOwnSegment: false,
  writeBytes: 0,
  outputBufferBytes: 0,
  finWithLastData: true,
  keepAliveMs: 15_000,
});

/**
 * Returns the TCP options of a named stack: current Linux, BSD of 1997, or the ns simulator of 2006.
 * @param {StackName} stack @param {Pick<Link, 'mtu'>} link
 * @returns {TcpOptions}
 */
export function stackDefaults(stack, link) {
  const mss = link.mtu - IP_TCP_BYTES;
  const common = { stack, congestion: exact('reno'), pacing: false, timestamps: false, heartbeatPhaseMs: 0 };
  if (stack.startsWith('linux')) {
    return {
      ...common,
      congestion: stack === 'linux-bbr' ? 'bbr' : 'cubic',
      pacing: stack === 'linux-cubic',
      initialWindow: 10,
      windowBytes: 3_145_728,
      ackEvery: 2,
      delayedAckMs: 40,
      slowStartRestart: true,
    };
  }
  if (stack === 'bsd97') {
    return { ...common, initialWindow: 2, windowBytes: 16_384, ackEvery: 2, delayedAckMs: 200, slowStartRestart: true };
  }
  return {
    ...common,
    initialWindow: 2,
    windowBytes: 20 * mss,
    ackEvery: 1,
    delayedAckMs: 100,
    slowStartRestart: false,
  };
}

const CONNECTIONS = { '1.0': 4, '1.0-keepalive': 4, 1.1: 6, mplex: 1, 2: 1, 3: 1 };

/** Requests of at least this size carry the header fields that browsers send and robots leave out. */
const BROWSER_REQUEST_BYTES = 300;

/**
 * Returns the default options of a client for an HTTP version.
 * @param {HttpVersion} version @param {readonly ScenarioResource[]} resources
 * @returns {HttpOptions}
 */
export function httpDefaults(version, resources) {
  const speaksAsBrowser = resources[0].requestBytes >= BROWSER_REQUEST_BYTES;
  const isBrowser = speaksAsBrowser && !version.startsWith('1.0') && version !== 'mplex';
  return {
    version,
    agent: isBrowser ? 'browser' : 'robot',
    icon: true,
    slowness: 1,
    connections: CONNECTIONS[version],
    tls: version === '3' ? '1.3' : null,
    pipelining: false,
    pipelineBufferBytes: 1024,
    pipelineSplit: false,
    pipelineFlushMs: 50,
    earlyClose: false,
    preconnect: isBrowser && version !== '3' ? 1 : 0,
    stageBytes: 4380,
    nestedRequestBytes: 45,
    priorities: exact('ignored'),
    discovery: exact('dns'),
  };
}
