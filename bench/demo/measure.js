/**
 * Estimates the cost of a page for the paper's visitors: its links, network stacks, clients and server, as fitted to
 * its tables.
 */

/** @import { EstimateResult } from '../../lib/network/types.ts' */
/** @import { PageInput } from '../../lib/plan/price/types.ts' */

import { estimate } from '../../lib/network/index.js';
import { setUp } from '../../lib/network/papers/sigcomm97.js';
import { openPageInputs, sentBytesOf } from '../../lib/plan/price/page-inputs.js';
import { pageScenario } from '../../lib/plan/price/page-scenario.js';
import { weighFiles } from '../../lib/plan/price/weights.js';
import { TaskProcesses } from '../../lib/run/tasks/processes.js';
import { WorkerPool } from '../../lib/run/tasks/worker-pool.js';
import { linkSite } from '../../lib/site/graph/build-graph.js';
import { readSite } from '../../lib/site/read-site.js';

const LINKS = /** @type {const} */ (['LAN', 'WAN', 'PPP']);
const DEFLATED = 'HTTP/1.1 pipelined + deflate';
const MODES = /** @type {const} */ (['HTTP/1.0', 'HTTP/1.1', 'HTTP/1.1 pipelined', DEFLATED]);

/**
 * A page of a folder, sent by a server with and without compression of text.
 * @typedef {{ plain: PageInput, deflated: PageInput }} Sent
 *
 * Reads a page of a folder.
 *
 * @param {string} folder
 * @returns {Promise<Sent>}
 */
export async function readSent(folder) {
  const site = await readSite(folder);
  const linked = linkSite(site);
  const runner = new TaskProcesses(1);
  const workers = new WorkerPool({ runner, store: null });
  try {
    const weights = await weighFiles(site, [...linked.graph.fetches.values()].flat(), workers, () => {});
    const [path] = linked.graph.fetches.keys();
    const sentAs = (/** @type {'identity' | 'gzip'} */ coding) =>
      openPageInputs(
        site,
        linked,
        sentBytesOf(weights, (weight) => weight[coding]),
      )(path).input;
    return { plain: sentAs('identity'), deflated: sentAs('gzip') };
  } finally {
    await runner.close();
  }
}

/**
 * Requests, bytes of requests and responses as counted by the paper, packets and time.
 * @typedef {{ requests: number, bytes: number, packets: number, ms: number }} Load
 * @typedef {{ link: string, mode: string, before: Load, after: Load }} Compared
 *
 * Compares the cost of a page before and after, for each of the paper's link and protocol combinations.
 * @param {Sent} before
 * @param {Sent} after
 * @param {{ compresses: boolean }} technique true if the technique includes compression of text
 * @returns {Compared[]}
 */
export function compare(before, after, { compresses }) {
  return LINKS.flatMap((link) =>
    MODES.map((mode) => {
      const isDeflated = mode === DEFLATED;
      return {
        link,
        mode,
        before: load(isDeflated ? before.deflated : before.plain, link, mode),
        after: load(isDeflated || compresses ? after.deflated : after.plain, link, mode),
      };
    }),
  );
}

/**
 * Estimates one load of a page by the paper's client, from the faster of its servers.
 * @param {PageInput} page
 * @param {typeof LINKS[number]} link
 * @param {typeof MODES[number]} mode
 * @returns {Load}
 */
function load(page, link, mode) {
  const { resources } = pageScenario(page, { link: 'ppp', http: '1.0', visit: 'first' });
  /** @type {EstimateResult} */
  const { estimate: cost } = estimate({ ...setUp('Apache', link, mode), visit: 'first', resources });
  // Retransmissions on a slow link are not counted as requests or responses.
  const bytes = resources.reduce(
    (sum, each) => sum + (each.requestBytes ?? 0) + (each.responseHeaderBytes ?? 0) + each.bytes,
    0,
  );
  return { requests: cost.requests, bytes, packets: cost.packets, ms: cost.ms };
}
