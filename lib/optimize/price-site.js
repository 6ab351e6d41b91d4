/** @import { ChangeReport, Estimate, Proposal, Site, SitePath } from '../types.ts' */
/** @import { Linked } from '../graph/build-graph.js' */
/** @import { Effect, PageInput } from '../price/types.ts' */
/** @import { Ready } from './apply-plan.js' */
/** @import { Priced } from './change-rows.js' */
/** @import { Conditions } from './conditions.js' */
/** @import { Packed } from './pack-site.js' */

import { createPricer, estimatePage } from '../price/index.js';
import { effectOf } from './effects.js';
import { openPageInputs } from './page-inputs.js';

/** Sites of more pages are priced by the shapes of their pages: a few hundred runs of the model instead of thousands. */
const MOST_EXACT_PAGES = 40;

/**
 * What packing does to one file: its text gets shorter, and then what travels of it.
 * @typedef {{ path: SitePath, minified: number, compressed: number }} PackEffect
 */

/**
 * Prices every change on the page it stands on, each left out of all that is done.
 * @param {object} order
 * @param {Site} order.site
 * @param {Linked} order.linked
 * @param {(path: SitePath) => number} order.sentBytes
 * @param {readonly Ready[]} order.accepted
 * @param {readonly Ready[]} order.advised
 * @param {ReadonlyMap<SitePath, PackEffect>} order.packed
 * @param {Conditions} order.conditions
 * @param {(done: number, of: number) => void} tick
 * @returns {{ byProposal: Map<Proposal, Priced>, byFile: Map<SitePath, { minify: Priced['saves'], compress: Priced['saves'] }> }}
 */
export function priceSite({ site, linked, sentBytes, accepted, advised, packed, conditions }, tick) {
  const { graph } = linked;
  const pages = graph.fetches.size;
  const precision = pages > MOST_EXACT_PAGES ? 'shape' : 'exact';
  const { link, http, visit, pagesPerVisit } = conditions;
  const pricer = createPricer({
    conditions: /** @type {any} */ ({ link, http, visit }),
    pagesPerVisit,
    pages,
    precision,
  });
  const inputOf = openPageInputs(site, linked, sentBytes);
  /** @type {Map<Proposal, Priced>} */
  const byProposal = new Map();
  /** @type {Map<SitePath, { minify: Priced['saves'], compress: Priced['saves'] }>} */
  const byFile = new Map();
  const acceptedOn = groupByPage(accepted, linked);
  const advisedOn = groupByPage(advised, linked);
  const filesOn = Map.groupBy([...packed.values()], ({ path }) => graph.usedBy.get(path)?.[0] ?? path);
  let done = 0;
  for (const page of graph.fetches.keys()) {
    const { input, references } = inputOf(page);
    const here = acceptedOn.get(page) ?? [];
    const files = filesOn.get(page) ?? [];
    const effects = [...here.map((ready) => effectOf(ready, references, site)), ...files.flatMap(packEffects)];
    const { changes } = pricer.priceChanges(input, effects);
    here.forEach(({ proposal }, index) => {
      byProposal.set(proposal, pricedOf(changes[index].saves, effects[index], input));
    });
    files.forEach(({ path }, index) => {
      const at = here.length + 2 * index;
      byFile.set(path, { minify: changes[at].saves, compress: changes[at + 1].saves });
    });
    for (const ready of advisedOn.get(page) ?? []) {
      const effect = effectOf(ready, references, site);
      byProposal.set(ready.proposal, pricedOf(pricer.priceChanges(input, [effect]).changes[0].saves, effect, input));
    }
    tick(++done, pages);
  }
  return { byProposal, byFile };
}

/**
 * @param {readonly Ready[]} ready
 * @param {Linked} linked
 */
function groupByPage(ready, { graph }) {
  return Map.groupBy(ready, ({ proposal }) =>
    graph.fetches.has(proposal.page) ? proposal.page : (graph.usedBy.get(proposal.page)?.[0] ?? ''),
  );
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
 * @returns {(page: SitePath) => Estimate[]}
 */
export function openEstimates(before, after, { link, http, visit, links, https }) {
  const sides = [before, after].map((side) => openPageInputs(side.site, side.linked, side.sentBytes));
  const wanted = [...new Set([link, ...links])].flatMap((name) =>
    [...new Set([http, ...https])].map((version) => ({ link: name, http: version, visit })),
  );
  /** @type {Map<string, import('../types.ts').Cost>} */
  const known = new Map();
  const costOf = (/** @type {PageInput} */ input, /** @type {any} */ conditions) => {
    const key = JSON.stringify([
      conditions,
      input.files.map(({ type, bytes, decodedBytes }) => [type, bytes, decodedBytes]),
      input.references.map(({ atByte }) => atByte),
    ]);
    const cost = known.get(key) ?? estimatePage(input, conditions).estimate;
    known.set(key, cost);
    return cost;
  };
  return (page) => {
    const [first, later] = sides.map((inputOf) => inputOf(page).input);
    return wanted.map((conditions) =>
      Object.freeze({ ...conditions, before: costOf(first, conditions), after: costOf(later, conditions) }),
    );
  };
}
