import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
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
