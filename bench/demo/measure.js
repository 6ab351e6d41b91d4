/**
 * What a page costs the visitors of the paper: its links, stacks, clients and server, as the model was fitted to its
 * tables.
 */

/** @import { EstimateResult } from '../../lib/network/types.ts' */
/** @import { PageInput } from '../../lib/plan/price/types.ts' */

import { estimate } from '../../lib/network/index.js';
import { setUp } from '../../lib/network/papers/sigcomm97.js';
import { openPageInputs, sentBytesOf } from '../../lib/plan/price/page-inputs.js';
import { pageScenario } from '../../lib/plan/price/page-scenario.js';
import { weighFiles } from '../../lib/plan/price/weights.js';
import { TaskProcesses } from '../../lib/run/tasks/processes.js';
import { openWorkerPool } from '../../lib/run/tasks/worker-pool.js';
import { VERSION } from '../../lib/run/version.js';
import { linkSite } from '../../lib/site/graph/build-graph.js';
import { readSite } from '../../lib/site/read-site.js';

const LINKS = /** @type {const} */ (['LAN', 'WAN', 'PPP']);
const DEFLATED = 'HTTP/1.1 pipelined + deflate';
const MODES = /** @type {const} */ (['HTTP/1.0', 'HTTP/1.1', 'HTTP/1.1 pipelined', DEFLATED]);

/**
 * A page of a folder, as a server sends it that compresses texts and one that does not.
 * @typedef {{ plain: PageInput, deflated: PageInput }} Sent
 *
 * @param {string} folder
 * @returns {Promise<Sent>}
 */
export async function readSent(folder) {
  const site = await readSite(folder);
  const linked = linkSite(site);
  const runner = new TaskProcesses(1);
  const workers = openWorkerPool({ runner, store: null, version: VERSION });
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
 * Requests, bytes of requests and responses as the paper counts them, packets and time.
 * @typedef {{ requests: number, bytes: number, packets: number, ms: number }} Load
 * @typedef {{ link: string, mode: string, before: Load, after: Load }} Compared
 *
 * What a page costs before and after, in each of the paper's ways to load it.
 * @param {Sent} before
 * @param {Sent} after
 * @param {{ compresses: boolean }} technique whether it is among what is done that texts are sent compressed
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
 * One load of a page by the paper's client, from the faster of its servers.
 * @param {PageInput} page
 * @param {typeof LINKS[number]} link
 * @param {typeof MODES[number]} mode
 * @returns {Load}
 */
function load(page, link, mode) {
  const { resources } = pageScenario(page, { link: 'ppp', http: '1.0', visit: 'first' });
  /** @type {EstimateResult} */
  const { estimate: cost } = estimate({ ...setUp('Apache', link, mode), visit: 'first', resources });
  // What is sent again on a slow line is no request or response more.
  const bytes = resources.reduce(
    (sum, each) => sum + (each.requestBytes ?? 0) + (each.responseHeaderBytes ?? 0) + each.bytes,
    0,
  );
  return { requests: cost.requests, bytes, packets: cost.packets, ms: cost.ms };
}
