/**
 * Starts work on all items in their order, with a max number at once.
 * @template T
 * @param {Iterable<T>} items @param {number} atOnce @param {(item: T, index: number) => Promise<void>} work
 */
export async function eachAtOnce(items, atOnce, work) {
  const queue = [...items].entries();
  await Promise.all(
    Array.from({ length: Math.max(atOnce, 1) }, async () => {
      for (const [index, item] of queue) await work(item, index);
    }),
  );
}

/**
 * Max files whose work is started and not yet done, which then waits for a worker. A build has fewer workers. Chosen:
 * as many as a queue takes. If all files of a large site waited, they would need about 2 kB each.
 */
const FILES_AT_ONCE = 256;

/**
 * Works on all files, with a max number at once, and returns the results in their order.
 * @template T, R
 * @param {readonly T[]} files @param {(file: T) => Promise<R>} work
 * @returns {Promise<R[]>}
 */
export async function mapFiles(files, work) {
  /** @type {R[]} */
  const results = new Array(files.length);
  await eachAtOnce(files, FILES_AT_ONCE, async (file, index) => {
    results[index] = await work(file);
  });
  return results;
}

/**
 * Creates a function that runs a limited number of tasks at a time, in order of arrival.
 * @param {number} most
 * @returns {<T>(task: () => Promise<T>) => Promise<T>}
 */
export function createSlots(most) {
  let free = Math.max(1, most);
  /** @type {(() => void)[]} */
  const waiting = [];
  return async (task) => {
    if (free > 0) free--;
    else await new Promise((resolve) => waiting.push(() => resolve(null)));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free++;
    }
  };
}
