/** @import { Change } from '../types.ts' */
/** @import { Reference, SitePath } from '../../site/types.ts' */
/** @import { ExpectedSheet } from '../apply/expect-sheets.js' */
/** @import { PagePrices } from './price-page.js' */
/** @import { PackEffect, Side } from './price-site.js' */
/** @import { Effect, PageInput } from './types.ts' */
/** @import { Weighed } from './weigh-changes.js' */

import { digestOfPlain, digestOnce } from '../../base/digest.js';
import { asNames } from './combine-effects.js';
import { openChangeIds, openPageIds } from './page-ids.js';
import { weighChanges } from './weigh-changes.js';

/**
 * The changes that affect a page.
 * @typedef {object} ChangesOfPage
 * @property {readonly Change[]} renamed changes of names
 * @property {readonly Change[]} renaming the same that are only advised
 * @property {readonly Change[]} made all others, those that are decided on other pages last
 * @property {readonly Change[]} advised
 * @property {ExpectedSheet} [sheet] the new sheet that the page is expected to load
 *
 * @typedef {{ input: PageInput, references: readonly Reference[], changes: readonly Weighed[], advised: readonly
 *   Weighed[] }} WeighedPage
 */

/**
 * Returns a page with the effects of its changes.
 * @param {SitePath} path @param {ChangesOfPage} lists @param {Side} original @param {Side} normalised
 * @returns {WeighedPage}
 */
export function weighPage(path, { renamed, renaming, made, advised, sheet }, original, normalised) {
  const first = original.inputOf(path);
  const later = original.inputOf === normalised.inputOf ? first : normalised.inputOf(path);
  // Other names are requested in the same places.
  const isAligned = first.references.length === later.references.length;
  const weighFirst = (/** @type {readonly Change[]} */ changes) =>
    isAligned ? asNames(weighChanges(changes, first, original.site)) : [];
  const sharing = sheet ? { ...later, sheet } : later;
  const { input, references } = isAligned ? first : later;
  return {
    input,
    references,
    changes: [...weighFirst(renamed), ...weighChanges(made, sharing, normalised.site)],
    advised: [...weighFirst(renaming), ...advised.flatMap((change) => weighChanges([change], later, normalised.site))],
  };
}

/**
 * The effects and prices of a page's changes as plain data.
 * @typedef {{ effect: Effect, rank: number }} KeptEffect
 * @typedef {{ changes: KeptEffect[], advised: KeptEffect[], said: PagePrices }} KeptPage
 */

/**
 * Returns a function that names the prices of a page, null if they depend on more than it names.
 * @param {{ original: Side, normalised: Side, ruleIds: readonly string[], model: string }} order
 */
export function openPriceKeys({ original, normalised, ruleIds, model }) {
  const { site, linked, inputOf } = original;
  const isSame = inputOf === normalised.inputOf && original.accepted.length + original.advised.length === 0;
  if (!isSame) return () => null;
  const idOf = openPageIds(site, linked, inputOf.fileAt);
  const idOfChange = openChangeIds(site, inputOf.fileAt);
  const around = digestOfPlain([model, ruleIds]);
  return (
    /** @type {SitePath} */ path,
    /** @type {ChangesOfPage} */ { made, advised, sheet },
    /** @type {readonly PackEffect[]} */ files,
  ) => {
    const id = idOf(path);
    if (id === null) return null;
    const said = [made.map(idOfChange), advised.map(idOfChange), sheet && [sheet.url, digestOnce(sheet.classes)]];
    return `kept ${digestOfPlain([around, id, said, files])}`;
  };
}

/** @param {Pick<WeighedPage, 'changes' | 'advised'>} page @param {PagePrices} said @returns {KeptPage} */
export function keepPage({ changes, advised }, said) {
  const keep = (/** @type {Weighed} */ { effect, rank }) => ({ effect, rank });
  return { changes: changes.map(keep), advised: advised.map(keep), said };
}

/**
 * @param {KeptPage} kept @param {ChangesOfPage} lists of the page
 * @returns {Pick<WeighedPage, 'changes' | 'advised'>}
 */
export function restorePage(kept, { made, advised }) {
  return {
    changes: made.map((change, index) => ({ change, ...kept.changes[index] })),
    advised: advised.map((change, index) => ({ change, ...kept.advised[index] })),
  };
}
