import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { Records } from '../../../lib/run/cache/records.js';
import { explainFault } from '../../../lib/run/system-fault.js';

const scratch = mkdtempSync(join(tmpdir(), 'locked-records-test-'));
after(() => rmSync(scratch, { recursive: true }));
const DAY_MS = 86_400_000;
const VALUE = Buffer.from('value');
/** Max wait for the lock, in milliseconds. Chosen short: nothing releases it while a test waits. */
const BUSY_MS = 200;

/** Writes a record, locks its file, and returns the folder of it. @param {string} lock */
function lockRecords(lock) {
  const folder = mkdtempSync(join(scratch, 'one-'));
  const first = new Records(folder, Date.now);
  first.put('first', VALUE);
  first.close();
  const owner = new DatabaseSync(join(folder, 'records.sqlite'));
  owner.exec(lock);
  return { folder, owner };
}

test('a file that another process writes to is read, and is written after that', () => {
  const { folder, owner } = lockRecords('BEGIN IMMEDIATE');
  const records = new Records(folder, Date.now, BUSY_MS);
  assert.deepEqual(Buffer.from(records.get('first') ?? []), VALUE);
  records.put('second', VALUE);
  assert.equal(records.trim({ maxBytes: 10, oldestMs: 30 * DAY_MS, freshMs: 0 }), 0);
  owner.close();
  records.close();
  const next = new Records(folder, Date.now);
  assert.deepEqual(Buffer.from(next.get('second') ?? []), VALUE);
  next.close();
});

test('a user is told about a file that another process keeps for itself', () => {
  const { folder, owner } = lockRecords('PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE');
  assert.throws(
    () => new Records(folder, Date.now, BUSY_MS),
    (error) => /records\.sqlite: another program uses it: .*\(EBUSY\)/.test(String(explainFault(error))),
  );
  owner.close();
});
