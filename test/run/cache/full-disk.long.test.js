import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { Records } from '../../../lib/run/cache/records.js';
import { explainFault } from '../../../lib/run/system-fault.js';

const scratch = mkdtempSync(join(tmpdir(), 'full-disk-test-'));
after(() => rmSync(scratch, { recursive: true }));
/** The time after which waiting records are written. */
const BATCH_MS = 1000;

/** Mounts a small disk until the end of a test. @param {number} kilobytes */
function mountDisk(kilobytes) {
  const disk = join(scratch, `${kilobytes} kB`);
  mkdirSync(disk);
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', disk]).status !== 0) return null;
  after(() => spawnSync('umount', [disk]));
  return disk;
}

test('records on a disk that is full from the beginning', (t) => {
  const disk = mountDisk(16);
  if (disk === null) return t.skip('no disk can be mounted here');
  assert.throws(() => new Records(disk, Date.now), isExplained);
});

test('records on a disk that gets full are told about when somebody waits for them', async (t) => {
  const disk = mountDisk(512);
  if (disk === null) return t.skip('no disk can be mounted here');
  const records = new Records(disk, Date.now);
  records.put('large', Buffer.alloc(1_000_000));
  await wait(1.5 * BATCH_MS);
  assert.equal(records.get('large')?.length, 1_000_000);
  assert.throws(() => records.close(), isExplained);
  records.discard();
});

/** Returns true if a user is told what to do. @param {unknown} error */
function isExplained(error) {
  assert.match(String(explainFault(error)), /records\.sqlite: the disk is full: make room, .*\(ENOSPC\)/);
  return true;
}
