import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readOnce } from '../../lib/base/read-once.js';

test('each thing is read once, and another one like it anew', () => {
  let count = 0;
  const lengthOf = readOnce((/** @type {readonly string[]} */ list) => {
    count += 1;
    return list.length;
  });
  const [none, others] = [[], []];
  assert.deepEqual([none, others, none, others].map(lengthOf), [0, 0, 0, 0]);
  assert.equal(count, 2);
});
