import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openCache } from '../../../lib/run/cache/cache.js';

test('a cache in a repository is not among the files to commit', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'git-cache-'));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'page.html'), 'x');
  execFileSync('git', ['init', '-q'], { cwd: folder });
  const cache = await openCache(join(folder, '.cache', 'pagethrift'));
  cache.keep('key', Buffer.from('value'));
  await cache.close();
  const untracked = execFileSync('git', ['ls-files', '--others', '--exclude-standard'], {
    cwd: folder,
    encoding: 'utf8',
  });
  assert.equal(untracked, 'page.html\n');
});
