/** Time between two counts of the workers. Chosen: short against builds that need help. */
const COUNT_MS = 2000;
const NAME = 'jobs-';

/** Returns the name under which a worker listens, which says what it can do. @param {number} atOnce */
export const workerName = (atOnce) => `${NAME}${atOnce}`;

/**
 * Counts the tasks that the workers of a queue can run at once, again and again: workers may start after a build, or
 * end before it.
 * @param {{ getWorkers(): Promise<{ [key: string]: string }[]> }} queue
 * @param {number} [everyMs]
 * @returns {Promise<{ now: () => number, stop: () => void }>}
 */
export async function countWorkers(queue, everyMs = COUNT_MS) {
  const count = async () => {
    const names = (await queue.getWorkers()).map(({ rawname }) => rawname.slice(rawname.lastIndexOf(NAME)));
    return names.reduce((sum, name) => sum + Number(name.slice(NAME.length)), 0);
  };
  let latest = await count();
  const timer = setInterval(async () => {
    // A server that is gone is noticed by the connection itself.
    latest = await count().catch(() => latest);
  }, everyMs).unref();
  return { now: () => latest, stop: () => clearInterval(timer) };
}
