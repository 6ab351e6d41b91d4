import assert from 'node:assert/strict';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { checkOutFolder, isAsChecked } from '../../../lib/output/write/check-folder.js';
import { writeOutput } from '../../../lib/output/write/write-output.js';

const folder = mkdtempSync(join(tmpdir(), 'check-folder-test-'));
const out = join(folder, 'out');
after(() => rmSync(folder, { recursive: true }));

const entries = ['index.html', 'css/a.css'].map((path) => ({ path, bytes: Buffer.from(path), linkFrom: null }));

test('a folder that was checked when the run began is checked again if one of its files differs', async () => {
  await writeOutput(out, entries);
  const content = checkOutFolder(out);
  assert.ok(isAsChecked(out, content));
  appendFileSync(join(out, 'css/a.css'), 'edited meanwhile');
  assert.ok(!isAsChecked(out, content));
  await assert.rejects(writeOutput(out, entries, { content }), /contains “css\/a.css”, which pagethrift did not write/);
  writeFileSync(join(out, 'css/a.css'), 'css/a.css');
  assert.ok(!isAsChecked(out, content));
  assert.ok(isAsChecked(out, checkOutFolder(out)));
});

test('an added or removed file is noticed', async () => {
  await writeOutput(out, entries);
  const content = checkOutFolder(out);
  writeFileSync(join(out, 'notes.txt'), 'written by hand');
  assert.ok(!isAsChecked(out, content));
  rmSync(join(out, 'notes.txt'));
  assert.ok(isAsChecked(out, content));
  rmSync(join(out, 'index.html'));
  assert.ok(!isAsChecked(out, content));
});
