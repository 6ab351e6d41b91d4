/** @import { EstimateResult } from '../../network/types.ts' */
/** @import { Amount, Conditions, Effect, FileInput, PageInput, PagePrice, PricerOptions } from './types.ts' */

import { hash } from 'node:crypto';
import { digestOf } from '../../base/digest.js';
import { NO_MEMO, recallOr } from '../../base/memo.js';
import { bandOfDifference, estimate } from '../../network/index.js';
import { subtractAmounts } from './amounts.js';
import { applyEffects } from './apply-effects.js';
import { pageScenario } from './page-scenario.js';
import { roundToShape } from './shape.js';
import { isProbablyCached, meanPagesPerVisit } from './visits.js';

/**
 * Relative difference of a page's time below which the model cannot order two variants. See docs/network-accuracy.md.
 */
export const modelError = 0.08;

/** @typedef {ReturnType<typeof createPricer>} Pricer */

/**
 * Creates functions that price pages and changes under fixed conditions. Each page is run once.
 * @param {PricerOptions} options
 */
export function createPricer({
  conditions,
  pagesPerVisit,
  pages,
  precision = 'exact',
  run = estimate,
  memo = NO_MEMO,
}) {
  const meanPages = meanPagesPerVisit(pagesPerVisit, pages);
  const firstShare = conditions.visit === 'first' ? 1 / meanPages : 1;
  const isCached = openCached({ pagesPerVisit, pages });
  const leaveCached = openLeaving({ pagesPerVisit, pages });
  const firstModel = digestOf([run.name, conditions, precision]);
  const { runOnce, countRuns } = openRuns({ conditions, precision, run, memo });

  /**
   * Returns the cost of a page for a visitor with an empty cache.
   * @param {PageInput} page
   * @param {PageInput} [reference] a page that it is compared with
   * @returns {Amount}
   */
  const priceFirst = (page, reference = page) => ({ ...countPage(page, conditions), ...runOnce(page, reference) });

  /**
   * Returns the cost of one view of a page: the first of a visit, or a later one with shared files cached.
   * @param {PageInput} page
   * @param {PageInput} [reference]
   * @returns {Amount}
   */
  const priceView = (page, reference = page) => {
    const first = priceFirst(page, reference);
    const later = leaveCached(page);
    if (firstShare === 1 || later === page) return first;
    return mix(first, priceFirst(later, reference === page ? later : leaveCached(reference)), firstShare);
  };

  /**
   * Prices changes in order, each on top of those before it.
   * @param {PageInput} page
   * @param {readonly Effect[]} effects
   * @returns {Amount[]}
   */
  const priceInOrder = (page, effects) => {
    const stages = [page, ...effects.map((_, index) => applyEffects(page, effects.slice(0, index + 1)))];
    const prices = stages.map((stage) => priceFirst(stage));
    return effects.map((_, index) => subtractAmounts(prices[index], prices[index + 1]));
  };

  return {
    /** Names what prices depend on besides the page, and which of its files are cached on later views. */
    model: digestOf([firstModel, firstShare]),
    isCached,
    /** Names the same for visitors with an empty cache, whatever else they visit. */
    firstModel,
    priceFirst,
    priceView,
    /**
     * Prices changes of one page for a visitor with an empty cache: all without one, and each in its turn.
     * @param {PageInput} page
     * @param {readonly Effect[]} effects
     * @returns {PagePrice}
     */
    priceChanges(page, effects) {
      const done = applyEffects(page, effects);
      const after = priceFirst(done);
      const ways = precision === 'exact' ? priceInOrder(page, effects) : null;
      const changes = effects.map((_, index) => {
        const without = priceFirst(applyEffects(page, effects.toSpliced(index, 1)), done);
        const saves = subtractAmounts(without, after);
        const inOrder = ways ? ways[index] : null;
        const other = inOrder ?? saves;
        const spread = Math.abs(saves.ms - other.ms) / 2;
        const msBand = round(Math.max(spread, bandOfDifference(Math.max(Math.abs(saves.ms), Math.abs(other.ms)))));
        return { saves: { ...saves, msBand }, inOrder };
      });
      return { before: priceFirst(page), after, changes };
    },
    /** Returns the requests and bytes of one view without a run of the model. @param {PageInput} page */
    countView(page) {
      const first = countPage(page, conditions);
      const later = countPage(leaveCached(page), conditions);
      const share = firstShare;
      return {
        requests: share * first.requests + (1 - share) * later.requests,
        bytes: share * first.bytes + (1 - share) * later.bytes,
      };
    },
    /** Returns the number of runs of the model. */
    countRuns,
  };
}

/**
 * Creates functions that run the model. Pages of one shape are run once, and results of earlier runs are recalled.
 * @param {Required<Pick<PricerOptions, 'conditions' | 'precision' | 'run' | 'memo'>>} options
 */
function openRuns({ conditions, precision, run, memo }) {
  /** @type {Map<string, { packets: number, ms: number }>} */
  const known = new Map();
  const model = digestOf([run.name, conditions]);
  return {
    /** @param {PageInput} page @param {PageInput} reference */
    runOnce: (page, reference) => {
      const scenario = pageScenario(precision === 'shape' ? roundToShape(page, reference) : page, conditions);
      const key = hash('sha1', `${scenario.http?.icon ?? ''} ${describeResources(scenario.resources)}`);
      const former = known.get(key);
      if (former) return former;
      const found = recallOr(memo, 'price', `${model} ${key}`, () => {
        const { packets, ms } = run(scenario).estimate;
        return { packets, ms };
      });
      known.set(key, found);
      return found;
    },
    countRuns: () => known.size,
  };
}

/**
 * Prices the changes of one page under one set of conditions.
 * @param {{ page: PageInput, changes: readonly Effect[] } & PricerOptions} order
 * @returns {PagePrice}
 */
export function priceChanges({ page, changes, ...options }) {
  return createPricer(options).priceChanges(page, changes);
}

/**
 * Runs the model on an unchanged page, and returns its waterfall, too.
 * @param {PageInput} page
 * @param {Conditions} conditions
 * @returns {EstimateResult}
 */
export function estimatePage(page, conditions) {
  return estimate(pageScenario(page, conditions));
}

/**
 * Returns the share of the other pages that fetch a file, because this page cannot put it into the cache.
 * @param {number} share
 * @param {number} [pages]
 */
function shareOfOthers(share, pages) {
  return pages === undefined ? share : Math.max(0, share * pages - 1) / Math.max(1, pages - 1);
}

/**
 * Returns a function that returns true if a visitor has a file in the cache from earlier pages.
 * @param {Pick<PricerOptions, 'pagesPerVisit' | 'pages'>} options
 * @returns {(file: FileInput) => boolean}
 */
function openCached({ pagesPerVisit, pages }) {
  const meanPages = meanPagesPerVisit(pagesPerVisit, pages);
  return ({ share = 0 }) => isProbablyCached(shareOfOthers(share, pages), meanPages);
}

/**
 * Returns a function that removes the files of a page that a visitor has in the cache from earlier pages. The page
 * itself is always fetched.
 * @param {Pick<PricerOptions, 'pagesPerVisit' | 'pages'>} options
 * @returns {(page: PageInput) => PageInput}
 */
export function openLeaving(options) {
  const isCached = openCached(options);
  return (page) => {
    const cached = new Set(page.files.filter((file) => file.url !== page.url && isCached(file)).map(({ url }) => url));
    if (cached.size === 0) return page;
    // The references of a cached sheet are requested as soon as the sheet itself is referenced.
    const openedAt = new Map(
      page.references.filter(({ from }) => from === page.url).map(({ to, atByte }) => [to, atByte]),
    );
    const references = page.references.map((reference) =>
      cached.has(reference.from)
        ? { ...reference, from: page.url, atByte: openedAt.get(reference.from) ?? 0 }
        : reference,
    );
    const files = page.files.filter(({ url }) => !cached.has(url));
    // A missing icon is requested once per visit.
    return { ...page, files, references, ...(page.missesIcon ? { missesIcon: false } : {}) };
  };
}

/**
 * Returns requests and bytes, which need no run of the model.
 * @param {PageInput} page
 * @param {Conditions} conditions
 */
function countPage({ files }, { visit }) {
  return { requests: files.length, bytes: visit === 'first' ? files.reduce((sum, file) => sum + file.bytes, 0) : 0 };
}

/**
 * Describes resources by everything that the model reads. URLs are not part of it.
 * @param {ReturnType<typeof pageScenario>['resources']} resources
 */
function describeResources(resources) {
  const index = new Map(resources.map(({ url }, position) => [url, position]));
  return resources
    .map(({ type, bytes, decodedBytes, requestBytes, responseHeaderBytes, foundIn, foundAtByte, deferred }) =>
      [
        type,
        bytes,
        decodedBytes,
        requestBytes,
        responseHeaderBytes,
        foundIn ? index.get(foundIn) : '',
        foundAtByte,
        deferred ?? false,
      ].join(' '),
    )
    .join('|');
}

/** @param {Amount} a @param {Amount} b @param {number} share of `a` @returns {Amount} */
function mix(a, b, share) {
  /** @param {keyof Amount} key */
  const of = (key) => share * a[key] + (1 - share) * b[key];
  return { requests: of('requests'), bytes: of('bytes'), packets: of('packets'), ms: of('ms') };
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 100) / 100;
}
