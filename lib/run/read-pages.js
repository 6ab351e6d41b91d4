/** @import { HarPage } from '../plan/price/har.js' */
/** @import { PageInput } from '../plan/price/types.ts' */
/** @import { Settings } from './types.ts' */

import { workOn } from '../base/working-on.js';
import { parseHar } from '../plan/price/index.js';
import { openPageInputs, sentBytesOf } from '../plan/price/page-inputs.js';
import { weighFiles } from '../plan/price/weights.js';
import { linkSite } from '../site/graph/build-graph.js';
import { openBudgets } from '../visit/browser/budget.js';
import { openBrowser } from '../visit/browser/open.js';
import { observeSite } from '../visit/measure/observe-site.js';
import { sentAs } from './optimize/report-site.js';
import { readInput } from './read-input.js';
import { TaskProcesses } from './tasks/processes.js';
import { WorkerPool } from './tasks/worker-pool.js';

/**
 * Pages in the form of the network model, with notes on the parts that the model ignores.
 * @typedef {{ kind: 'page' | 'har', name: string, pages: { page: PageInput, title: string }[], notes: string[] }} Pages
 */

/**
 * Returns the pages of a HAR file.
 * @param {unknown} har
 * @param {string} name
 * @returns {Pages}
 */
export function readHarPages(har, name) {
  workOn(name);
  const pages = parseHar(har, name);
  return {
    kind: 'har',
    name,
    pages: pages.map((page) => ({ page, title: page.title })),
    notes: pages.flatMap(({ skipped, ...page }) => [...skipped, ...noteOtherHosts(page)]),
  };
}

/**
 * Returns a page of a folder, with the files that it fetches from there.
 * @param {string} path
 * @param {string} cwd
 * @param {Settings} settings
 * @returns {Promise<Pages>}
 */
export async function readFilePage(path, cwd, settings) {
  const { site, input } = await readInput(path, cwd, settings);
  const { linked, close } = await observe(site, settings);
  const runner = new TaskProcesses(settings.jobs);
  const workers = new WorkerPool({ runner, store: null });
  try {
    const fetched = [...linked.graph.fetches.values()].flat();
    const weights = await weighFiles(site, fetched, workers, () => {});
    const inputOf = openPageInputs(site, linked, sentBytesOf(weights, sentAs(settings.server)));
    const found = [...linked.graph.fetches.keys()].map((page) => ({ page: inputOf(page).input, title: '' }));
    const missing = linked.graph.warnings.filter(({ code }) => code === 'missing-resource');
    return { kind: 'page', name: input.name, pages: found, notes: missing.map(({ message }) => message) };
  } finally {
    await Promise.all([runner.close(), close()]);
  }
}

/**
 * Links a site with the files that its pages fetch in a browser, as an audit does.
 * @param {import('../site/types.ts').Site} site
 * @param {Settings} settings
 */
async function observe(site, { browser: name, limits, routes }) {
  const budgets = openBudgets(limits);
  /** @type {import('../visit/browser/open.js').OpenBrowser | null} */
  let browser = null;
  const openVerifier = async () => {
    browser = await openBrowser({ browser: name, jobs: 1 });
    // Nothing is verified here, so only the browser and its budgets are needed.
    return browser && /** @type {import('./optimize/verify-site.js').Verifier} */ ({ browser, budgets });
  };
  const memory = { store: null, version: '' };
  const linked = await observeSite(site, linkSite(site), { openVerifier, routes, ...memory }, () => {});
  return { linked, close: async () => browser?.close() };
}

/**
 * Requests to other hosts are counted as requests to the site, because the model knows one host.
 * @param {Omit<HarPage, 'skipped'>} page
 */
function noteOtherHosts({ url, files }) {
  const own = URL.parse(url)?.host;
  const others = files.filter((file) => URL.parse(file.url)?.host !== own).length;
  return others === 0
    ? []
    : [`${url}: ${others} of ${files.length} requests went to other hosts, and are estimated as if to its own`];
}
