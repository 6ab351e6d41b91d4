/** @import { Effect, FileInput, PageInput, ReferenceInput } from './types.ts' */

import { sizeOf } from './page-scenario.js';

/**
 * Returns the page with the effects of some changes, in any order.
 * @param {PageInput} page
 * @param {readonly Effect[]} effects
 * @returns {PageInput}
 */
export function applyEffects(page, effects) {
  if (effects.length === 0) return page;
  const dropped = new Set(effects.flatMap(({ drops = [] }) => drops));
  const moved = new Map(effects.flatMap(({ moves = [] }) => moves.map(({ reference, atByte }) => [reference, atByte])));
  const kept = page.references.flatMap((reference, index) => {
    if (dropped.has(index)) return [];
    const atByte = moved.get(index);
    return [atByte === undefined ? reference : { ...reference, atByte }];
  });
  const added = listAdded(effects);
  const carried = listCarried(effects);
  const named = [...kept, ...added].flatMap((reference) => {
    const place = carried.get(reference.from);
    return place ? [reference, { ...reference, from: place.into, atByte: place.atByte }] : [reference];
  });
  const files = changeFiles(page.files, effects, carried);
  const references = shiftReferences(named, page.files, files);
  return { ...page, files: keepReached(page.url, files, references), references };
}

/** @typedef {ReadonlyMap<string, { into: string, atByte: number }>} Carried files that are inlined into another */

/** Returns the references that effects add. @param {readonly Effect[]} effects */
export function listAdded(effects) {
  const joined = new Map(effects.flatMap(({ joins }) => (joins ? [[joins.reference.from, joins]] : [])));
  return [
    ...effects.flatMap(({ addsReferences = [] }) => addsReferences),
    ...[...joined.values()].map(({ reference }) => reference),
  ];
}

/** @param {readonly Effect[]} effects @returns {Carried} */
export function listCarried(effects) {
  return new Map(effects.flatMap(({ inlines = [] }) => inlines.map((one) => [one.url, one])));
}

/**
 * Returns files with their new sizes, and added ones.
 * @param {readonly FileInput[]} files @param {readonly Effect[]} effects @param {Carried} carried
 */
export function changeFiles(files, effects, carried) {
  const all = new Map(files.map((file) => [file.url, file]));
  for (const { addsFiles = [], replaces = [], joins } of effects) {
    for (const file of joins ? [...addsFiles, joins.file] : addsFiles) if (!all.has(file.url)) all.set(file.url, file);
    for (const { url, bytes, decodedBytes } of replaces) {
      const former = all.get(url);
      if (former) all.set(url, { ...former, bytes, decodedBytes: decodedBytes ?? bytes });
    }
  }
  for (const [url, { decodedBytes, bytes }] of sumGrowth(effects, all, carried)) {
    const former = all.get(url);
    if (!former) continue;
    const decoded = Math.max(0, Math.round(sizeOf(former) + decodedBytes));
    all.set(url, { ...former, decodedBytes: decoded, bytes: Math.max(0, Math.round(former.bytes + bytes)) });
  }
  return [...all.values()];
}

/**
 * Moves references with the text around them, as if a file grew evenly.
 * @param {readonly ReferenceInput[]} references
 * @param {readonly FileInput[]} before
 * @param {readonly FileInput[]} after
 */
function shiftReferences(references, before, after) {
  const sizes = new Map(before.map((file) => [file.url, sizeOf(file)]));
  const ratios = new Map(
    after.flatMap((file) => {
      const size = sizes.get(file.url) ?? 0;
      return size > 0 && size !== sizeOf(file) ? [[file.url, sizeOf(file) / size]] : [];
    }),
  );
  return references.map((reference) => {
    const ratio = ratios.get(reference.from);
    return ratio === undefined ? reference : { ...reference, atByte: Math.floor(reference.atByte * ratio) };
  });
}

/**
 * Sums the growth of each file, and of the files into which it is inlined. Shared growth counts once.
 * @param {readonly Effect[]} effects
 * @param {ReadonlyMap<string, FileInput>} files
 * @param {Carried} carried
 */
function sumGrowth(effects, files, carried) {
  const seen = new Set();
  /** @type {Map<string, { decodedBytes: number, bytes: number }>} */
  const sums = new Map();
  const growths = effects.flatMap(({ grows = [] }) => grows);
  const within = growths.flatMap((growth) => {
    const place = carried.get(growth.url);
    return place ? [{ ...growth, url: place.into }] : [];
  });
  for (const { url, key, decodedBytes, bytes } of [...growths, ...within]) {
    if (key !== undefined) {
      if (seen.has(`${url}\n${key}`)) continue;
      seen.add(`${url}\n${key}`);
    }
    const file = files.get(url);
    if (!file) continue;
    const ratio = sizeOf(file) > 0 ? file.bytes / sizeOf(file) : 1;
    const sum = sums.get(url) ?? { decodedBytes: 0, bytes: 0 };
    sums.set(url, {
      decodedBytes: sum.decodedBytes + decodedBytes,
      bytes: sum.bytes + (bytes ?? decodedBytes * ratio),
    });
  }
  return sums;
}

/**
 * Removes files that can no longer be reached.
 * @param {string} root
 * @param {readonly FileInput[]} files
 * @param {readonly ReferenceInput[]} references
 */
function keepReached(root, files, references) {
  /** @type {Map<string, string[]>} */
  const targets = new Map();
  for (const { from, to } of references) {
    const list = targets.get(from);
    if (list) list.push(to);
    else targets.set(from, [to]);
  }
  const reached = new Set([root]);
  for (const url of reached) for (const to of targets.get(url) ?? []) reached.add(to);
  return files.filter(({ url }) => reached.has(url));
}
