/** @import { Memo } from '../../base/memo.js' */
/** @import { StageName } from '../stages.js' */
/** @import { Cache } from './cache.js' */

import { serialize } from 'node:v8';
import { countTask } from '../../base/count-task.js';
import { stampStage } from '../stages.js';

/**
 * Creates a memo that keeps the results of stages in a cache, under their version.
 * @param {Pick<Cache, 'recallPlain' | 'keep'>} cache
 * @returns {Memo}
 */
export function createStageMemo(cache) {
  const stamps = new Map();
  const keyOf = (/** @type {string} */ stage, /** @type {string} */ key) => {
    const stamp = stamps.get(stage) ?? stampStage(/** @type {StageName} */ (stage));
    stamps.set(stage, stamp);
    return `${stamp}/${key}`;
  };
  return Object.freeze({
    recall: (stage, key) => cache.recallPlain(keyOf(stage, key)),
    keep: (stage, key, value) => cache.keep(keyOf(stage, key), serialize(value)),
    count: countTask,
  });
}
