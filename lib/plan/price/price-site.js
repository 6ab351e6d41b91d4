/** @import { Change, Proposal } from '../types.ts' */
/** @import { Site, SitePath } from '../../site/types.ts' */
/** @import { Linked } from '../../site/graph/build-graph.js' */
/** @import { Memo } from '../../base/memo.js' */
/** @import { Conditions } from './conditions.js' */
/** @import { Amount, Effect, PageInput } from './types.ts' */
/** @import { Weighed } from './weigh-changes.js' */

import { NO_MEMO } from '../../base/memo.js';
import { workOn } from '../../base/working-on.js';
import { glance } from '../../network/index.js';
import { expectSheets } from '../apply/expect-sheets.js';
import { documentsOf } from '../make/draft-changes.js';
import { addAmounts, subtractAmounts } from './amounts.js';
import { applyEffects } from './apply-effects.js';
import { asNames, combineEffects, withoutNames } from './combine-effects.js';
import { versionOf } from './conditions.js';
import { openPaints } from './paint.js';
import { createPricer } from './price-changes.js';
import { openSiteSavings } from './site-savings.js';
import { weighChanges } from './weigh-changes.js';

/**
 * Sites with more pages are priced by the shapes of their pages, with a few hundred runs of the model instead of
 * thousands.
 */
const MOST_EXACT_PAGES = 40;
/** Plans need fewer runs than reports, and depend on differences that a shape may lose. */
const MOST_EXACT_PLANS = 400;

/** Rules that pack files, in this order. */
const PACKING_RULES = ['minify', 'compress'];

/**
 * The savings of one change if all others are kept.
 * @typedef {{ requests: number, bytes: number, packets: number, ms: number, msBand: number }} Saves
 * @typedef {{ before: { requests: number, bytes: number }, after: { requests: number, bytes: number }, saves: Saves }}
 *   Priced
 *
 * The effect of packing on one file: on its text, then on its transferred bytes.
 * @typedef {{ path: SitePath, minified: number, compressed: number }} PackEffect
 */

/**
 * Creates the pricer for reports, under the conditions that decide.
 * @param {Linked} linked
 * @param {Conditions} conditions
 * @param {Memo} [memo]
 */
export function openPricer({ graph }, conditions, memo = NO_MEMO) {
  return createPricer({ ...pricerOptions(graph.fetches.size, conditions, MOST_EXACT_PAGES), memo });
}

/**
 * Creates the pricer for plans, which depend on differences that a page's shape would lose. `glanceView` approximates
 * `priceView` with a single run, and `paintView` returns the first paint.
 * @param {Linked} linked
 * @param {Conditions} conditions
 * @param {Memo} [memo]
 */
export function openPlanPricer({ graph }, conditions, memo = NO_MEMO) {
  const options = { ...pricerOptions(graph.fetches.size, conditions, MOST_EXACT_PLANS), memo };
  const { priceView, countView } = createPricer(options);
  const paintView = openPaints(options);
  return { priceView, countView, paintView, glanceView: createPricer({ ...options, run: glance }).priceView };
}

/**
 * @param {number} pages
 * @param {Conditions} conditions
 * @param {number} mostExact
 * @returns {import('./types.ts').PricerOptions}
 */
function pricerOptions(pages, { link, http, visit, pagesPerVisit }, mostExact) {
  return {
    conditions: { link, http: versionOf(http), visit },
    pagesPerVisit,
    pages,
    precision: pages > mostExact ? 'shape' : 'exact',
  };
}

/**
 * One version of a site with its changes: the original, or the one with normalised names.
 * @typedef {{ site: Site, linked: Linked, inputOf: ReturnType<typeof import('./page-inputs.js').openPageInputs>,
 *   accepted: readonly Change[], advised: readonly Change[] }} Side
 *
 * The savings of a plan: by change, by packed file, by rule with all its changes, and for each page one rule after the
 * other.
 * @typedef {object} Prices
 * @property {Map<Proposal, Priced>} byProposal
 * @property {Map<SitePath, { minify: Saves, compress: Saves }>} byFile
 * @property {Map<string, Amount>} byRule
 * @property {Map<SitePath, Map<string, Amount>>} byStep
 * @property {(rule: string) => { requests: number, bytes: number }} onSite saving of a rule for a visitor to every page
 */

/**
 * Prices a plan. All results are runs of one model on sets of changes. No result is a sum of separate runs.
 * @param {object} order
 * @param {Side} order.original with the changes of normalisation
 * @param {Side} order.normalised with all others
 * @param {readonly string[]} order.ruleIds in the order of the waterfall
 * @param {ReturnType<typeof openPricer>} order.pricer
 * @param {ReadonlyMap<SitePath, PackEffect>} order.packed
 * @param {(done: number, of: number) => void} tick
 * @returns {Prices}
 */
export function priceSite({ original, normalised, ruleIds, pricer, packed }, tick) {
  const { graph } = normalised.linked;
  const [renamedOn, renamingOn] = [original.accepted, original.advised].map((list) =>
    groupByPage(list, original.linked),
  );
  const acceptedOn = groupByPage(normalised.accepted, normalised.linked);
  const shownElsewhere = openShown(normalised, acceptedOn);
  const advisedOn = groupByPage(normalised.advised, normalised.linked);
  const sheets = expectSheets(normalised.accepted, normalised.linked.reads);
  const filesOn = Map.groupBy([...packed.values()], ({ path }) => graph.usedBy.get(path)?.[0] ?? path);
  /** @type {Omit<Prices, 'onSite'>} */
  const prices = { byProposal: new Map(), byFile: new Map(), byRule: new Map(), byStep: new Map() };
  const pages = [];
  let done = 0;
  for (const path of graph.fetches.keys()) {
    workOn(path);
    const [first, later] = [original.inputOf(path), normalised.inputOf(path)];
    // Other names are requested in the same places.
    const isAligned = first.references.length === later.references.length;
    const weighFirst = (/** @type {readonly Change[]} */ changes) =>
      isAligned ? asNames(weighChanges(changes, first, original.site)) : [];
    const shown = shownElsewhere(path);
    const sheet = sheets.get(path);
    const sharing = sheet ? { ...later, sheet } : later;
    const page = {
      ...(isAligned ? first : later),
      elsewhere: new Set(shown),
      changes: [
        ...weighFirst(renamedOn.get(path) ?? []),
        ...weighChanges([...(acceptedOn.get(path) ?? []), ...shown], sharing, normalised.site),
      ],
      advised: [
        ...weighFirst(renamingOn.get(path) ?? []),
        ...(advisedOn.get(path) ?? []).flatMap((change) => weighChanges([change], later, normalised.site)),
      ],
      files: filesOn.get(path) ?? [],
    };
    pages.push(page);
    const priced = priceOne(page, pricer, prices);
    prices.byStep.set(path, stepsOf(page, priced, ruleIds, pricer, prices.byRule));
    tick(++done, graph.fetches.size);
  }
  return { ...prices, onSite: openSiteSavings(original.linked, original.inputOf, pages, prices.byFile.values()) };
}

/**
 * @typedef {{ input: PageInput, changes: readonly Weighed[], elsewhere: ReadonlySet<Change>, advised:
 *   readonly Weighed[], files: readonly PackEffect[] }} PricedPage
 * @typedef {ReturnType<typeof openPricer>} Pricer
 */

/**
 * Returns a function that lists changes which affect a page but are decided on another one: those of its sheets and
 * frames, and those with edits in several pages.
 * @param {Side} side
 * @param {ReadonlyMap<SitePath, readonly Change[]>} decidedOn
 * @returns {(page: SitePath) => Change[]}
 */
function openShown({ accepted, linked: { graph } }, decidedOn) {
  const written = accepted.flatMap((change) => [...documentsOf(change)].map((document) => ({ document, change })));
  const byDocument = Map.groupBy(written, ({ document }) => document);
  return (page) => {
    const own = new Set(decidedOn.get(page));
    const shown = (graph.fetches.get(page) ?? [page]).flatMap((path) => byDocument.get(path) ?? []);
    return [...new Set(shown.map(({ change }) => change))].filter((change) => !own.has(change));
  };
}

/**
 * Prices each change and each packed file of a page if all others are kept.
 * @param {PricedPage} page
 * @param {Pricer} pricer
 * @param {Pick<Prices, 'byProposal' | 'byFile'>} prices
 */
function priceOne({ input, changes, elsewhere, advised, files }, pricer, { byProposal, byFile }) {
  const effects = [...combineEffects(changes), ...files.flatMap(packEffects)];
  const { before, after, changes: priced } = pricer.priceChanges(input, effects);
  for (const [index, { change }] of changes.entries())
    if (!elsewhere.has(change)) byProposal.set(change.proposal, pricedOf(priced[index].saves, effects[index], input));
  for (const [index, { path }] of files.entries()) {
    const at = changes.length + 2 * index;
    byFile.set(path, { minify: priced[at].saves, compress: priced[at + 1].saves });
  }
  for (const { change, effect } of advised) {
    const [{ saves }] = pricer.priceChanges(input, [effect]).changes;
    byProposal.set(change.proposal, pricedOf(saves, effect, input));
  }
  return { before, after, saves: priced.map(({ saves: { msBand: _, ...amount } }) => amount) };
}

/**
 * Returns the effect of each rule on a page in turn, and what the plan saves with the rule compared to without it.
 * @param {PricedPage} page
 * @param {ReturnType<typeof priceOne>} priced
 * @param {readonly string[]} ruleIds
 * @param {Pricer} pricer
 * @param {Map<string, Amount>} byRule
 */
function stepsOf({ input, changes, advised, files }, { before, after, saves }, ruleIds, pricer, byRule) {
  const priceWith = (/** @type {readonly Weighed[]} */ some, /** @type {readonly Effect[]} */ packing) =>
    pricer.priceFirst(applyEffects(input, [...combineEffects(withoutNames(some, changes)), ...packing]));
  const add = (/** @type {string} */ rule, /** @type {Amount} */ saved) => {
    const former = byRule.get(rule);
    byRule.set(rule, former ? addAmounts(former, saved) : saved);
  };
  const packing = files.flatMap(packEffects);
  const ofRule = Map.groupBy(changes, ({ change }) => change.rule.id);
  /** @type {Map<string, Amount>} */
  const steps = new Map();
  /** @type {Weighed[]} */
  const made = [];
  let cost = before;
  for (const rule of ruleIds) {
    const own = ofRule.get(rule);
    if (!own) continue;
    made.push(...own);
    const next = priceWith(made, []);
    steps.set(rule, subtractAmounts(next, cost));
    cost = next;
    const others = changes.filter(({ change }) => change.rule.id !== rule);
    // For a rule with one change, both are the same.
    const isPriced = own.length === 1 && !own[0].change.leadsTo;
    add(rule, isPriced ? saves[changes.indexOf(own[0])] : subtractAmounts(priceWith(others, packing), after));
  }
  for (const [rule, some] of Map.groupBy(advised, ({ change }) => change.rule.id))
    add(rule, subtractAmounts(after, priceWith([...changes, ...some], packing)));
  for (const [at, rule] of PACKING_RULES.entries()) {
    if (packing.length === 0) continue;
    const others = packing.filter((_, index) => index % PACKING_RULES.length !== at);
    const isPriced = files.length === 1;
    add(rule, isPriced ? saves[changes.length + at] : subtractAmounts(priceWith(changes, others), after));
  }
  return steps;
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
 * Groups changes by the page on which they are decided. A change of a style sheet belongs to the first page with the
 * sheet, if possible one that fetches the changed file: a font is only fetched by pages that render it.
 * @param {readonly Change[]} changes
 * @param {Linked} linked
 */
export function groupByPage(changes, { graph }) {
  return Map.groupBy(changes, (change) => {
    const { page, resource } = change.proposal;
    const documents = [...new Set([page, ...documentsOf(change)])];
    const pages = documents.flatMap((path) => (graph.fetches.has(path) ? path : (graph.usedBy.get(path) ?? [])));
    const fetching = resource === null ? undefined : pages.find((path) => graph.fetches.get(path)?.includes(resource));
    return fetching ?? pages[0] ?? '';
  });
}
