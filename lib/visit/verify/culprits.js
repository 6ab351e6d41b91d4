/**
 * Finds the changes that must be removed for a page to pass, by halving: each costs about log2(n) renderings. Likely
 * changes come first in `ids`, because the search gallops from the start.
 * @template T
 * @param {readonly T[]} ids of changes that together do not pass
 * @param {(ids: readonly T[]) => Promise<boolean>} passes applies a subset, renders and compares
 * @param {{ most?: number }} [options] max culprits before giving up
 * @returns {Promise<{ accepted: T[], culprits: T[] } | null>} null: the page does not pass without any of them either,
 *   or there are too many
 */
export async function findCulprits(ids, passes, { most = 8 } = {}) {
  if (!(await passes([]))) return null;
  let rest = [...ids];
  /** @type {T[]} */
  const culprits = [];
  let good = 0;
  do {
    if (culprits.length === most) return null;
    const bad = await findFirstBad(rest, good, passes);
    culprits.push(rest[bad - 1]);
    rest = rest.toSpliced(bad - 1, 1);
    good = bad - 1;
  } while (good < rest.length && !(await passes(rest)));
  return { accepted: ids.filter((id) => !culprits.includes(id)), culprits };
}

/**
 * Finds the length of the shortest start of the list that does not pass.
 * @template T
 * @param {readonly T[]} ids @param {number} good length of a start that passes
 * @param {(ids: readonly T[]) => Promise<boolean>} passes
 */
async function findFirstBad(ids, good, passes) {
  let low = good;
  let high = ids.length;
  for (let step = 1; low + step < high; step *= 2) {
    if (await passes(ids.slice(0, low + step))) low += step;
    else high = low + step;
  }
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (await passes(ids.slice(0, middle))) low = middle;
    else high = middle;
  }
  return high;
}
