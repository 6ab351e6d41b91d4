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
