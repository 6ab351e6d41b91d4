import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdtemp, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openCache } from '../../../lib/run/cache/cache.js';

const folder = await mkdtemp(join(tmpdir(), 'cache-test-'));
after(() => rm(folder, { recursive: true }));

const bytes = Buffer.from('some bytes');
const DAY_MS = 86_400_000;

/** @param {string} path */
const exists = (path) => stat(path).then(Boolean, () => false);

test('gives back what was put, in this process and the next', async () => {
  const at = join(folder, 'plain');
  const first = await openCache(at);
  assert.equal(await first.get('key'), null);
  await first.put('key', bytes);
  const path = await first.store(bytes);
  await first.close();
  const second = await openCache(at);
  assert.deepEqual(Buffer.from((await second.get('key')) ?? []), bytes);
  assert.equal(await second.get('other'), null);
  await second.close();
  assert.deepEqual(await readFile(path), bytes);
});

test('damage is found by the next run, and mended by storing again', async () => {
  const first = await openCache(join(folder, 'damage'));
  await first.put('key', bytes);
  const path = await first.store(bytes);
  const hash = path.split('/').slice(-2).join('');
  assert.equal(await first.open(hash), path);
  const cache = await openCache(first.folder);
  for (const entry of await readdir(cache.folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) await appendFile(join(entry.parentPath, entry.name), '!');
  }
  assert.equal(await cache.get('key'), null);
  assert.equal(await cache.open(hash), null);
  assert.equal(await cache.store(bytes), path);
  assert.equal(await cache.open(hash), path);
});

test('old entries go, then the least lately used until the rest fits, but nothing in use', async () => {
  const at = join(folder, 'trim');
  const cache = await openCache(at, { limitBytes: 2500, oldestDays: 30 });
  const ages = [40, 20, 10, 1];
  const paths = [];
  for (const age of ages) {
    const path = await cache.store(Buffer.alloc(1000, age));
    const used = (Date.now() - age * DAY_MS) / 1000;
    await utimes(path, used, used);
    paths.push(path);
  }
  await cache.close();
  assert.deepEqual(await Promise.all(paths.map(exists)), [false, false, true, true]);
});

test('without a folder it is gone when closed', async () => {
  const cache = await openCache(null);
  const path = await cache.store(bytes);
  assert.ok(await exists(path));
  await cache.close();
  assert.ok(!(await exists(cache.folder)));
});

test('several processes may write at once and be killed: what is read is whole', async () => {
  const at = join(folder, 'shared');
  const module = new URL('../../../lib/run/cache/cache.js', import.meta.url).href;
  const script =
    `import { openCache } from ${JSON.stringify(module)};
    const cache = await openCache(${JSON.stringify(at)});
    process.stdout.write('ready');
    for (let i = 0; ; i = (i + 1) % 20) { await cache.put('key' + i, Buffer.alloc(50000, i)); await ` +
    `cache.store(Buffer.alloc(50000, i)); }`;
  const children = Array.from({ length: 3 }, () => spawn(process.execPath, ['--input-type=module', '-e', script]));
  await Promise.all(children.map((child) => once(child.stdout, 'data')));
  const cache = await openCache(at);
  for (let round = 0; round < 60; round++) {
    for (let i = 0; i < 20; i++) {
      const value = await cache.get(`key${i}`);
      if (value) assert.ok(value.length === 50000 && value.every((byte) => byte === i));
    }
    children[round / 20]?.kill('SIGKILL');
  }
  for (const child of children) child.kill('SIGKILL');
  for (let i = 0; i < 20; i++) {
    const path = await cache.store(Buffer.alloc(50000, i));
    assert.deepEqual(await readFile(path), Buffer.alloc(50000, i));
  }
});
