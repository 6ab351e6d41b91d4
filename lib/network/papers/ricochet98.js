/** HTTP/1.0 and pipelined HTTP/1.1 over a slow wireless link with small packets, and over a wire. */

import { exact } from '../exact.js';
import { estimate } from '../simulate.js';
import { readFigures } from './claims.js';
import { buildReplica, scatter, spreadSizes } from './replica.js';
import data from './ricochet98.json' with { type: 'json' };

/** @import { Claim, Limit, Paper } from './claims.js' */
/** @import { HttpOptions, ScenarioInput, ServerOptions } from '../types.ts' */

/** @type {Record<string, { http: Partial<HttpOptions>, server: Partial<ServerOptions> }>} */
const modes = {
  'HTTP/1.0': { http: { version: '1.0', connections: 1 }, server: { headersInOwnSegment: true } },
  'HTTP/1.1': { http: { version: '1.1', connections: 1, pipelining: true }, server: { outputBufferBytes: 4096 } },
};

const { htmlBytes, images, smallestImageBytes, largestImageBytes, totalBytes } = data.page;
const sizes = scatter(
  spreadSizes({ count: images, min: smallestImageBytes, max: largestImageBytes, total: totalBytes - htmlBytes }),
);

/**
 * Builds the page. Requests and headers share the published payload that is left after the bodies.
 * @param {'HTTP/1.0' | 'HTTP/1.1'} mode
 */
function buildPage(mode) {
  const { payloadBytes } =
    data.withoutRetransmissions[/** @type {'HTTP/1.0 wired' | 'HTTP/1.1 wired'} */ (`${mode} wired`)];
  const each = Math.round((payloadBytes - totalBytes) / (images + 1));
  const requestBytes = Math.round(each * 0.45);
  return buildReplica({ htmlBytes, images: sizes, requestBytes, responseHeaderBytes: each - requestBytes });
}

/**
 * @param {'HTTP/1.0' | 'HTTP/1.1'} mode @param {'wired' | 'wireless'} link
 * @returns {ScenarioInput}
 */
function buildScenario(mode, link) {
  const { rateBitsPerSecond, rttMs, mtu } = data.links[link];
  return {
    link: { downBitsPerSecond: rateBitsPerSecond, upBitsPerSecond: rateBitsPerSecond, rttMs, mtu },
    tcp: { stack: 'bsd97', initialWindow: 2 },
    http: modes[mode].http,
    server: { thinkMs: 8, sharedCpu: true, finWithLastData: false, ...modes[mode].server },
    resources: buildPage(mode),
  };
}

/** @type {Limit} */
const tooSlow = { reason: 'the radio’s own retransmissions and the server’s processor set the time' };

/** @returns {Claim[]} */
function listClaims() {
  return exact(['wired', 'wireless']).flatMap((link) =>
    exact(['HTTP/1.0', 'HTTP/1.1']).flatMap((mode) => {
      const { packets, payloadBytes, seconds } = data.withoutRetransmissions[`${mode} ${link}`];
      const shared = {
        row: `${mode} ${link}`,
        fitted: true,
        predict: () => readFigures(estimate(buildScenario(mode, link))),
      };
      return [
        {
          ...shared,
          table: '1',
          published: { packets: data.table1[`${mode} ${link}`].packets },
          limits: { packets: { tolerance: 0.15 } },
        },
        {
          ...shared,
          table: 'without retransmissions',
          published: { packets, payloadBytes, seconds },
          limits: { packets: { tolerance: 0.15 }, payloadBytes: { tolerance: 0.03 }, seconds: tooSlow },
        },
      ];
    }),
  );
}

/** @type {Paper} */
export const ricochet98 = { id: 'ricochet98', citation: data.citation, listClaims };
