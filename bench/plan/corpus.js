/** Plans real pages and compares the plans with making all changes, making none, and the best of all combinations. */

/** @import { Conditions } from '../../lib/plan/price/types.ts' */
/** @import { Change } from '../../lib/plan/types.ts' */

import { resolve, sep } from 'node:path';
import { makers as codecMakers } from '../../lib/images/codecs/makers.js';
import { lookAtImages } from '../../lib/plan/detect/look-at-images.js';
import { runRules } from '../../lib/plan/detect/run-rules.js';
import { weighAmount } from '../../lib/plan/index.js';
import { draftChanges } from '../../lib/plan/make/draft-changes.js';
import { createTextReading } from '../../lib/plan/make/explain-texts.js';
import { makeSmallest } from '../../lib/plan/make/smallest-maker.js';
import { createTextImageMaker } from '../../lib/plan/make/text-image-maker.js';
import { textMakers } from '../../lib/plan/make/text-makers.js';
import { openPlanner } from '../../lib/plan/plan-site.js';
import { combineEffects } from '../../lib/plan/price/combine-effects.js';
import { findLarger } from '../../lib/plan/price/find-larger.js';
import { applyEffects } from '../../lib/plan/price/index.js';
import { openPageInputs, sentBytesOf } from '../../lib/plan/price/page-inputs.js';
import { groupByPage, openPlanPricer } from '../../lib/plan/price/price-site.js';
import { weighChanges } from '../../lib/plan/price/weigh-changes.js';
import { weighFiles } from '../../lib/plan/price/weights.js';
import { openCache } from '../../lib/run/cache/cache.js';
import { openIntegrity } from '../../lib/run/optimize/integrity.js';
import { sentAs } from '../../lib/run/optimize/report-site.js';
import { readSettings, ruleSettings } from '../../lib/run/settings.js';
import { TaskProcesses } from '../../lib/run/tasks/processes.js';
import { WorkerPool } from '../../lib/run/tasks/worker-pool.js';
import { VERSION } from '../../lib/run/version.js';
import { linkSite } from '../../lib/site/graph/build-graph.js';
import { readSite } from '../../lib/site/read-site.js';
import { rules } from '../../rules/index.js';
import { takePart } from '../peers/part.js';

const maxExhausted = 12;
const halfPacket = 0.005;

/**
 * Reads a site and creates all candidates of its rules, without a browser.
 * @param {string} folder @param {string | null} cacheFolder
 * @param {number} [most] max number of its pages
 */
export async function readProposals(folder, cacheFolder, most = Number.POSITIVE_INFINITY) {
  const settings = await readSettings(folder, '', {});
  const levels = ruleSettings(settings, rules);
  const site = takePart(await readSite(folder), most);
  const store = cacheFolder ? await openCache(cacheFolder) : null;
  const runner = new TaskProcesses(settings.jobs);
  const workers = new WorkerPool({ runner, store });
  const reading = createTextReading(async () => null);
  const makers = {
    ...Object.fromEntries(Object.keys(codecMakers).map((name) => [name, workers.makerOf(name)])),
    ...textMakers,
    smallest: makeSmallest,
    'text-image': createTextImageMaker(async () => reading),
  };
  const tick = () => {};
  try {
    const linked = linkSite(site);
    const images = await lookAtImages(site, linked, workers, tick);
    const found = runRules({ site, linked, images, rules, settings: levels }, tick);
    const context = {
      site,
      integrity: openIntegrity(site),
      rules,
      settings: levels,
      safety: settings.safety,
      makers,
      store,
      versionOf: () => VERSION,
    };
    const { changes } = await draftChanges(found, { ...context, capacity: { atOnce: settings.jobs } }, tick);
    const weights = await weighFiles(site, [...linked.graph.fetches.values()].flat(), workers, tick);
    const inputOf = openPageInputs(site, linked, sentBytesOf(weights, sentAs(settings.server)));
    const levelOf = (/** @type {{ rule: string }} */ { rule }) => levels.get(rule)?.level ?? 'off';
    const wanted = changes.filter(({ proposal, isAdvice }) => levelOf(proposal) !== 'advise' && !isAdvice);
    return {
      name: resolve(folder).split(sep).slice(-2).join('/'),
      site,
      linked,
      changes,
      wanted,
      inputOf,
      levelOf,
      safety: settings.safety,
    };
  } finally {
    await Promise.all([runner.close(), reading.close()]);
    await store?.close();
  }
}

/**
 * Plans a site under some conditions and compares the cost of each page's plan with the alternatives.
 * @param {Awaited<ReturnType<typeof readProposals>>} proposals @param {Conditions} conditions
 */
export function planPages({ site, linked, changes, wanted, inputOf, levelOf, safety }, conditions) {
  const whole = /** @type {any} */ ({ ...conditions, links: [], https: [], server: 'gzip', pagesPerVisit: 0 });
  const pricer = openPlanPricer(linked, whole);
  const start = process.cpuUsage();
  const most = { identity: Infinity, sent: Infinity };
  const plan = openPlanner({ site, linked, levelOf, safety, most, inputOf, pricer, others: [] });
  const planned = plan({ changes, refused: [] }, () => {});
  const { user, system } = process.cpuUsage(start);
  const accepted = new Set(planned.accepted);
  const fileSizes = {
    sizeOf: (/** @type {string} */ path) => site.files.get(path)?.size ?? 0,
    pagesWith: (/** @type {string} */ path) => linked.graph.usedBy.get(path)?.length ?? 1,
  };
  const pages = [...groupByPage(wanted, linked)].map(([path, entries]) => {
    const scenario = inputOf(path);
    const all = weighChanges(entries, scenario, site);
    const price = (/** @type {typeof all} */ chosen) =>
      pricer.priceView(applyEffects(scenario.input, combineEffects(chosen)));
    const larger = findLarger(all, fileSizes);
    const offered = all.filter(({ change }) => !larger.has(change));
    return {
      path,
      choices: offered.length,
      nothing: price([]),
      plan: price(all.filter(({ change }) => accepted.has(change))),
      everything: priceIfAllowed(takeAll(offered), price),
      best: offered.length <= maxExhausted ? findBest(offered, price) : null,
    };
  });
  return { pages, cpuMs: (user + system) / 1000 };
}

/**
 * @template {{ change: Change }} T
 * @param {T} one @param {T} other
 */
function clash({ change: one }, { change: other }) {
  const [a, b] = [one.proposal.range, other.proposal.range];
  return a !== null && b !== null && a.start < b.end && b.start < a.end;
}

/**
 * Takes every candidate that does not conflict with one taken before.
 * @template {{ change: Change }} T
 * @param {readonly T[]} offered
 */
function takeAll(offered) {
  /** @type {T[]} */
  const taken = [];
  for (const one of offered) if (!taken.some((other) => clash(one, other))) taken.push(one);
  return taken;
}

/** @typedef {ReturnType<ReturnType<typeof openPlanPricer>['priceView']>} Amount */

/**
 * Returns the price of a set, provided that none of its members costs packets with all others kept.
 * @template T
 * @param {T[]} chosen @param {(chosen: T[]) => Amount} price
 */
function priceIfAllowed(chosen, price) {
  const amount = price(chosen);
  const isAllowed = chosen.every(
    (_, index) => price(chosen.toSpliced(index, 1)).packets >= amount.packets - halfPacket,
  );
  return isAllowed ? amount : null;
}

/**
 * Finds the cheapest of all permitted sets.
 * @template {{ change: Change }} T
 * @param {readonly T[]} offered @param {(chosen: T[]) => Amount} price
 */
function findBest(offered, price) {
  let best = Number.POSITIVE_INFINITY;
  for (let bits = 0; bits < 2 ** offered.length; bits += 1) {
    const chosen = offered.filter((_, index) => bits & (1 << index));
    if (chosen.some((one, index) => chosen.slice(index + 1).some((other) => clash(one, other)))) continue;
    if (weighAmount(price(chosen)) >= best) continue;
    const allowed = priceIfAllowed(chosen, price);
    if (allowed) best = weighAmount(allowed);
  }
  return best;
}
