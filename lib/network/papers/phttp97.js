/** Heidemann 1997: three documents over one connection, and the cost of a short segment on it. */

import { exact } from '../exact.js';
import { estimate } from '../simulate.js';
import { readFigures } from './claims.js';
import data from './phttp97.json' with { type: 'json' };

/** @import { Claim, Paper } from './claims.js' */
/** @import { HttpOptions, ScenarioInput, ServerOptions } from '../types.ts' */

/**
 * Parameters that the paper does not print. The work for a connection and for a request was chosen on the rows of 43 ms
 * and 26 ms, the phase of the receiver's heartbeat on that of 195 ms. The row of 605 ms is held out.
 */
const fit = { perConnectionMs: 6.7, thinkMs: 0.15, heartbeatPhaseMs: 7 };

/**
 * @type {{ row: keyof typeof data.meanMs, http: Partial<HttpOptions>, server: Partial<ServerOptions>, fitted: boolean
 *   }[]}
 */
const rows = [
  { row: 'HTTP/1.0', http: { version: '1.0', connections: 1 }, server: { nagle: true }, fitted: true },
  {
    row: 'P-HTTP, headers in their own segment, Nagle on',
    http: { version: '1.1', connections: 1 },
    server: { nagle: true, headersInOwnSegment: true },
    fitted: false,
  },
  {
    row: 'P-HTTP, headers with the first data, Nagle on',
    http: { version: '1.1', connections: 1 },
    server: { nagle: true },
    fitted: true,
  },
  {
    row: 'P-HTTP, headers with the first data, Nagle off',
    http: { version: '1.1', connections: 1 },
    server: { nagle: false },
    fitted: true,
  },
];

/**
 * @param {Partial<HttpOptions>} http @param {Partial<ServerOptions>} server
 * @returns {ScenarioInput}
 */
function buildScenario(http, server) {
  const { documents, headerBytes, requestBytes } = data.page;
  const bitsPerSecond = data.link.userToUserMbitPerSecond * 1e6;
  return {
    link: { downBitsPerSecond: bitsPerSecond, upBitsPerSecond: bitsPerSecond, rttMs: data.link.rttMs },
    tcp: {
      stack: 'bsd97',
      initialWindow: data.tcp.initialWindowSegments,
      delayedAckMs: data.tcp.delayedAckMs,
      windowBytes: data.tcp.window,
      heartbeatPhaseMs: fit.heartbeatPhaseMs,
    },
    http,
    server: {
      ...server,
      writeBytes: data.tcp.serverWriteBytes,
      finWithLastData: false,
      perConnectionMs: fit.perConnectionMs,
      thinkMs: fit.thinkMs,
    },
    resources: documents.map((bytes, index) => ({
      url: `/${index}`,
      type: exact('html'),
      bytes,
      requestBytes,
      responseHeaderBytes: headerBytes,
      ...(index === 0 ? {} : { foundIn: '/0', foundAtByte: documents[0] }),
    })),
  };
}

/** @returns {Claim[]} */
function listClaims() {
  return rows.map(({ row, http, server, fitted }) => ({
    table: '1',
    row,
    published: { seconds: data.meanMs[row] / 1000 },
    limits: {
      seconds:
        row === 'HTTP/1.0'
          ? { reason: 'most of it is the server starting a process for each connection' }
          : { tolerance: 0.03 },
    },
    fitted,
    predict: () => readFigures(estimate(buildScenario(http, server))),
  }));
}

/** @type {Paper} */
export const phttp97 = { id: 'phttp97', citation: data.citation, listClaims };
