import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deserialize, serialize } from 'node:v8';
import { BYTES_FORM, PLAIN_FORM } from '../../../lib/run/cache/part-forms.js';
import { Trails } from '../../../lib/run/cache/trails.js';

const STAGES = new Set(['read']);

/** Keeps records in memory and counts reads. */
class CountedRecords {
  /** @type {Map<string, Uint8Array>} */
  values = new Map();
  reads = 0;

  /** @param {string} key */
  get(key) {
    this.reads += 1;
    return this.values.get(key) ?? null;
  }

  /** @param {string} key @param {Uint8Array} value */
  put(key, value) {
    this.values.set(key, value);
  }

  /** @param {string} key */
  remove(key) {
    this.values.delete(key);
  }

  listParts() {
    return [...this.values.keys()].filter((key) => key.startsWith('trail-part/')).sort();
  }
}

/** @param {number} count */
const listKeys = (count) => Array.from({ length: count }, (_, index) => `read@1/key ${index}`);

/**
 * Runs over keys as the cache does: a record that is in no part is read by itself, or created.
 * @param {CountedRecords} records @param {readonly string[]} keys @param {ReadonlySet<string>} [made] created again
 */
function runOver(records, keys, made = new Set()) {
  const trails = new Trails(records, 'site', BYTES_FORM, STAGES, (key) => records.get(key) ?? undefined);
  const values = keys.map((key) => {
    const found = trails.get(key);
    if (found && !made.has(key)) return Buffer.from(found).toString();
    if (made.has(key) || !records.values.has(key))
      records.put(key, Buffer.from(`${made.has(key) ? 'new ' : ''}${key}`));
    trails.note(key);
    return Buffer.from(records.get(key) ?? []).toString();
  });
  trails.keep();
  return values;
}

test('a run reads the records of the last one in large parts', () => {
  const records = new CountedRecords();
  const keys = listKeys(5000);
  assert.deepEqual(runOver(records, keys), keys);
  for (const key of keys) records.remove(key);
  records.reads = 0;
  assert.deepEqual(runOver(records, keys), keys);
  assert.ok(records.reads < 200, `${records.reads} reads`);
});

test('an added, a removed and a replaced record change few parts, and old parts are removed', () => {
  const records = new CountedRecords();
  const keys = listKeys(5000);
  runOver(records, keys);
  const before = records.listParts();
  const edited = keys.toSpliced(700, 1).toSpliced(2000, 0, 'read@1/added');
  const replaced = new Set(['read@1/key 4000']);
  assert.deepEqual(
    runOver(records, edited, replaced),
    edited.map((key) => (replaced.has(key) ? `new ${key}` : key)),
  );
  const after = records.listParts();
  assert.ok(after.filter((part) => !before.includes(part)).length <= 4);
  assert.ok(Math.abs(after.length - before.length) <= 2);
  assert.deepEqual(
    runOver(records, edited),
    edited.map((key) => (replaced.has(key) ? `new ${key}` : key)),
  );
});

test('parts that are lost, and records in another order, are read one by one', () => {
  const records = new CountedRecords();
  const keys = listKeys(3000);
  runOver(records, keys);
  for (const part of records.listParts().slice(0, 5)) records.remove(part);
  assert.deepEqual(runOver(records, keys), keys);
  assert.deepEqual(runOver(records, keys.toReversed()), keys.toReversed());
  assert.deepEqual(runOver(records, listKeys(10)), listKeys(10));
});

test('records that were stored in another order than they were asked for are read in large parts', () => {
  const records = new CountedRecords();
  const keys = listKeys(5000);
  const trails = new Trails(records, 'site', BYTES_FORM, STAGES, (key) => records.get(key) ?? undefined);
  for (const key of keys) assert.equal(trails.get(key), undefined);
  for (const key of keys.slice(1).reverse()) {
    records.put(key, Buffer.from(key));
    trails.note(key);
  }
  trails.keep();
  records.reads = 0;
  assert.deepEqual(runOver(records, keys.slice(1)), keys.slice(1));
  assert.ok(records.reads < 100, `${records.reads} reads`);
});

test('records that are replaced under the same key are not followed', () => {
  const records = new CountedRecords();
  runOver(records, ['run/1', 'stamps@1/folder', 'trimmed']);
  assert.deepEqual(records.listParts(), []);
});

test('what records of plain data have in common is one object after they were read', () => {
  const records = new CountedRecords();
  const keys = listKeys(500);
  const recordOf = (/** @type {string} */ key) => ({ key, names: new Set(['a', 'b']), same: [{ zero: -0 }, null] });
  for (const key of keys) records.put(key, serialize(recordOf(key)));
  const run = (/** @type {readonly string[]} */ asked) => {
    const load = (/** @type {string} */ key) => deserialize(records.get(key) ?? Buffer.of());
    const trails = new Trails(records, 'site', PLAIN_FORM, STAGES, load);
    const found = asked.map((key) => /** @type {ReturnType<typeof recordOf> | undefined} */ (trails.get(key)));
    for (const [index, key] of asked.entries()) if (!found[index]) trails.note(key);
    trails.keep();
    return found;
  };
  assert.ok(run(keys).every((record) => record === undefined));
  records.put('read@1/new', serialize(recordOf('read@1/new')));
  for (const asked of [keys, keys.toSpliced(250, 0, 'read@1/new'), keys.toSpliced(250, 0, 'read@1/new')]) {
    const found = run(asked);
    const known = asked.filter((_, index) => found[index] !== undefined);
    assert.ok(known.length >= keys.length);
    assert.deepEqual(
      found.flatMap((record) => record ?? []),
      known.map(recordOf),
    );
    assert.ok(new Set(found.map((record) => record?.same)).size <= 12, 'one object for each part');
  }
});
