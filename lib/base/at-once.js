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
 * Max files, pages or jobs whose work is started and not yet done, which then waits for a worker. A build has fewer
 * workers. Chosen: as many as a queue takes. If all files of a large site waited, they would need about 2 kB each.
 */
const STARTED_AT_ONCE = 256;

/**
 * Works on all items, with a max number at once, and returns the results in their order.
 * @template T, R
 * @param {readonly T[]} items @param {(item: T) => Promise<R>} work
 * @returns {Promise<R[]>}
 */
export async function mapMany(items, work) {
  /** @type {R[]} */
  const results = new Array(items.length);
  await eachAtOnce(items, STARTED_AT_ONCE, async (item, index) => {
    results[index] = await work(item);
  });
  return results;
}

/**
 * Creates a function that runs a limited number of tasks at a time, in order of arrival.
 * @param {{ readonly atOnce: number }} capacity read whenever a task starts: a queue gains workers during a build
 * @returns {<T>(task: () => Promise<T>) => Promise<T>}
 */
export function createSlots(capacity) {
  let running = 0;
  /** @type {(() => void)[]} */
  const waiting = [];
  const startNext = () => {
    while (waiting.length > 0 && running < Math.max(1, capacity.atOnce)) {
      running++;
      waiting.shift()?.();
    }
  };
  return async (task) => {
    await new Promise((resolve) => {
      waiting.push(() => resolve(null));
      startNext();
    });
    try {
      return await task();
    } finally {
      running--;
      startNext();
    }
  };
}
