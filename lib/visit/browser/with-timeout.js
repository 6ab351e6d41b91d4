import { SLACK_MS } from './budget.js';

/**
 * Rejects a promise that takes too long.
 * @template T
 * @param {Promise<T>} promise
 * @param {number | (() => number)} limit in milliseconds; a function returns the rest, and is called again then
 * @param {string} what
 * @returns {Promise<T>}
 */
export async function withTimeout(promise, limit, what) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const startedMs = performance.now();
  const late = new Promise((_, reject) => {
    const wait = (/** @type {number} */ ms) => {
      timer = setTimeout(() => {
        const left = typeof limit === 'number' ? 0 : limit();
        if (left > SLACK_MS) return wait(left);
        const took = Math.round(performance.now() - startedMs);
        reject(new Error(`${what} took longer than ${typeof limit === 'number' ? limit : took} ms`));
      }, ms);
    };
    wait(typeof limit === 'number' ? limit : limit());
  });
  try {
    return /** @type {T} */ (await Promise.race([promise, late]));
  } finally {
    clearTimeout(timer);
  }
}
