import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { WorkerPool } from '../../../lib/run/tasks/worker-pool.js';

/** @import { TaskRunner } from '../../../lib/run/tasks/types.ts' */

test('a file is read when its task begins, not while it waits', async () => {
  /** @type {(() => void)[]} */
  const ends = [];
  const runner = /** @type {TaskRunner} */ ({
    atOnce: 2,
    run: () => new Promise((resolve) => ends.push(() => resolve(/** @type {any} */ ({ identity: 1 })))),
    close: async () => {},
  });
  let read = 0;
  const fileAt = (/** @type {number} */ at) => ({
    ...{ path: `${at}.html`, hash: String(at), type: /** @type {const} */ ('html') },
    get bytes() {
      read += 1;
      return new Uint8Array(1);
    },
  });
  const workers = new WorkerPool({ runner, store: null });
  const weights = Promise.all(Array.from({ length: 6 }, (_, at) => workers.weigh(fileAt(at))));
  for (const expected of [2, 4, 6]) {
    await setImmediate();
    assert.equal(read, expected);
    for (const end of ends.splice(0)) end();
  }
  assert.equal((await weights).length, 6);
});
