import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { checkCase } from '../../../lib/output/write/case-twins.js';

test('a file system that ignores case is refused if two files would become one', () => {
  const ignores = () => true;
  assert.throws(() => checkCase('/out', ['img/Logo.png', 'a.html', 'img/logo.png'], ignores), {
    code: 'case-twins',
    message:
      /^The file system of the output ignores case, so it cannot hold both “img\/Logo\.png” and “img\/logo\.png”\./,
  });
  assert.doesNotThrow(() => checkCase('/out', ['img/Logo.png', 'Img/other.png'], ignores), 'folders may be joined');
});

test('property: only sites with names that differ in case alone ask about the file system', () => {
  const names = fc.array(fc.constantFrom('a', 'A', 'b', 'B', 'É', 'é'), { maxLength: 6 });
  fc.assert(
    fc.property(names, (paths) => {
      let isAsked = false;
      checkCase('/out', paths, () => {
        isAsked = true;
        return false;
      });
      const distinct = new Set(paths);
      assert.equal(isAsked, new Set([...distinct].map((path) => path.toLowerCase())).size < distinct.size);
    }),
  );
});

test('the file system of this folder is asked, and nothing of that stays', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pagethrift-case-'));
  try {
    if (process.platform === 'linux') checkCase(folder, ['a', 'A']);
    assert.deepEqual(readdirSync(folder), []);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
