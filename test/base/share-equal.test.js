import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shareEqual } from '../../lib/base/share-equal.js';

test('equal parts of values are the same object, and the values stay equal', () => {
  const make = () => ({
    list: [1, '1', 1n, null, undefined, true, 'true'],
    set: new Set([['a']]),
    map: new Map([['a', {}]]),
  });
  const values = [make(), { other: make().list, bytes: Uint8Array.of(1) }, [make()]];
  const [first, second, third] = shareEqual(values);
  assert.deepEqual([first, second, third], values);
  assert.equal(/** @type {unknown[]} */ (third)[0], first);
  assert.equal(/** @type {{ other: unknown }} */ (second).other, /** @type {{ list: unknown }} */ (first).list);
});

test('values that only look equal stay apart', () => {
  const values = [
    [0],
    [-0],
    [1],
    ['1'],
    [1n],
    [true],
    ['true'],
    [null],
    ['null'],
    [[]],
    [new Set()],
    [new Map()],
    [{}],
  ];
  const named = [{ a: 1, b: 2 }, { b: 2, a: 1 }, { a: 'b', c: 1 }, { a: 1, c: 'b' }, ['a', 1], [['a'], 1], [['a', 1]]];
  const shared = shareEqual([...values, ...named]);
  assert.equal(new Set(shared).size, values.length + named.length);
  assert.deepEqual(shared, [...values, ...named]);
});

test('equal items of a list stay apart', () => {
  const values = [{ list: [{ a: 1 }, { a: 1 }, [1], [1], new Set(), new Set(), new Map(), new Map()] }];
  const [{ list }] = shareEqual(values);
  assert.equal(new Set(list).size, list.length);
  assert.deepEqual([{ list }], values);
});
