import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createSlots } from '../../lib/base/at-once.js';

test('slots run as many tasks at a time as the capacity allows when they start', async () => {
  const capacity = { atOnce: 1 };
  const slots = createSlots(capacity);
  /** @type {(() => void)[]} */
  const ends = [];
  let done = 0;
  const tasks = Array.from({ length: 6 }, () =>
    slots(async () => {
      await new Promise((resolve) => ends.push(() => resolve(null)));
      done += 1;
    }),
  );
  const step = async () => {
    ends.shift()?.();
    await setImmediate();
    return [done, ends.length];
  };
  await setImmediate();
  assert.deepEqual([done, ends.length], [0, 1]);
  capacity.atOnce = 3;
  assert.deepEqual(await step(), [1, 3]);
  capacity.atOnce = 1;
  assert.deepEqual(await step(), [2, 2]);
  assert.deepEqual(await step(), [3, 1]);
  while (done < tasks.length) await step();
  await Promise.all(tasks);
});
