/** @import { HttpVersion, Link, ResourceInput, Scenario, ScenarioInput, ScenarioResource } from './types.ts' */

import { httpDefaults, LINK_DEFAULTS, SERVER_DEFAULTS, stackDefaults } from './defaults.js';
import { exact } from './exact.js';
import { LINKS } from './links.js';
import { SERVER_PROFILES, TLS_DEFAULTS } from './server-profiles.js';

/** @type {readonly HttpVersion[]} */
export const HTTP_VERSIONS = Object.freeze(['1.0', '1.0-keepalive', '1.1', 'mplex', '2', '3']);

/** Max size of a scenario, a terabyte: a larger number is a mistake. */
const MAX_BYTES = 1e12;

/** Fields that describe the origin of a case. They are allowed anywhere. */
const REMARKS = new Set(['software', 'client', 'note']);

const positive = { kind: 'number', above: 0 };
const atLeastZero = { kind: 'number', from: 0 };
const count = { kind: 'number', from: 0, whole: true };
const countFromOne = { kind: 'number', from: 1, whole: true };
const yesNo = { kind: 'boolean' };
const text = { kind: 'string' };
/** @param {readonly unknown[]} values */
const oneOf = (...values) => ({ kind: 'choice', values });

/** Rules for the fields of a scenario. */
export const SCENARIO_FIELDS = Object.freeze({
  link: {
    downBitsPerSecond: positive,
    upBitsPerSecond: positive,
    rttMs: atLeastZero,
    mtu: { kind: 'number', from: 128, to: 65535, whole: true },
    lossRate: { kind: 'number', from: 0, to: 0.5 },
    seed: count,
    framing: oneOf('none', 'ppp', 'atm'),
    modemCompression: { kind: 'number', from: 1 },
    queuePackets: countFromOne,
  },
  tcp: {
    stack: oneOf('linux', 'linux-bbr', 'linux-cubic', 'bsd97', 'ns'),
    congestion: oneOf('reno', 'cubic', 'bbr'),
    initialWindow: countFromOne,
    pacing: yesNo,
    timestamps: yesNo,
    windowBytes: countFromOne,
    ackEvery: oneOf(1, 2),
    delayedAckMs: atLeastZero,
    heartbeatPhaseMs: atLeastZero,
    slowStartRestart: yesNo,
  },
  http: {
    version: oneOf(...HTTP_VERSIONS),
    agent: oneOf('browser', 'robot'),
    icon: yesNo,
    slowness: positive,
    connections: countFromOne,
    tls: oneOf(null, '1.2', '1.3'),
    pipelining: yesNo,
    pipelineBufferBytes: countFromOne,
    pipelineSplit: yesNo,
    pipelineFlushMs: atLeastZero,
    earlyClose: yesNo,
    preconnect: count,
    stageBytes: countFromOne,
    nestedRequestBytes: countFromOne,
    priorities: oneOf('rfc9218', 'ignored', 'round-robin'),
    discovery: oneOf('dns', 'alt-svc'),
  },
  tls: { chainBytes: count, postQuantum: yesNo },
  server: {
    profile: { kind: 'choice', values: [null, ...Object.keys(SERVER_PROFILES)] },
    initialWindow: { ...countFromOne, nullable: true },
    quic: oneOf('plain', 'quic-go', 'aioquic'),
    thinkMs: atLeastZero,
    perConnectionMs: atLeastZero,
    sharedCpu: yesNo,
    nagle: yesNo,
    headersInOwnSegment: yesNo,
    writeBytes: count,
    outputBufferBytes: count,
    finWithLastData: yesNo,
    keepAliveMs: atLeastZero,
  },
  resource: {
    url: text,
    type: oneOf('html', 'css', 'script', 'image', 'font', 'text', 'other'),
    bytes: count,
    decodedBytes: count,
    requestBytes: countFromOne,
    responseHeaderBytes: countFromOne,
    foundIn: { kind: 'string', nullable: true },
    foundAtByte: count,
    deferred: yesNo,
  },
});

const TOP_FIELDS = ['link', 'tcp', 'http', 'tls', 'server', 'visit', 'resources'];

/** @param {string} where @param {string} problem @returns {never} */
function fail(where, problem) {
  throw new Error(`scenario: ${where} ${problem}`);
}

/**
 * Parses JSON. An error names the source.
 * @param {string} text @param {string} where
 * @returns {unknown}
 */
export function parseJson(text, where) {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`${where}: the text is not JSON: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}

/** @param {unknown} value @param {string} where @returns {Record<string, any>} */
export function asRecord(value, where) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) fail(where, 'must be an object');
  return /** @type {Record<string, any>} */ (value);
}

/** @param {Record<string, any>} record @param {readonly string[]} known @param {string} where */
function refuseUnknown(record, known, where) {
  for (const name of Object.keys(record)) {
    if (!known.includes(name) && !REMARKS.has(name)) {
      fail(`${where}${where ? '.' : ''}${name}`, `is not a field; known here: ${known.join(', ')}`);
    }
  }
}

/** @param {any} value @param {any} rule @param {string} where */
function checkValue(value, rule, where) {
  if (value === null && rule.nullable) return;
  if (rule.kind === 'choice') {
    if (!rule.values.includes(value)) {
      fail(where, `must be one of ${rule.values.map(String).join(', ')}, not ${JSON.stringify(value)}`);
    }
    return;
  }
  if (typeof value !== rule.kind) fail(where, `must be a ${rule.kind}, not ${JSON.stringify(value)}`);
  if (rule.kind !== 'number') return;
  if (!Number.isFinite(value)) fail(where, 'must be a finite number');
  if (rule.whole && !Number.isSafeInteger(value)) fail(where, `must be a whole number, not ${value}`);
  if (rule.above !== undefined && value <= rule.above) fail(where, `must be above ${rule.above}, not ${value}`);
  if (rule.from !== undefined && value < rule.from) fail(where, `must be at least ${rule.from}, not ${value}`);
  if (rule.to !== undefined && value > rule.to) fail(where, `must be at most ${rule.to}, not ${value}`);
}

/**
 * Checks one group of fields and adds defaults for those that are missing.
 * @template {object} T
 * @param {unknown} value @param {Record<string, any>} rules @param {T} defaults @param {string} where
 * @returns {T}
 */
function parseGroup(value, rules, defaults, where) {
  const record = value === undefined ? {} : asRecord(value, where);
  refuseUnknown(record, Object.keys(rules), where);
  const group = /** @type {Record<string, unknown>} */ ({ ...defaults });
  for (const [name, rule] of Object.entries(rules)) {
    if (record[name] === undefined) continue;
    checkValue(record[name], rule, `${where}.${name}`);
    group[name] = record[name];
  }
  return /** @type {T} */ (Object.freeze(group));
}

/** @param {unknown} value @returns {Link} */
function parseLink(value) {
  if (typeof value === 'string') {
    if (!Object.hasOwn(LINKS, value)) fail('link', `"${value}" is not known; known: ${Object.keys(LINKS).join(', ')}`);
    const { note, ...link } = LINKS[value];
    return Object.freeze(link);
  }
  return parseGroup(value, SCENARIO_FIELDS.link, LINK_DEFAULTS, 'link');
}

/** @param {unknown} value @param {number} index @returns {ScenarioResource} */
function parseResource(value, index) {
  const where = `resources[${index}]`;
  const record = /** @type {ResourceInput} */ (asRecord(value, where));
  if (record.url === undefined) fail(where, 'has no url');
  if (record.bytes === undefined) fail(where, `(${record.url}) has no bytes`);
  const defaults = {
    url: '',
    type: exact('other'),
    bytes: 0,
    decodedBytes: typeof record.bytes === 'number' ? record.bytes : 0,
    requestBytes: 190,
    responseHeaderBytes: 240,
    foundIn: null,
    foundAtByte: 0,
    deferred: false,
  };
  return parseGroup(record, SCENARIO_FIELDS.resource, defaults, where);
}

/** @param {readonly ScenarioResource[]} resources */
function checkReferences(resources) {
  /** @type {Map<string, number>} */
  const byUrl = new Map();
  resources.forEach((resource, index) => {
    if (byUrl.has(resource.url)) fail(`resources[${index}].url`, `"${resource.url}" stands there twice`);
    byUrl.set(resource.url, index);
  });
  /** State of each resource: 0 unchecked, 1 on the current path, 2 known to end. */
  const state = new Uint8Array(resources.length);
  for (let start = 0; start < resources.length; start += 1) {
    const path = [];
    let index = start;
    while (state[index] === 0) {
      state[index] = 1;
      path.push(index);
      const { foundIn, foundAtByte } = resources[index];
      if (foundIn === null) break;
      const parent = byUrl.get(foundIn);
      if (parent === undefined) fail(`resources[${index}].foundIn`, `"${foundIn}" is not among the resources`);
      if (foundAtByte > resources[parent].decodedBytes) {
        fail(
          `resources[${index}].foundAtByte`,
          `${foundAtByte} lies behind the end of "${foundIn}" (${resources[parent].decodedBytes} bytes)`,
        );
      }
      if (state[parent] === 1) {
        fail(
          `resources[${index}].foundIn`,
          `makes a cycle: "${resources[index].url}" is found in "${foundIn}", which is found in it`,
        );
      }
      index = parent;
    }
    for (const visited of path) state[visited] = 2;
  }
}

/**
 * Returns the defaults of the server that a scenario names.
 * @param {any} server as given
 */
function profileOf(server) {
  const name = server?.profile ?? null;
  checkValue(name, SCENARIO_FIELDS.server.profile, 'server.profile');
  return name === null ? { server: {}, tls: {}, http: {} } : SERVER_PROFILES[name];
}

/**
 * Returns the version of HTTP that a visit uses: HTTP/2 if HTTP/3 is only discovered through `Alt-Svc`.
 * @param {Pick<Scenario, 'http' | 'visit'>} scenario
 * @returns {HttpVersion}
 */
export function spokenVersion({ http: { version, discovery }, visit }) {
  return version === '3' && discovery === 'alt-svc' && visit === 'first' ? '2' : version;
}

/**
 * Checks a scenario (text or data) and adds all defaults.
 * @param {string | ScenarioInput | unknown} json
 * @returns {Scenario}
 */
export function parseScenario(json) {
  const input = asRecord(typeof json === 'string' ? parseJson(json, 'scenario') : json, 'the whole');
  refuseUnknown(input, TOP_FIELDS, '');
  if (!Array.isArray(input.resources) || input.resources.length === 0)
    fail('resources', 'must be a list of at least one');
  const visit = input.visit ?? 'first';
  checkValue(visit, oneOf('first', 'revalidate'), 'visit');
  const stack = input.tcp?.stack ?? 'linux';
  const link = parseLink(input.link);
  const version = input.http?.version ?? '1.1';
  checkValue(stack, SCENARIO_FIELDS.tcp.stack, 'tcp.stack');
  checkValue(version, SCENARIO_FIELDS.http.version, 'http.version');
  const resources = Object.freeze(input.resources.map(parseResource));
  checkReferences(resources);
  const bytes = resources.reduce((sum, resource) => sum + resource.bytes + resource.requestBytes, 0);
  if (bytes > MAX_BYTES) fail('resources', `are ${bytes} bytes together. The most is ${MAX_BYTES}.`);
  const profile = profileOf(input.server);
  return Object.freeze({
    link,
    tcp: parseGroup(input.tcp, SCENARIO_FIELDS.tcp, stackDefaults(stack, link), 'tcp'),
    http: parseGroup(
      input.http,
      SCENARIO_FIELDS.http,
      { ...httpDefaults(version, resources), ...profile.http },
      'http',
    ),
    tls: parseGroup(input.tls, SCENARIO_FIELDS.tls, { ...TLS_DEFAULTS, ...profile.tls }, 'tls'),
    server: parseGroup(input.server, SCENARIO_FIELDS.server, { ...SERVER_DEFAULTS, ...profile.server }, 'server'),
    visit,
    resources,
  });
}
