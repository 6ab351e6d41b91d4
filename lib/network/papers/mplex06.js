/** Mattson & Ghosh 2006: four pages over an asymmetric link, pipelined HTTP/1.1 compared with HTTP-MPLEX. */

import { exact } from '../exact.js';
import { estimate } from '../simulate.js';
import { readFigures } from './claims.js';
import data from './mplex06.json' with { type: 'json' };
import { buildReplica, scatter, spreadSizes } from './replica.js';

/** @import { Claim, Paper } from './claims.js' */
/** @import { HttpOptions, Link, ScenarioInput } from '../types.ts' */

const { pages, indexRequestBytes } = data;

/**
 * Bytes of a response header. The paper does not print it; it follows from the published sum of the gallery's
 * responses.
 */
const responseHeaderBytes = 300;
const gallery = pages['1'];
const galleryHtmlBytes =
  gallery.totalResponseBytes - gallery.images * gallery.meanBytes - (gallery.images + 1) * responseHeaderBytes;
const requestBytes = Math.round((gallery.requestBytesTotal - indexRequestBytes) / gallery.images);

/** Positions of each page's references as shares of its HTML, from the paper's description. */
const spreads = {
  1: { from: 0.02, to: (gallery.images * gallery.referenceSpacingBytes) / galleryHtmlBytes },
  2: { from: 0.03, to: 0.97 },
  3: { from: 0.01, to: 8746 / pages['3'].htmlBytes },
  4: { from: 0.4, to: 0.6 },
};

/** @param {keyof typeof pages} number */
function buildPage(number) {
  const page = pages[number];
  const count = 'references' in page ? page.references : page.images;
  const htmlBytes = 'htmlBytes' in page ? page.htmlBytes : galleryHtmlBytes;
  const { meanBytes, minBytes: min, maxBytes: max } = page;
  const images = scatter(spreadSizes({ count, min, max, total: count * meanBytes }));
  const shared = { requestBytes, firstRequestBytes: indexRequestBytes, responseHeaderBytes };
  return buildReplica({ htmlBytes, images, ...spreads[number], ...shared });
}

/** @type {Record<string, Partial<HttpOptions>>} */
const modes = {
  'HTTP/1.1': { version: '1.1', pipelining: true, pipelineBufferBytes: 1460, pipelineFlushMs: 0 },
  'HTTP-MPLEX': { version: 'mplex', stageBytes: data.parserThresholdBytes },
};

/** @type {Partial<Link>} */
const simulated = {
  downBitsPerSecond: data.link.downBitsPerSecond,
  upBitsPerSecond: data.link.upBitsPerSecond,
  rttMs: data.link.rttMs,
};

/** @type {Partial<Link>} */
const measured = {
  downBitsPerSecond: data.measuredSeconds.link.downBitsPerSecond,
  upBitsPerSecond: data.measuredSeconds.link.upBitsPerSecond,
  rttMs: data.measuredSeconds.link.rttMs,
  framing: 'atm',
};

/**
 * @param {Partial<Link>} link @param {string} mode @param {keyof typeof pages} number @param {number} connections
 * @returns {ScenarioInput}
 */
function buildScenario(link, mode, number, connections) {
  return { link, tcp: { stack: 'ns' }, http: { ...modes[mode], connections }, resources: buildPage(number) };
}

const numbers = exact(['1', '2', '3', '4']);
const names = exact(['HTTP/1.1', 'HTTP-MPLEX']);

/** @returns {Claim[]} */
function listSimulated() {
  return names.flatMap((mode) =>
    numbers.flatMap((number) =>
      [1, 2].map((connections) => {
        const column = /** @type {'1 connection' | '2 connections'} */ (
          `${connections} connection${connections > 1 ? 's' : ''}`
        );
        return {
          table: 'I',
          row: `${mode}, page ${number}, ${column}`,
          published: { seconds: data.simulatedSeconds[mode][number][column] },
          limits: { seconds: { mean: 0.08 } },
          fitted: number === '1',
          predict: () => readFigures(estimate(buildScenario(simulated, mode, number, connections))),
        };
      }),
    ),
  );
}

/** @returns {Claim[]} */
function listMeasured() {
  return names.flatMap((mode) =>
    numbers.map((number) => ({
      table: 'II',
      row: `${mode}, page ${number}, ${data.measuredSeconds.link.connections} connections`,
      published: { seconds: data.measuredSeconds[mode][number] },
      limits: { seconds: { mean: 0.08 } },
      fitted: number === '1',
      predict: () =>
        readFigures(estimate(buildScenario(measured, mode, number, data.measuredSeconds.link.connections))),
    })),
  );
}

/** @type {Paper} */
export const mplex06 = {
  id: 'mplex06',
  citation: data.citation,
  listClaims: () => [...listSimulated(), ...listMeasured()],
};
