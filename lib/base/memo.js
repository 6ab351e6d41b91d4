import { tasks } from './spans.js';

/**
 * Keeps results of stages from run to run. Results and keys are plain data: they survive `structuredClone`.
 * @typedef {object} Memo
 * @property {(stage: string, key: string) => unknown} recall returns undefined if nothing is kept under a key
 * @property {(stage: string, key: string, value: unknown) => void} keep
 */

/** Keeps nothing. @type {Memo} */
export const NO_MEMO = Object.freeze({ recall: () => undefined, keep: () => {} });

/**
 * Returns what a stage made of the same inputs before, or has it made.
 * @template T
 * @param {Memo} memo
 * @param {string} stage
 * @param {string} key names all inputs
 * @param {() => T} make
 * @returns {T}
 */
export function recallOr(memo, stage, key, make) {
  const known = /** @type {T | undefined} */ (memo.recall(stage, key));
  countTask(stage, known !== undefined);
  if (known !== undefined) return known;
  const made = make();
  memo.keep(stage, key, made);
  return made;
}

/** Counts a task that was executed or recalled. @param {string} stage @param {boolean} isRecalled */
export function countTask(stage, isRecalled) {
  if (tasks.hasSubscribers) tasks.publish({ stage, isRecalled });
}
