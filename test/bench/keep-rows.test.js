import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addRows } from '../../bench/soak/keep-rows.js';

test('rows of a run replace those of the same site and level, and all others stay', () => {
  const stored = [
    { name: 'a', level: 'safe', bytes: 1 },
    { name: 'a', level: 'visual', bytes: 1 },
    { name: 'b', level: 'visual', bytes: 1 },
  ];
  const rows = [
    { name: 'a', level: 'visual', bytes: 2 },
    { name: 'c', level: 'visual', bytes: 2 },
  ];
  assert.deepEqual(
    addRows(stored, rows).map(({ name, level, bytes }) => `${name} ${level} ${bytes}`),
    ['a safe 1', 'b visual 1', 'a visual 2', 'c visual 2'],
  );
});
