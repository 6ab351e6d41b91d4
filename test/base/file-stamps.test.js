import assert from 'node:assert/strict';
import { linkSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { FileStamps } from '../../lib/base/file-stamps.js';

const folder = mkdtempSync(join(tmpdir(), 'file-stamps-test-'));
const path = join(folder, 'a.html');
const CONTENT = { hash: 'one', type: 'html' };
const HOUR_MS = 3_600_000;
/** A clock by which all files were written long ago. */
const later = () => Date.now() + HOUR_MS;
after(() => rmSync(folder, { recursive: true }));

const stat = () => statSync(path, { bigint: true });

/** Notes the file as it is, and returns the stamps of the next run. @param {object} options */
function noteFile(options) {
  const stamps = new FileStamps({}, options);
  stamps.note('a.html', stat(), CONTENT);
  return new FileStamps(structuredClone(stamps.toRecord() ?? {}), options);
}

test('an unchanged file is known', () => {
  writeFileSync(path, 'one');
  const next = noteFile({ now: later });
  assert.deepEqual(next.recall('a.html', stat()), CONTENT);
  assert.equal(next.recall('b.html', stat()), null);
  assert.equal(next.toRecord(), null, 'nothing new to keep');
});

test('a file of the same size and time with other content is not known', () => {
  writeFileSync(path, 'one');
  const { atime, mtime } = statSync(path);
  const next = noteFile({ now: later });
  writeFileSync(path, 'two');
  utimesSync(path, atime, mtime);
  assert.equal(next.recall('a.html', stat()), null);
});

test('a file that was written just now is not known', () => {
  writeFileSync(path, 'one');
  assert.equal(noteFile({}).recall('a.html', stat()), null);
});

test('a further name of a file is a change of the file, unless such names are usual', () => {
  writeFileSync(path, 'one');
  const [strict, linked] = [noteFile({ now: later }), noteFile({ isLinked: true })];
  const before = stat().ctimeNs;
  // A clock of the file system counts in steps.
  for (let count = 0; stat().ctimeNs === before; count += 1) linkSync(path, join(folder, `link-${count}`));
  assert.equal(strict.recall('a.html', stat()), null);
  assert.deepEqual(linked.recall('a.html', stat()), CONTENT);
});
