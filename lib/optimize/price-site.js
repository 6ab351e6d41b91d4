/** @import { ChangeReport, Estimate, Proposal, Site, SitePath } from '../types.ts' */
/** @import { Linked } from '../graph/build-graph.js' */
/** @import { Effect, PageInput } from '../price/types.ts' */
/** @import { Trace } from '../report/types.ts' */
/** @import { Ready } from './apply-plan.js' */
/** @import { Priced } from './change-rows.js' */
/** @import { Conditions } from './conditions.js' */
/** @import { Packed } from './pack-site.js' */

import { hash } from 'node:crypto';
import { glance } from '../network/index.js';
import { createPricer, estimatePage, tracePage } from '../price/index.js';
import { combineEffects, weighChanges } from './effects.js';
import { openPageInputs } from './page-inputs.js';
import { groupByPage } from './plan-site.js';

/** Sites of more pages are priced by the shapes of their pages: a few hundred runs of the model instead of thousands. */
const MOST_EXACT_PAGES = 40;
/** Plans look at fewer sets of changes than reports at changes, and are made by differences that a shape may lose. */
const MOST_EXACT_PLANS = 400;

/**
 * What packing does to one file: its text gets shorter, and then what travels of it.
 * @typedef {{ path: SitePath, minified: number, compressed: number }} PackEffect
 */

/**
 * The model under the conditions that decide, for reports.
 * @param {Linked} linked
 * @param {Conditions} conditions
 */
export function openPricer({ graph }, conditions) {
  return createPricer(pricerOptions(graph.fetches.size, conditions, MOST_EXACT_PAGES));
}

/**
 * The same for plans, which are made by differences that a page's shape would lose; `glanceView` says about what `priceView`
 * says, by a single run.
 * @param {Linked} linked
 * @param {Conditions} conditions
 */
export function openPlanPricer({ graph }, conditions) {
  const options = pricerOptions(graph.fetches.size, conditions, MOST_EXACT_PLANS);
  const { priceView, countView } = createPricer(options);
  return { priceView, countView, glanceView: createPricer({ ...options, run: glance }).priceView };
}

/**
 * @param {number} pages
 * @param {Conditions} conditions
 * @param {number} mostExact
 * @returns {import('../price/types.ts').PricerOptions}
 */
function pricerOptions(pages, { link, http, visit, pagesPerVisit }, mostExact) {
  const conditions = /** @type {any} */ ({ link, http, visit });
  return { conditions, pagesPerVisit, pages, precision: pages > mostExact ? 'shape' : 'exact' };
}

/**
 * Prices every change on the page it stands on, each left out of all that is done.
 * @param {object} order
 * @param {Site} order.site
 * @param {Linked} order.linked
 * @param {ReturnType<typeof openPageInputs>} order.inputOf
 * @param {ReturnType<typeof openPricer>} order.pricer
 * @param {readonly Ready[]} order.accepted
 * @param {readonly Ready[]} order.advised
 * @param {ReadonlyMap<SitePath, PackEffect>} order.packed
 * @param {(done: number, of: number) => void} tick
 * @returns {{ byProposal: Map<Proposal, Priced>, byFile: Map<SitePath, { minify: Priced['saves'], compress: Priced['saves'] }> }}
 */
export function priceSite({ site, linked, inputOf, pricer, accepted, advised, packed }, tick) {
  const { graph } = linked;
  /** @type {Map<Proposal, Priced>} */
  const byProposal = new Map();
  /** @type {Map<SitePath, { minify: Priced['saves'], compress: Priced['saves'] }>} */
  const byFile = new Map();
  const acceptedOn = groupByPage(accepted, linked);
  const advisedOn = groupByPage(advised, linked);
  const filesOn = Map.groupBy([...packed.values()], ({ path }) => graph.usedBy.get(path)?.[0] ?? path);
  let done = 0;
  for (const page of graph.fetches.keys()) {
    const scenario = inputOf(page);
    const { input } = scenario;
    const here = acceptedOn.get(page) ?? [];
    const files = filesOn.get(page) ?? [];
    const own = combineEffects(weighChanges(here, scenario, site));
    const effects = [...own, ...files.flatMap(packEffects)];
    const { changes } = pricer.priceChanges(input, effects);
    here.forEach(({ proposal }, index) => {
      byProposal.set(proposal, pricedOf(changes[index].saves, effects[index], input));
    });
    files.forEach(({ path }, index) => {
      const at = here.length + 2 * index;
      byFile.set(path, { minify: changes[at].saves, compress: changes[at + 1].saves });
    });
    for (const ready of advisedOn.get(page) ?? []) {
      const [{ effect }] = weighChanges([ready], scenario, site);
      byProposal.set(ready.proposal, pricedOf(pricer.priceChanges(input, [effect]).changes[0].saves, effect, input));
    }
    tick(++done, graph.fetches.size);
  }
  return { byProposal, byFile };
}

/**
 * @param {PackEffect} pack
 * @returns {Effect[]}
 */
function packEffects({ path, minified, compressed }) {
  return [
    { grows: [{ url: path, decodedBytes: -minified }] },
    { grows: [{ url: path, decodedBytes: 0, bytes: -compressed }] },
  ];
}

/**
 * @param {Priced['saves']} saves
 * @param {Effect} effect
 * @param {PageInput} input
 * @returns {Priced}
 */
function pricedOf(saves, { drops = [], addsFiles = [], replaces = [] }, { files, references }) {
  const sizes = new Map(files.map(({ url, bytes }) => [url, bytes]));
  const gone = new Set(drops.map((index) => references[index].to));
  const replaced = new Set(replaces.map(({ url }) => url));
  const before = [...gone, ...replaced].reduce((sum, url) => sum + (sizes.get(url) ?? 0), 0);
  const requests = gone.size + replaced.size;
  const later = addsFiles.length + replaced.size;
  return {
    before: { requests, bytes: before },
    after: { requests: later, bytes: Math.max(0, before - saves.bytes) },
    saves,
  };
}

/**
 * What every page costs before and after, on each of the report's links and versions.
 * @param {{ site: Site, linked: Linked, sentBytes: (path: SitePath) => number }} before
 * @param {{ site: Site, linked: Linked, sentBytes: (path: SitePath) => number }} after
 * @param {Conditions} conditions
 */
export function openEstimates(before, after, { link, http, visit, links, https, also = [] }) {
  const sides = [before, after].map((side) => openPageInputs(side.site, side.linked, side.sentBytes));
  const crossed = [link, ...links].flatMap((name) =>
    // The names are the user's, checked by now.
    [http, ...https].map((version) => ({ link: name, http: /** @type {any} */ (version), visit })),
  );
  const wanted = [...new Map([...crossed, ...also].map((each) => [JSON.stringify(each), each])).values()];
  /** @type {Map<string, Estimate['before'][]>} by what the model reads of a page: many pages are alike */
  const known = new Map();
  const costsOf = (/** @type {PageInput} */ input) => {
    const key = hash('sha1', describeInput(input));
    const costs = known.get(key) ?? wanted.map((each) => estimatePage(input, each).estimate);
    known.set(key, costs);
    return costs;
  };
  return {
    /** @param {SitePath} page @returns {Estimate[]} */
    estimatesOf: (page) => {
      const [first, later] = sides.map((inputOf) => costsOf(inputOf(page).input));
      return wanted.map((each, index) => Object.freeze({ ...each, before: first[index], after: later[index] }));
    },
    /** What the model saw of a page, for the report's waterfall. @param {SitePath} page @returns {Trace[]} */
    tracesOf: (page) => {
      const [first, later] = sides.map((inputOf) => inputOf(page).input);
      return wanted.map((each) => ({
        page,
        ...each,
        before: tracePage(first, estimatePage(first, each)),
        after: tracePage(later, estimatePage(later, each)),
      }));
    },
  };
}

/** @param {PageInput} input */
function describeInput({ files, references }) {
  const index = new Map(files.map(({ url }, at) => [url, at]));
  return JSON.stringify([
    files.map(({ type, bytes, decodedBytes }) => [type, bytes, decodedBytes]),
    references.map(({ from, to, atByte }) => [index.get(from), index.get(to), atByte]),
  ]);
}
