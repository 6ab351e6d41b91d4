import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { openCache } from '../../../lib/run/cache/cache.js';

const scratch = mkdtempSync(join(tmpdir(), 'read-only-test-'));
after(() => rmSync(scratch, { recursive: true }));
const LARGE = Buffer.alloc(100_000, 7);

/** Creates a cache with a small record and a large one. @param {string} name */
async function fill(name) {
  const folder = join(scratch, name);
  const cache = await openCache(folder);
  await cache.put('small', Buffer.from('one'));
  await cache.put('large', LARGE);
  await cache.close();
  return folder;
}

test('a read-only cache gives what the folder has, and keeps new results to itself', async () => {
  const folder = await fill('given');
  const cache = await openCache(folder, { isReadOnly: true });
  assert.equal(Buffer.from((await cache.get('small')) ?? []).toString(), 'one');
  assert.ok(LARGE.equals((await cache.get('large')) ?? Buffer.of()));
  await cache.put('new', Buffer.from('two'));
  assert.equal(Buffer.from((await cache.get('new')) ?? []).toString(), 'two');
  await cache.close();
  const next = await openCache(folder);
  assert.equal(await next.get('new'), null);
  await next.close();
});

test('a folder that is missing, of another format or damaged stays as it is', async () => {
  const missing = join(scratch, 'missing');
  await (await openCache(missing, { isReadOnly: true })).close();
  assert.ok(!existsSync(missing));
  const foreign = join(await fill('foreign'), 'records.sqlite');
  const database = new DatabaseSync(foreign);
  database.exec('PRAGMA user_version = 99');
  database.close();
  const damaged = join(await fill('damaged'), 'records.sqlite');
  writeFileSync(damaged, 'no database'.repeat(1000));
  for (const file of [foreign, damaged]) {
    const before = readFileSync(file);
    const cache = await openCache(join(file, '..'), { isReadOnly: true });
    assert.equal(await cache.get('small'), null);
    await cache.close();
    assert.ok(readFileSync(file).equals(before));
  }
});
