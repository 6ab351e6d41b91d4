/** @import { Memo } from '../../lib/base/memo.js' */

/** Creates a memo in memory, and counts the tasks that were executed and recalled. */
export function createMemo() {
  const kept = new Map();
  const counts = { executed: 0, recalled: 0 };
  /** @type {Memo} */
  const memo = {
    recall: (stage, key) => structuredClone(kept.get(`${stage} ${key}`)),
    keep: (stage, key, value) => void kept.set(`${stage} ${key}`, structuredClone(value)),
    count: (_, isRecalled) => {
      counts[isRecalled ? 'recalled' : 'executed'] += 1;
    },
  };
  return { memo, counts };
}
