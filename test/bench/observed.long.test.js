import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { countLoads } from '../../bench/observed/count.js';

test('an icon of another host is no file of the site', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'pagethrift-observed-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const page = '<!doctype html><base href="https://example.test/"><link rel="icon" href="icon.png"><p>Text</p>';
  writeFileSync(join(folder, 'index.html'), page);
  writeFileSync(join(folder, 'icon.png'), 'icon');
  const counted = await countLoads(folder, '/', ['/']);
  assert.equal(counted.get('/')?.requests, 1);
  assert.equal(counted.get('/')?.bytes, page.length);
});
