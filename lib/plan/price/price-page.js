/** @import { Memo } from '../../base/memo.js' */
/** @import { Amount, Effect, PageInput } from './types.ts' */
/** @import { Pricer } from './price-changes.js' */
/** @import { PackEffect, Priced, Saves } from './price-site.js' */
/** @import { Weighed } from './weigh-changes.js' */

import { digestOfPlain } from '../../base/digest.js';
import { recallOr } from '../../base/memo.js';
import { subtractAmounts } from './amounts.js';
import { applyEffects } from './apply-effects.js';
import { combineEffects, withoutNames } from './combine-effects.js';
import { describeEffect, withoutShare } from './describe-inputs.js';

/** Rules that pack a file, in this order. */
const PACKING_RULES = ['minify', 'compress'];

/**
 * @typedef {{ input: PageInput, changes: readonly Weighed[], advised: readonly Weighed[], files: readonly PackEffect[]
 *   }} PricedPage
 *
 * The prices of a page as plain data: of its changes, advice and packed files in their order, what each rule saves, and
 * the steps from the cost before to the cost after.
 * @typedef {object} PagePrices
 * @property {Priced[]} changes
 * @property {Priced[]} advised
 * @property {{ minify: Saves, compress: Saves }[]} files
 * @property {[rule: string, saved: Amount][]} byRule in the order in which they are added up
 * @property {[rule: string, saved: Amount][]} steps
 */

/**
 * Prices a page, or returns its prices of an earlier run: a page whose files and changes are the same needs no run of
 * the model.
 * @param {PricedPage} page
 * @param {Pricer} pricer
 * @param {readonly string[]} ruleIds in the order of the steps
 * @param {Memo} memo
 * @returns {PagePrices}
 */
export function recallPagePrices(page, pricer, ruleIds, memo) {
  const key = `page ${digestOfPlain([pricer.firstModel, ruleIds, describePage(page)])}`;
  return recallOr(memo, 'price', key, () => pricePage(page, pricer, ruleIds));
}

/**
 * Returns all that the prices of a page depend on. Visitors come with an empty cache, so the shares of files do not
 * count.
 * @param {PricedPage} page
 */
function describePage({ input: { url, files, references }, changes, advised, files: packed }) {
  const weighed = (/** @type {Weighed} */ { change, effect, rank }) => [
    change.rule.id,
    change.leadsTo !== null,
    rank,
    describeEffect(effect),
  ];
  return [url, files.map(withoutShare), references, changes.map(weighed), advised.map(weighed), packed];
}

/**
 * Prices a page.
 * @param {PricedPage} page
 * @param {Pricer} pricer
 * @param {readonly string[]} ruleIds in the order of the steps
 * @returns {PagePrices}
 */
export function pricePage(page, pricer, ruleIds) {
  const { changes, files, advised, ...priced } = priceOne(page, pricer);
  return { changes, files, advised, ...stepsOf(page, priced, ruleIds, pricer) };
}

/**
 * Prices each change and each packed file of a page with all others kept.
 * @param {PricedPage} page
 * @param {Pricer} pricer
 */
function priceOne({ input, changes, advised, files }, pricer) {
  const effects = [...combineEffects(changes), ...files.flatMap(packEffects)];
  const { before, after, changes: priced } = pricer.priceChanges(input, effects);
  return {
    before,
    after,
    saves: priced.map(({ saves: { msBand: _, ...amount } }) => amount),
    changes: changes.map((_, index) => pricedOf(priced[index].saves, effects[index], input)),
    files: files.map((_, index) => {
      const at = changes.length + PACKING_RULES.length * index;
      return { minify: priced[at].saves, compress: priced[at + 1].saves };
    }),
    advised: advised.map(({ effect }) => {
      const [{ saves }] = pricer.priceChanges(input, [effect]).changes;
      return pricedOf(saves, effect, input);
    }),
  };
}

/**
 * Returns the effect of each rule on a page in turn, and what the plan saves with the rule compared to without it.
 * @param {PricedPage} page
 * @param {Pick<ReturnType<typeof priceOne>, 'before' | 'after' | 'saves'>} priced
 * @param {readonly string[]} ruleIds
 * @param {Pricer} pricer
 */
function stepsOf({ input, changes, advised, files }, { before, after, saves }, ruleIds, pricer) {
  const priceWith = (/** @type {readonly Weighed[]} */ some, /** @type {readonly Effect[]} */ packing) =>
    pricer.priceFirst(applyEffects(input, [...combineEffects(withoutNames(some, changes)), ...packing]));
  /** @type {PagePrices['byRule']} */
  const byRule = [];
  const add = (/** @type {string} */ rule, /** @type {Amount} */ saved) => byRule.push([rule, saved]);
  const packing = files.flatMap(packEffects);
  const ofRule = Map.groupBy(changes, ({ change }) => change.rule.id);
  /** @type {PagePrices['steps']} */
  const steps = [];
  /** @type {Weighed[]} */
  const made = [];
  let cost = before;
  for (const rule of ruleIds) {
    const own = ofRule.get(rule);
    if (!own) continue;
    made.push(...own);
    const next = priceWith(made, []);
    steps.push([rule, subtractAmounts(next, cost)]);
    cost = next;
    const others = changes.filter(({ change }) => change.rule.id !== rule);
    // Of a rule with one change the two are the same.
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
  return { steps, byRule };
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
