/** Number of tasks for each worker from which they are divided evenly. */
const MANY = 1000;

/**
 * A stage of a build with one worker: its time without the tasks of workers, and the time of each of these.
 * @typedef {{ name: string, ownMs: number, tasksMs: readonly number[] }} Stage
 */

/**
 * Estimates the time of a build with workers that do one task at a time. A stage ends when its last task is done.
 * @param {readonly Stage[]} stages
 * @param {{ times: number, workers: number, speed: number, roundTripMs: number }} way `times`: pages of the site, as a
 *   multiple; `speed` of a worker, as a share of a core
 */
export function estimateBuild(stages, { times, workers, speed, roundTripMs }) {
  return stages.reduce((sum, { ownMs, tasksMs }) => {
    const count = Math.round(tasksMs.length * times);
    const all = Array.from({ length: count }, (_, index) => tasksMs[index % tasksMs.length] / speed);
    // Workers have their next tasks before they have finished one, so only the first waits for the network.
    return sum + ownMs * times + shareOut(workers, all) + (count > 0 ? roundTripMs : 0);
  }, 0);
}

/**
 * Returns the time until all tasks are done: the longest first, each by the next free worker.
 * @param {number} workers @param {readonly number[]} tasksMs
 */
function shareOut(workers, tasksMs) {
  const sum = tasksMs.reduce((all, ms) => all + ms, 0);
  // With so many tasks for each worker, all end at about the same time.
  if (tasksMs.length > MANY * workers) return sum / workers;
  const busyMs = new Array(workers).fill(0);
  for (const ms of tasksMs.toSorted((a, b) => b - a)) busyMs[busyMs.indexOf(Math.min(...busyMs))] += ms;
  return Math.max(...busyMs);
}
