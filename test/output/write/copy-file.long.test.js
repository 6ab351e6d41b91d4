import assert from 'node:assert/strict';
import {
  closeSync,
  ftruncateSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { copyFile } from '../../../lib/output/write/copy-file.js';

const scratch = mkdtempSync(join(tmpdir(), 'pagethrift-copy-'));
after(() => rmSync(scratch, { recursive: true, force: true }));
/** Size of a sparse file, in bytes, that takes some time to read and no disk space. */
const SPARSE_BYTES = 300_000_000;

test('a sparse file takes no more of the disk than it did', async () => {
  const [from, to] = ['sparse.bin', 'copy.bin'].map((name) => join(scratch, name));
  const file = openSync(from, 'w');
  writeSync(file, 'first');
  writeSync(file, 'in the middle', 150_000_001);
  ftruncateSync(file, SPARSE_BYTES);
  closeSync(file);
  await copyFile(from, to);
  const [had, has] = [from, to].map((path) => statSync(path));
  assert.equal(has.size, SPARSE_BYTES);
  assert.ok(has.blocks * 512 < 8_000_000, `${has.blocks} blocks, before ${had.blocks}`);
  assert.ok(readFileSync(to).equals(readFileSync(from)));
});

test('other files are copied whole', async () => {
  const [from, to] = ['whole.bin', 'other.bin'].map((name) => join(scratch, name));
  for (const bytes of [Buffer.alloc(0), Buffer.alloc(70_000), Buffer.from('a'.repeat(70_000))]) {
    writeFileSync(from, bytes);
    await copyFile(from, to);
    assert.ok(readFileSync(to).equals(bytes));
  }
});
