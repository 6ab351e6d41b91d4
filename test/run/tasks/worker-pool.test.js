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
    ...{ path: `${at}.html`, hash: String(at), size: 1, type: /** @type {const} */ ('html') },
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

test('a file that cannot be weighed counts as sent without compression, and is named', async () => {
  const runner = /** @type {TaskRunner} */ ({
    atOnce: 1,
    run: () => Promise.reject(new Error('its process ended by itself (SIGSEGV)')),
    close: async () => {},
  });
  /** @type {string[]} */
  const said = [];
  const onExcess = (/** @type {string} */ path, /** @type {string} */ message) => void said.push(`${path} ${message}`);
  const workers = new WorkerPool({ runner, store: null, onExcess });
  const file = { path: 'a.html', hash: '1', type: /** @type {const} */ ('html'), size: 7, bytes: new Uint8Array(7) };
  assert.deepEqual(await workers.weigh(file), { identity: 7, gzip: 7, br: 7, zstd: 7 });
  assert.deepEqual(said, ['a.html cannot be analysed (its process ended by itself (SIGSEGV))']);
});
