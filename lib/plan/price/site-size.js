/** @import { Weight } from '../types.ts' */
/** @import { Reference, SitePath } from '../../site/types.ts' */
/** @import { Effect, FileInput } from './types.ts' */
/** @import { Linked } from '../../site/graph/build-graph.js' */
/** @import { Weighed } from './weigh-changes.js' */

import { changeFiles, listAdded, listCarried } from './apply-effects.js';
import { combineEffects } from './combine-effects.js';

/** Share of the bytes that packing may remove that counts as certain before packing. */
const SURE_SHARE = 0.8;

/**
 * Changes of one page. Their effects use the page's numbers of references.
 * @typedef {{ references: readonly Reference[], changes: readonly Weighed[] }} PageChanges
 * The size of all files: uncompressed, and as transferred.
 * @typedef {{ identity: number, sent: number }} SiteSize
 * All files that the pages of a site fetch, each once.
 * @typedef {{ files: readonly FileInput[] }} SiteFiles
 */

/**
 * Returns a function that lists all files that a site's pages fetch, each once, with a selection of changes.
 * @param {Linked} linked
 * @param {(path: SitePath) => FileInput} fileAt
 */
export function openSiteSize({ graph }, fileAt) {
  /** @type {readonly FileInput[]} */
  const files = [...new Set([...graph.fetches.values()].flat())].map(fileAt);
  /** @type {ReturnType<typeof groupByParent> | null} */
  let byParent = null;

  /** @param {readonly PageChanges[]} pages @returns {SiteFiles} */
  return (pages) => {
    /** Numbers of the references that changes drop. @type {Map<Reference, number>} */
    const numbers = new Map();
    const isIdle = openIdle();
    const changes = pages.flatMap(({ references, changes: here }) =>
      here.flatMap(({ effect, rank }) =>
        isIdle(effect) ? [] : [{ rank, effect: withNumbers(effect, references, numbers) }],
      ),
    );
    if (changes.length === 0) return { files };
    const effects = combineEffects(changes);
    const changed = changeFiles(files, effects, listCarried(effects));
    const dropped = new Set(effects.flatMap(({ drops = [] }) => drops));
    // Then all files are still requested.
    if (dropped.size === 0 && changed.length === files.length) return { files: changed };
    const isDropped = (/** @type {Reference} */ reference) => dropped.has(numbers.get(reference) ?? -1);
    byParent ??= groupByParent(graph);
    const reached = followAll(graph, { byParent, isDropped, effects });
    return { files: changed.filter(({ url }) => reached.has(url)) };
  };
}

/**
 * Returns an effect with numbers of dropped references that are the same on all pages.
 * @param {Effect} effect @param {readonly Reference[]} references of the page @param {Map<Reference, number>} numbers
 */
function withNumbers(effect, references, numbers) {
  if (!effect.drops?.length) return effect;
  const drops = effect.drops.map((index) => {
    const number = numbers.get(references[index]) ?? numbers.size;
    numbers.set(references[index], number);
    return number;
  });
  return { ...effect, drops };
}

/**
 * Returns a function that returns true if an effect only repeats former ones: a file that every page shows becomes
 * smaller once.
 */
function openIdle() {
  const [lists, written] = [new Set(), new Set()];
  return (/** @type {Effect} */ effect) => {
    const { replaces = [] } = effect;
    const fresh = lists.has(replaces)
      ? []
      : replaces.map(({ url, bytes }) => `${bytes} ${url}`).filter((key) => !written.has(key));
    lists.add(replaces);
    for (const key of fresh) written.add(key);
    return fresh.length === 0 && doesReplaceOnly(effect);
  };
}

/** Returns true if an effect does nothing but replace files. @param {Effect} effect */
function doesReplaceOnly({ grows = [], joins, drops, moves, inlines, addsFiles, addsReferences }) {
  if (joins || [drops, moves, inlines, addsFiles, addsReferences].some((list) => list?.length)) return false;
  return !grows.some((growth) => 'key' in growth || growth.bytes || growth.decodedBytes);
}

/** Groups the references that pages follow by the file that contains them. @param {Linked['graph']} graph */
function groupByParent({ follows }) {
  /** @type {Map<SitePath, Set<Reference>>} */
  const byParent = new Map();
  for (const references of follows.values()) {
    for (const reference of references) {
      const group = byParent.get(reference.from);
      if (group) group.add(reference);
      else byParent.set(reference.from, new Set([reference]));
    }
  }
  return byParent;
}

/**
 * Returns all files that pages request with some effects.
 * @param {Linked['graph']} graph
 * @param {{ byParent: ReadonlyMap<SitePath, ReadonlySet<Reference>>, isDropped: (reference: Reference) => boolean,
 *   effects: readonly Effect[] }} changed
 */
function followAll({ fetches }, { byParent, isDropped, effects }) {
  const added = Map.groupBy(listAdded(effects), ({ from }) => from);
  /** The files that are inlined into a file. */
  const inlined = Map.groupBy(listCarried(effects), ([, { into }]) => into);
  const reached = new Set([...fetches.values()].map(([document]) => document));
  for (const url of reached) {
    for (const from of [url, ...(inlined.get(url) ?? []).map(([path]) => path)]) {
      for (const reference of byParent.get(from) ?? []) {
        const { target } = reference;
        if (target.kind === 'file' && !isDropped(reference)) reached.add(target.path);
      }
      for (const { to } of added.get(from) ?? []) reached.add(to);
    }
  }
  return reached;
}

/** @param {SiteFiles} site @returns {SiteSize} */
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
 * @param {(path: SitePath) => FileInput} fileAt
 * @param {ReadonlyMap<SitePath, Weight>} weights
 * @param {boolean} minify
 * @returns {SiteSize}
 */
export function limitSize(linked, fileAt, weights, minify) {
  const before = openSiteSize(linked, fileAt)([]);
  const { identity, sent } = sizeOfSite(before);
  if (!minify) return { identity, sent };
  const needless = before.files.reduce((sum, { url }) => sum + (weights.get(url)?.needless ?? 0), 0);
  return { identity: identity + SURE_SHARE * needless, sent };
}
