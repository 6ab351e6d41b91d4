/** @import { Effect, Growth, PageInput } from './types.ts' */
/** @import { Weighed } from './weigh-changes.js' */

/** Min bytes of a request and the headers of its response, which a file costs besides its content. */
export const REQUEST_BYTES = 400;

/**
 * Returns true if changes that are applied together only remove bytes. They gain under every condition and need no
 * weighing.
 * @param {readonly Effect[]} effects
 * @param {PageInput} input
 */
export function isPureGain(effects, { files, references }) {
  const sizeOf = (/** @type {string} */ url) => files.find((file) => file.url === url)?.bytes ?? 0;
  const dropped = new Set(effects.flatMap(({ drops = [] }) => drops));
  const left = new Set(references.flatMap(({ to }, index) => (dropped.has(index) ? [] : [to])));
  const gone = new Set([...dropped].map((index) => references[index].to).filter((url) => !left.has(url)));
  const added = [
    ...new Map(effects.flatMap(({ addsFiles = [] }) => addsFiles.map((file) => [file.url, file]))).values(),
  ];
  const replaced = effects.flatMap(({ replaces = [] }) => replaces);
  const keys = new Set();
  const text = sum(
    effects
      .flatMap(({ grows = [] }) => grows)
      .map(({ key, bytes, decodedBytes }) => {
        if (key !== undefined && keys.has(key)) return 0;
        if (key !== undefined) keys.add(key);
        return bytes ?? decodedBytes;
      }),
  );
  // A file that the page offers and browsers skip is no file of the page, but becomes smaller, too.
  const formerOf = (/** @type {typeof replaced[number]} */ { url, former = 0 }) => sizeOf(url) || former;
  const before = sum([...gone].map((url) => sizeOf(url) + REQUEST_BYTES)) + sum(replaced.map(formerOf));
  const joined = effects.some(({ joins }) => joins) ? 1 : 0;
  const own = sum(added.map(({ bytes }) => bytes + REQUEST_BYTES)) + sum(replaced.map(({ bytes }) => bytes));
  const after = own + joined * REQUEST_BYTES;
  return added.length + joined <= gone.size && (after + text < before || (text < 0 && after <= before));
}

/** @param {readonly number[]} numbers */
export function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

/** @param {Effect} effect */
export function bringsFiles({ addsFiles = [], replaces = [] }) {
  return addsFiles.length + replaces.length > 0;
}

/**
 * Combines the effects of changes of one page. A change counts only for the references that no change of lower rank
 * handles; without any, it has no effect, and its files are not fetched. A file named by a page and its sheet becomes
 * smaller once.
 * @param {readonly { effect: Effect, rank: number }[]} changes
 * @returns {Effect[]}
 */
export function combineEffects(changes) {
  /** @type {Map<number, number>} */
  const ranks = new Map();
  for (const { effect, rank } of changes)
    for (const index of effect.drops ?? []) ranks.set(index, Math.min(rank, ranks.get(index) ?? rank));
  const written = new Set();
  const isFirst = (/** @type {{ url: string, bytes: number }} */ { url, bytes }) => {
    const key = `${bytes} ${url}`;
    return !written.has(key) && written.add(key);
  };
  return changes.map(({ effect: whole, rank }) => {
    const effect = whole.replaces ? { ...whole, replaces: whole.replaces.filter(isFirst) } : whole;
    const { drops = [], grows = [] } = effect;
    const left = drops.filter((index) => ranks.get(index) === rank);
    if (left.length === drops.length) return effect;
    if (left.length === 0) {
      const { joins: _, ...others } = effect;
      return { ...others, drops: [], addsFiles: [], addsReferences: [], grows: [], inlines: [] };
    }
    return { ...effect, drops: left, grows: grows.map((growth) => partOf(growth, left.length / drops.length)) };
  });
}

/** The rank of changes of names: all other changes precede them. */
const NAME_RANK = 3;

/** Ranks changes of names, on which all others build. @param {readonly Weighed[]} changes @returns {Weighed[]} */
export function asNames(changes) {
  return changes.map((change) => ({ ...change, rank: NAME_RANK }));
}

/**
 * Returns changes without the effects that build on omitted changes of names: a reference leads to another format of a
 * file only if the file is requested by that name.
 * @param {readonly Weighed[]} changes some of a page's
 * @param {readonly Weighed[]} all of them
 * @returns {readonly Weighed[]}
 */
export function withoutNames(changes, all) {
  const names = all.filter(({ rank }) => rank === NAME_RANK);
  const left = names.length > 0 ? new Set(changes) : new Set();
  const missing = new Set(names.flatMap((one) => (left.has(one) ? [] : (one.effect.drops ?? []))));
  if (missing.size === 0) return changes;
  return changes.map((one) => {
    const { rank, effect } = one;
    const drops = effect.drops?.filter((index) => !missing.has(index));
    return rank === 0 || drops?.length === effect.drops?.length ? one : { ...one, effect: { ...effect, drops } };
  });
}

/** @param {Growth} growth @param {number} part */
function partOf(growth, part) {
  // Shared text counts in full with the first change.
  if (growth.key !== undefined) return growth;
  const { bytes, decodedBytes } = growth;
  return { ...growth, decodedBytes: decodedBytes * part, ...(bytes === undefined ? {} : { bytes: bytes * part }) };
}
