/** @import { Change, Proposal } from '../types.ts' */
/** @import { Site, SitePath } from '../../site/types.ts' */
/** @import { Linked } from '../../site/graph/build-graph.js' */
/** @import { Memo } from '../../base/memo.js' */
/** @import { Conditions } from './conditions.js' */
/** @import { Amount } from './types.ts' */
/** @import { ChangesOfPage } from './weigh-page.js' */

import { NO_MEMO, recallOr } from '../../base/memo.js';
import { workOn } from '../../base/working-on.js';
import { glance } from '../../network/index.js';
import { expectSheets } from '../apply/expect-sheets.js';
import { documentsOf } from '../make/draft-changes.js';
import { addAmounts } from './amounts.js';
import { versionOf } from './conditions.js';
import { openPaints } from './paint.js';
import { createPricer } from './price-changes.js';
import { pricePage, recallPagePrices } from './price-page.js';
import { openSiteSavings } from './site-savings.js';
import { keepPage, openPriceKeys, restorePage, weighPage } from './weigh-page.js';

/**
 * Sites with more pages are priced by the shapes of their pages, with a few hundred runs of the model instead of
 * thousands.
 */
const MAX_EXACT_PAGES = 40;
/** Plans need fewer runs than reports, and depend on differences that a shape may lose. */
const MAX_EXACT_PLANS = 400;

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
  return createPricer({ ...pricerOptions(graph.fetches.size, conditions, MAX_EXACT_PAGES), memo });
}

/**
 * Creates the pricer for plans, which depend on differences that a page's shape would lose. `glanceView` approximates
 * `priceView` with a single run, and `paintView` returns the first paint.
 * @param {Linked} linked
 * @param {Conditions} conditions
 * @param {Memo} [memo]
 */
export function openPlanPricer({ graph }, conditions, memo = NO_MEMO) {
  const options = { ...pricerOptions(graph.fetches.size, conditions, MAX_EXACT_PLANS), memo };
  const { model, isCached, priceView, countView } = createPricer(options);
  const paintView = openPaints(options);
  return {
    model,
    isCached,
    priceView,
    countView,
    paintView,
    glanceView: createPricer({ ...options, run: glance }).priceView,
  };
}

/**
 * @param {number} pages
 * @param {Conditions} conditions
 * @param {number} maxExact
 * @returns {import('./types.ts').PricerOptions}
 */
function pricerOptions(pages, { link, http, visit, pagesPerVisit }, maxExact) {
  return {
    conditions: { link, http: versionOf(http), visit },
    pagesPerVisit,
    pages,
    precision: pages > maxExact ? 'shape' : 'exact',
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
 * @param {Memo} [order.memo]
 * @param {(done: number, of: number) => void} tick
 * @returns {Prices}
 */
export function priceSite({ original, normalised, ruleIds, pricer, packed, memo = NO_MEMO }, tick) {
  const { fetches, usedBy } = normalised.linked.graph;
  const changesOf = openChanges(original, normalised);
  const filesOn = Map.groupBy([...packed.values()], ({ path }) => usedBy.get(path)?.[0] ?? path);
  const priceOne = openPrices({ original, normalised, ruleIds, pricer, memo });
  /** @type {Omit<Prices, 'onSite'>} */
  const prices = { byProposal: new Map(), byFile: new Map(), byRule: new Map(), byStep: new Map() };
  const pages = [];
  let done = 0;
  for (const path of fetches.keys()) {
    workOn(path);
    const lists = changesOf(path);
    const files = filesOn.get(path) ?? [];
    const { page, said } = priceOne(path, lists, files);
    pages.push(page);
    addPrices(prices, path, { ...page, elsewhere: lists.elsewhere, files }, said);
    tick(++done, fetches.size);
  }
  return {
    ...prices,
    onSite: openSiteSavings(original.linked, original.inputOf.fileAt, pages, prices.byFile.values()),
  };
}

/**
 * Returns a function that lists the changes which affect a page.
 * @param {Side} original @param {Side} normalised
 * @returns {(path: SitePath) => ChangesOfPage & { elsewhere: ReadonlySet<Change> }} `elsewhere`: changes that are
 *   decided on another page
 */
function openChanges(original, normalised) {
  const [renamedOn, renamingOn] = [original.accepted, original.advised].map((list) =>
    groupByPage(list, original.linked),
  );
  const [acceptedOn, advisedOn] = [normalised.accepted, normalised.advised].map((list) =>
    groupByPage(list, normalised.linked),
  );
  const shownElsewhere = openShown(normalised, acceptedOn);
  const sheets = expectSheets(normalised.accepted, normalised.linked.reads);
  return (path) => {
    const shown = shownElsewhere(path);
    const sheet = sheets.get(path);
    return {
      renamed: renamedOn.get(path) ?? [],
      renaming: renamingOn.get(path) ?? [],
      made: [...(acceptedOn.get(path) ?? []), ...shown],
      advised: advisedOn.get(path) ?? [],
      elsewhere: new Set(shown),
      ...(sheet ? { sheet } : {}),
    };
  };
}

/**
 * Returns a function that weighs and prices the changes of a page, or recalls both.
 * @param {{ original: Side, normalised: Side, ruleIds: readonly string[], pricer: ReturnType<typeof openPricer>, memo:
 *   Memo }} order
 */
function openPrices({ original, normalised, ruleIds, pricer, memo }) {
  const keyOf = openPriceKeys({ original, normalised, ruleIds, model: pricer.firstModel });
  const { follows } = original.linked.graph;
  return (
    /** @type {SitePath} */ path,
    /** @type {ChangesOfPage} */ lists,
    /** @type {readonly PackEffect[]} */ files,
  ) => {
    const key = memo === NO_MEMO ? null : keyOf(path, lists, files);
    const weigh = () => ({ ...weighPage(path, lists, original, normalised), files });
    if (key === null) {
      const page = weigh();
      return { page, said: recallPagePrices(page, pricer, ruleIds, memo) };
    }
    const kept = recallOr(memo, 'price', key, () => {
      const page = weigh();
      return keepPage(page, pricePage(page, pricer, ruleIds));
    });
    return { page: { references: follows.get(path) ?? [], ...restorePage(kept, lists) }, said: kept.said };
  };
}

/**
 * Adds the prices of a page to those of the site, always in the same order: sums of fractions depend on it.
 * @param {Omit<Prices, 'onSite'>} prices @param {SitePath} path
 * @param {Omit<import('./price-page.js').PricedPage, 'input'> & { elsewhere: ReadonlySet<Change> }} page
 * @param {import('./price-page.js').PagePrices} said
 */
function addPrices({ byProposal, byFile, byRule, byStep }, path, { changes, elsewhere, advised, files }, said) {
  for (const [index, { change }] of changes.entries())
    if (!elsewhere.has(change)) byProposal.set(change.proposal, said.changes[index]);
  for (const [index, file] of files.entries()) byFile.set(file.path, said.files[index]);
  for (const [index, { change }] of advised.entries()) byProposal.set(change.proposal, said.advised[index]);
  for (const [rule, saved] of said.byRule) {
    const former = byRule.get(rule);
    byRule.set(rule, former ? addAmounts(former, saved) : saved);
  }
  byStep.set(path, new Map(said.steps));
}

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
