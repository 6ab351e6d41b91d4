import assert from 'node:assert/strict';
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { Records } from '../../../lib/run/cache/records.js';

const scratch = mkdtempSync(join(tmpdir(), 'records-test-'));
after(() => rmSync(scratch, { recursive: true }));
const DAY_MS = 86_400_000;

/** Opens records in a separate folder. @param {(file: string) => void} [prepare] @param {() => number} [now] */
function openRecords(prepare, now = Date.now) {
  const folder = mkdtempSync(join(scratch, 'one-'));
  const first = new Records(folder, now);
  for (let index = 0; index < 100; index++) first.put(`key ${index}`, Buffer.alloc(1000, index));
  first.close();
  prepare?.(join(folder, 'records.sqlite'));
  return new Records(folder, now);
}

/** @param {Records} records */
const listKept = (records) => Array.from({ length: 100 }, (_, index) => records.get(`key ${index}`)).filter(Boolean);

test('records outlive the process that wrote them', () => {
  const records = openRecords();
  assert.deepEqual(records.get('key 7'), new Uint8Array(Buffer.alloc(1000, 7)));
  assert.equal(records.get('another'), null);
  records.close();
});

test('what a failing run still puts after it closed the file is dropped', async () => {
  const records = openRecords();
  records.discard();
  records.put('late', Buffer.from('value'));
  // Waiting records are written after a second. An error would end the process.
  await wait(1200);
});

test('a file that is no database, is cut off or has another format is replaced by an empty one', () => {
  const damages = [
    (/** @type {string} */ file) => writeFileSync(file, 'no database'.repeat(1000)),
    (/** @type {string} */ file) => {
      const handle = openSync(file, 'r+');
      writeSync(handle, Buffer.alloc(statSync(file).size - 4096, 255), 0, statSync(file).size - 4096, 4096);
      closeSync(handle);
    },
    (/** @type {string} */ file) => {
      const database = new DatabaseSync(file);
      database.exec('PRAGMA user_version = 99');
      database.close();
    },
  ];
  for (const damage of damages) {
    const records = openRecords(damage);
    assert.equal(listKept(records).length, 0);
    records.put('key', Buffer.from('value'));
    records.close();
  }
});

test('a database that others may write is not read', () => {
  const records = openRecords((file) => chmodSync(file, 0o666));
  assert.equal(listKept(records).length, 0);
  records.close();
});

test('old records are removed, then those of the days longest ago, but none of today', () => {
  let nowMs = 100 * DAY_MS;
  const records = openRecords(undefined, () => nowMs);
  nowMs += 10 * DAY_MS;
  for (let index = 0; index < 50; index++) records.get(`key ${index}`);
  const limits = { oldestMs: 30 * DAY_MS, freshMs: 2 * DAY_MS };
  assert.equal(records.trim({ maxBytes: 60_000, ...limits }), 50_000);
  assert.equal(listKept(records).length, 50);
  assert.equal(records.trim({ maxBytes: 10, ...limits }), 50_000);
  nowMs += 31 * DAY_MS;
  assert.equal(records.trim({ maxBytes: 60_000, ...limits }), 0);
  records.close();
});
