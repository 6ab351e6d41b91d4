import { keepAlive } from './working-on.js';

/**
 * Keeps results of stages from run to run. Results and keys are plain data: they survive `structuredClone`. A recalled
 * result can be part of others, and must not be changed.
 * @typedef {object} Memo
 * @property {(stage: string, key: string) => unknown} recall returns undefined if nothing is kept under a key
 * @property {(stage: string, key: string, value: unknown) => void} keep
 * @property {(stage: string, isRecalled: boolean) => void} count counts a task that was executed or recalled
 */

/** Keeps nothing. @type {Memo} */
export const NO_MEMO = Object.freeze({ recall: () => undefined, keep: () => {}, count: () => {} });

/**
 * Returns the result of a stage for these inputs: a cached one, or a new one. Each is a sign of life for the supervisor
 * of the run.
 * @template T
 * @param {Memo} memo
 * @param {string} stage
 * @param {string} key names all inputs
 * @param {() => T} make
 * @returns {T}
 */
export function recallOr(memo, stage, key, make) {
  const known = /** @type {T | undefined} */ (memo.recall(stage, key));
  memo.count(stage, known !== undefined);
  const result = known === undefined ? make() : known;
  keepAlive();
  if (known === undefined) memo.keep(stage, key, result);
  return result;
}
