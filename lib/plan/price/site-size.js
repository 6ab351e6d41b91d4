/** @import { Weight } from '../types.ts' */
/** @import { Reference, SitePath } from '../../site/types.ts' */
/** @import { FileInput, PageInput, ReferenceInput } from './types.ts' */
/** @import { Linked } from '../../site/graph/build-graph.js' */
/** @import { Weighed } from './weigh-changes.js' */

import { applyEffects } from './apply-effects.js';
import { combineEffects } from './combine-effects.js';

/** Share of the bytes that packing may remove that counts as certain before packing. */
const SURE_SHARE = 0.8;

/** URL of a synthetic page that requests all pages of the site. */
const ROOT = '';

/**
 * Changes of one page. Their effects use the page's numbers of references.
 * @typedef {{ references: readonly Reference[], changes: readonly Weighed[] }} PageChanges
 * The size of all files: uncompressed, and as transferred.
 * @typedef {{ identity: number, sent: number }} SiteSize
 */

/**
 * Returns a function that builds the input of all files that a site's pages fetch, each once, with a selection of
 * changes.
 * @param {Linked} linked
 * @param {ReturnType<typeof import('./page-inputs.js').openPageInputs>} inputOf
 */
export function openSiteSize({ graph }, inputOf) {
  /** @type {Map<SitePath, FileInput>} */
  const files = new Map([[ROOT, { url: ROOT, type: 'other', bytes: 0 }]]);
  /** @type {Map<Reference, number>} */
  const positions = new Map();
  /** @type {ReferenceInput[]} */
  const references = [];
  for (const page of graph.fetches.keys()) {
    const { input, references: ofPage } = inputOf(page);
    for (const file of input.files) files.set(file.url, file);
    for (const [index, reference] of ofPage.entries()) {
      if (positions.has(reference)) continue;
      positions.set(reference, references.length);
      references.push(input.references[index]);
    }
  }
  const documents = new Set([...graph.fetches.values()].map(([document]) => document));
  for (const to of documents) references.push({ from: ROOT, to, atByte: 0 });
  const site = { url: ROOT, files: [...files.values()], references };

  /** @param {readonly PageChanges[]} pages @returns {PageInput} */
  return (pages) => {
    const changes = pages.flatMap(({ references: ofPage, changes: here }) =>
      here.map(({ effect, rank }) => ({
        rank,
        effect: { ...effect, drops: effect.drops?.map((index) => positions.get(ofPage[index]) ?? -1) },
      })),
    );
    return applyEffects(site, combineEffects(changes));
  };
}

/** @param {PageInput} site @returns {SiteSize} */
export function sizeOfSite({ files }) {
  return {
    identity: files.reduce((sum, { bytes, decodedBytes = bytes }) => sum + decodedBytes, 0),
    sent: files.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/**
 * Returns the size limit of the site before packing, so that the site does not grow: packing shortens its texts later.
 * Bytes sent are compared with bytes sent before, both unpacked.
 * @param {Linked} linked
 * @param {ReturnType<typeof import('./page-inputs.js').openPageInputs>} inputOf
 * @param {ReadonlyMap<SitePath, Weight>} weights
 * @param {boolean} minify
 * @returns {SiteSize}
 */
export function limitSize(linked, inputOf, weights, minify) {
  const before = openSiteSize(linked, inputOf)([]);
  const { identity, sent } = sizeOfSite(before);
  if (!minify) return { identity, sent };
  const needless = before.files.reduce((sum, { url }) => sum + (weights.get(url)?.needless ?? 0), 0);
  return { identity: identity + SURE_SHARE * needless, sent };
}
