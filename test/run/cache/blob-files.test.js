import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import fs, { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { BlobFiles } from '../../../lib/run/cache/blob-files.js';

const scratch = mkdtempSync(join(tmpdir(), 'blob-files-test-'));
after(() => rmSync(scratch, { recursive: true }));
const BYTES = Buffer.from('a blob');
const DIGEST = hash('sha256', BYTES);

const skip = process.getuid === undefined;

test('a blob that others may write is not read, and is replaced when it is stored again', { skip }, () => {
  const path = new BlobFiles(scratch, Date.now).store(BYTES);
  assert.deepEqual(new BlobFiles(scratch, Date.now).read(DIGEST), BYTES);
  chmodSync(path, 0o666);
  const next = new BlobFiles(scratch, Date.now);
  assert.equal(next.read(DIGEST), null);
  assert.equal(next.open(DIGEST), null);
  assert.equal(next.store(BYTES), path);
  assert.equal(statSync(path).mode & 0o022, 0);
  assert.deepEqual(next.read(DIGEST), BYTES);
});

test('a blob that another machine replaced on a network disk is missing', (t) => {
  new BlobFiles(scratch, Date.now).store(BYTES);
  const stale = Object.assign(new Error('ESTALE: stale file handle, read'), { code: 'ESTALE', syscall: 'read' });
  const { mock } = t.mock.method(fs, 'readFileSync', () => {
    throw stale;
  });
  syncBuiltinESMExports();
  const next = new BlobFiles(scratch, Date.now);
  assert.equal(next.read(DIGEST), null);
  mock.restore();
  syncBuiltinESMExports();
  assert.deepEqual(next.read(DIGEST), BYTES);
});
