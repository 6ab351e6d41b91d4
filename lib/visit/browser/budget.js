/**
 * @typedef {object} Budget
 * @property {() => number} leftMs
 * @property {<T>(work: () => Promise<T>, now?: () => number) => Promise<T>} spend runs work that counts, by a clock
 *
 * @typedef {object} Budgets
 * @property {(path: string) => Budget} of returns the budget of a page, the same one each time
 * @property {() => boolean} isRunOver returns true if the run has reached its time limit
 */

/**
 * Limits of one page over all its visits, and of a run. Seconds of a page are those in which it could work, see
 * pace.js.
 */
export const DEFAULT_LIMITS = Object.freeze({ pageSeconds: 30, pageMegabytes: 1536, runMinutes: 60 });

/** Options are in seconds. */
const MS_PER_SECOND = 1000;
/** Options are in minutes. */
const MS_PER_MINUTE = 60_000;

/** Timers can fire slightly early. */
export const SLACK_MS = 5;

/** A page that exceeded its time or memory. */
export class OutOfBudgetError extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message);
    this.name = 'OutOfBudgetError';
  }
}

/**
 * Creates the budgets of the pages of a run. Only time in which work is done on a page counts, not time in the queue.
 * @param {{ pageSeconds?: number, runMinutes?: number }} [limits]
 * @returns {Budgets}
 */
export function openBudgets({ pageSeconds = DEFAULT_LIMITS.pageSeconds, runMinutes = DEFAULT_LIMITS.runMinutes } = {}) {
  const endMs = performance.now() + runMinutes * MS_PER_MINUTE;
  /** @type {Map<string, Budget>} */
  const budgets = new Map();
  return {
    of: (path) => {
      const budget = budgets.get(path) ?? openBudget(pageSeconds, { endMs, runMinutes });
      budgets.set(path, budget);
      return budget;
    },
    isRunOver: () => performance.now() >= endMs,
  };
}

/**
 * @param {number} pageSeconds @param {{ endMs: number, runMinutes: number }} run
 * @returns {Budget}
 */
function openBudget(pageSeconds, { endMs, runMinutes }) {
  let spentMs = 0;
  /** @type {Set<() => number>} time taken by each running work */
  const running = new Set();
  const leftOfPageMs = () => pageSeconds * MS_PER_SECOND - [...running].reduce((sum, took) => sum + took(), spentMs);
  const check = () => {
    if (performance.now() + SLACK_MS >= endMs)
      throw new OutOfBudgetError(
        `was not rendered: the run had taken ${runMinutes} minutes by then (limits.runMinutes)`,
      );
    if (leftOfPageMs() <= SLACK_MS)
      throw new OutOfBudgetError(
        `takes more than ${pageSeconds} s of processor time in the browser (limits.pageSeconds)`,
      );
  };
  return {
    leftMs: () => Math.max(0, Math.min(leftOfPageMs(), endMs - performance.now())),
    async spend(work, now = () => performance.now()) {
      check();
      const startedMs = now();
      const took = () => now() - startedMs;
      running.add(took);
      const count = () => {
        running.delete(took);
        spentMs += took();
      };
      try {
        const result = await work();
        count();
        return result;
      } catch (error) {
        count();
        check();
        throw error;
      }
    },
  };
}

/** @param {number} megabytes */
export function tookTooMuch(megabytes) {
  return new OutOfBudgetError(`takes more than ${megabytes} MB of memory in the browser (limits.pageMegabytes)`);
}
