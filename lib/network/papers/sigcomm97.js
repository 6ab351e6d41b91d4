/** Nielsen et al. 1997: one page, four protocols, three links, two servers, first visit and revalidation. */

import { exact } from '../exact.js';
import { estimate } from '../simulate.js';
import { readFigures } from './claims.js';
import { buildReplica, scatter, spreadSizes } from './replica.js';
import data from './sigcomm97.json' with { type: 'json' };

/** @import { Claim, Limit, Paper } from './claims.js' */
/** @import { HttpOptions, Link, ResourceInput, ScenarioInput, ServerOptions, TcpOptions } from '../types.ts' */

/** Creates the page's images with sizes from the published histogram and sums. */
function drawImages() {
  const { staticGifs, staticGifBytes, animatedGifBytes, smallestImageBytes, largestImageBytes, sizeHistogram } =
    data.page;
  const { under1KB, from1to2KB, from2to3KB } = sizeHistogram;
  const small = spreadSizes({ count: under1KB, min: smallestImageBytes, max: 1000, total: under1KB * 430 });
  const middle = spreadSizes({ count: from1to2KB, min: 1050, max: 2000, total: from1to2KB * 1450 });
  const large = spreadSizes({ count: from2to3KB, min: 2080, max: 3000, total: from2to3KB * 2480 });
  const rest = staticGifs - under1KB - from1to2KB - from2to3KB - 1;
  const left = staticGifBytes - largestImageBytes - sum([...small, ...middle, ...large]);
  const others = spreadSizes({ count: rest, min: 3100, max: 9000, total: left });
  const animations = [Math.floor(animatedGifBytes / 2), Math.ceil(animatedGifBytes / 2)];
  return scatter([...small, ...middle, ...large, ...others, largestImageBytes, ...animations]);
}

/** @param {readonly number[]} list */
const sum = (list) => list.reduce((left, right) => left + right, 0);

export const sizes = Object.freeze(drawImages());

/**
 * Parameters that the paper does not print: the rate behind the WAN, the throughput of a V.34 line and V.42bis, the
 * work of each server and the delay of each client's acknowledgements. They were chosen on tables 6 to 9, so none of
 * those rows is held out; the row with the HTML alone over the modem is.
 * @type {Record<string, { link: Partial<Link>, thinkMs: Record<string, number>, delayedAckMs: number }>}
 */
const fits = {
  LAN: {
    link: { downBitsPerSecond: 10e6, upBitsPerSecond: 10e6, rttMs: 1 },
    thinkMs: { Jigsaw: 16, Apache: 8 },
    delayedAckMs: 50,
  },
  WAN: {
    link: { downBitsPerSecond: 0.8e6, upBitsPerSecond: 0.8e6, rttMs: 88 },
    thinkMs: { Jigsaw: 16, Apache: 12 },
    delayedAckMs: 50,
  },
  PPP: {
    link: { downBitsPerSecond: 26_400, upBitsPerSecond: 26_400, rttMs: 150, framing: 'ppp', modemCompression: 1.3 },
    thinkMs: { Jigsaw: 16, Apache: 4 },
    delayedAckMs: 200,
  },
};

/** Work on each new connection, chosen on Jigsaw's rows of HTTP/1.0. */
const perConnectionMs = 5;

/** Both servers gather pipelined responses until their buffer is full or no request is left (section 8.2). */
const outputBufferBytes = { Jigsaw: 16_384, Apache: 4096 };

/** @type {Record<string, Partial<HttpOptions>>} */
const modes = {
  'HTTP/1.0': { version: '1.0', connections: data.client.http10MaxConnections },
  'HTTP/1.1': { version: '1.1', connections: 1 },
  'HTTP/1.1 pipelined': {
    version: '1.1',
    connections: 1,
    pipelining: true,
    pipelineSplit: true,
    pipelineBufferBytes: data.client.pipelineBufferBytes,
    pipelineFlushMs: data.client.pipelineFlushMs,
  },
};

/** @type {Record<string, Partial<HttpOptions>>} */
const browsers = {
  'Netscape Navigator': { version: '1.0-keepalive', connections: 4 },
  'Internet Explorer': { version: '1.0-keepalive', connections: 6 },
};

/** @param {string} mode */
function httpOf(mode) {
  const browser = Object.keys(browsers).find((name) => mode.startsWith(name));
  return browser ? browsers[browser] : modes[mode.replace(' + deflate', '')];
}

/**
 * Returns the size of a response header, from the published bytes of the same mode on the LAN.
 * @param {'Jigsaw' | 'Apache'} server @param {string} mode @param {'first' | 'revalidate'} visit
 */
function headerBytes(server, mode, visit) {
  const lan = server === 'Jigsaw' ? data.tables[4] : data.tables[5];
  const [, bytes] = lan.rows[mode === 'HTTP/1.0' ? mode : 'HTTP/1.1'][visit];
  const images = visit === 'first' ? sum(sizes) : 0;
  const html = visit === 'first' || mode === 'HTTP/1.0' ? data.page.htmlBytes : 0;
  return Math.round((bytes - html - images) / (sizes.length + 1)) - data.requestBytes.robotAverage;
}

/**
 * Builds the page. The HTTP/1.0 client had no conditional requests: it fetched the HTML again and sent HEAD for every
 * image.
 * @param {'Jigsaw' | 'Apache'} server @param {string} mode @param {'first' | 'revalidate'} visit
 * @returns {ResourceInput[]}
 */
function buildPage(server, mode, visit) {
  const { htmlBytes, htmlDeflatedBytes } = data.page;
  const first = visit === 'first';
  const sent = mode.endsWith('deflate') ? htmlDeflatedBytes : htmlBytes;
  return buildReplica({
    htmlBytes: first || mode === 'HTTP/1.0' ? sent : 0,
    decodedBytes: htmlBytes,
    images: first ? sizes : sizes.map(() => 0),
    requestBytes: data.requestBytes.robotAverage,
    responseHeaderBytes: headerBytes(server, mode, visit),
  });
}

/**
 * Splits the header of a 304 response in two. The tables of LAN and WAN count one packet more for each of Jigsaw's
 * serial responses than for Apache's, because Jigsaw sends the header in two pieces; half a header and a body model
 * that.
 * @param {ResourceInput} resource
 * @returns {ResourceInput}
 */
function splitHead(resource) {
  const { bytes, responseHeaderBytes = 0 } = resource;
  if (bytes > 0) return resource;
  const half = Math.floor(responseHeaderBytes / 2);
  return { ...resource, bytes: half, responseHeaderBytes: responseHeaderBytes - half };
}

/**
 * Returns true if a server sends the header of a response separately.
 * @param {'Jigsaw' | 'Apache'} server
 * @param {string} link
 * @param {string} mode
 */
function splitsHead(server, link, mode) {
  return server === 'Jigsaw' && link !== 'PPP' && mode === 'HTTP/1.1';
}

/**
 * Returns the line, the client and the server of one row.
 * @param {'Jigsaw' | 'Apache'} server @param {string} link @param {string} mode
 * @returns {Pick<ScenarioInput, 'link' | 'tcp' | 'http' | 'server'>}
 */
export function setUp(server, link, mode) {
  const { link: line, thinkMs, delayedAckMs } = fits[link];
  const http = httpOf(mode);
  return {
    link: line,
    tcp: { stack: 'bsd97', initialWindow: 2, delayedAckMs },
    http,
    server: {
      thinkMs: thinkMs[server],
      perConnectionMs,
      sharedCpu: true,
      finWithLastData: false,
      headersInOwnSegment: splitsHead(server, link, mode),
      outputBufferBytes: http.pipelining ? outputBufferBytes[server] : 0,
    },
  };
}

/**
 * Builds the scenario of one row.
 * @param {'Jigsaw' | 'Apache'} server @param {string} link @param {string} mode @param {'first' | 'revalidate'} visit
 * @returns {ScenarioInput}
 */
function buildScenario(server, link, mode, visit) {
  const page = buildPage(server, mode, visit);
  return {
    ...setUp(server, link, mode),
    visit: mode === 'HTTP/1.0' ? 'first' : visit,
    resources: splitsHead(server, link, mode) ? page.map(splitHead) : page,
  };
}

const busyServer = 'the time is the server’s: it answers faster than its processor can on a LAN';
const ownBytes =
  'the heads are made as long as this column says on the LAN; what the WAN rows have more was sent again on a ' +
  'lossy internet';
const browser = 'the browser’s own connections and caching, which the paper does not describe';

/**
 * @param {string} link @param {string} mode
 * @returns {{ packets: Limit, seconds: Limit, payloadBytes: Limit }}
 */
function limitsOf(link, mode) {
  /** @type {Limit} */
  const payloadBytes = link === 'PPP' ? { tolerance: 0.02 } : { reason: ownBytes };
  const known = mode.replace(' + deflate', '') in modes;
  if (known && link !== 'LAN') return { packets: { mean: 0.08 }, seconds: { mean: 0.05 }, payloadBytes };
  const reason = known ? busyServer : browser;
  return { packets: { reason }, seconds: { reason }, payloadBytes: known ? payloadBytes : { reason } };
}

/**
 * Creates the claim of one row of tables 4 to 11.
 * @param {string} table @param {'Jigsaw' | 'Apache'} server @param {string} link @param {string} mode
 * @param {'first' | 'revalidate'} visit @param {readonly number[]} figures
 * @returns {Claim}
 */
function claimRow(table, server, link, mode, visit, [packets, payloadBytes, seconds]) {
  return {
    table,
    row: `${mode}, ${visit}`,
    published: { packets, seconds, payloadBytes },
    limits: limitsOf(link, mode),
    fitted: link !== 'LAN' && mode.replace(' + deflate', '') in modes,
    predict: () => readFigures(estimate(buildScenario(server, link, mode, visit))),
  };
}

/** Creates the claims of the HTML alone over the modem (section 8.2.1), with and without deflate. @returns {Claim[]} */
function claimHtmlOnly() {
  const { uncompressed, deflated } = data.modemHtmlOnly;
  return exact(['Jigsaw', 'Apache']).flatMap((server) =>
    [
      { row: `HTML alone, ${server}`, mode: 'HTTP/1.1 pipelined', figures: uncompressed },
      { row: `HTML alone, deflated, ${server}`, mode: 'HTTP/1.1 pipelined + deflate', figures: deflated },
    ].map(({ row, mode, figures }) => ({
      table: 'modem, HTML alone',
      row,
      published: { packets: figures.packets, seconds: figures[`seconds${server}`] },
      limits: { packets: { tolerance: 0.24 }, seconds: { tolerance: 0.15 } },
      fitted: false,
      predict: () => {
        const scenario = buildScenario(server, 'PPP', mode, 'first');
        return readFigures(estimate({ ...scenario, resources: scenario.resources.slice(0, 1) }));
      },
    })),
  );
}

/** @returns {Claim[]} */
function listClaims() {
  const rows = Object.entries(data.tables).flatMap(([table, { server, link, rows }]) =>
    Object.entries(rows).flatMap(([mode, visits]) =>
      exact(['first', 'revalidate']).map((visit) =>
        claimRow(table, /** @type {'Jigsaw' | 'Apache'} */ (server), link, mode, visit, visits[visit]),
      ),
    ),
  );
  return [...rows, ...claimHtmlOnly()];
}

/** @type {Paper} */
export const sigcomm97 = { id: 'sigcomm97', citation: data.citation, listClaims };
