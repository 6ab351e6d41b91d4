import assert from 'node:assert/strict';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { build } from '../../../lib/index.js';
import { drawSite, readFolder, writeSite } from '../incremental/random-edits.js';

const TOKEN = 'a secret';
const OPTIONS = Object.freeze({
  browser: 'off',
  verify: 'off',
  effort: 'fast',
  variants: ['gz'],
  jobs: 1,
  force: true,
});

/** A server with the interface of Nx's self-hosted caches. */
const stored = new Map();
/** @type {string[]} */
const requests = [];
let answer = 0;
const server = createServer(async (request, response) => {
  /** @type {Buffer[]} */
  const parts = [];
  for await (const part of request) parts.push(part);
  const body = Buffer.concat(parts);
  const [, name] = /^\/v1\/cache\/([\da-f]{64})$/.exec(request.url ?? '') ?? [];
  requests.push(`${request.method}`);
  const isAllowed = request.headers.authorization === `Bearer ${TOKEN}`;
  const status = answer || (name === undefined ? 400 : isAllowed ? 200 : 401);
  if (status !== 200) return void response.writeHead(status).end();
  if (request.method === 'PUT') {
    const isThere = stored.has(name);
    if (!isThere) stored.set(name, body);
    return void response.writeHead(isThere ? 409 : 200).end();
  }
  const found = stored.get(name);
  return void response.writeHead(found ? 200 : 404).end(found);
});
const scratch = mkdtempSync(join(tmpdir(), 'remote-store-test-'));
const site = join(scratch, 'site');
const files = drawSite(2);
let remoteCache = '';
/** @type {ReadonlyMap<string, string>} */
let expected = new Map();

/** Builds with an empty local cache, as on another machine. @param {string} name @param {object} options */
async function buildOn(name, options) {
  const [out, cache] = [join(scratch, `${name}-out`), join(scratch, `${name}-cache`)];
  const asked = /** @type {any} */ ({ ...OPTIONS, cache, out, ...options });
  const { warnings } = await build(site, asked);
  return { files: readFolder(out), warnings: warnings.filter(({ code }) => code === 'remote-cache') };
}

before(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  remoteCache = `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}`;
  writeSite(files, site);
  expected = (await buildOn('alone', { cache: 'off' })).files;
});
beforeEach(() => {
  stored.clear();
  requests.length = 0;
  answer = 0;
  process.env.PAGETHRIFT_CACHE_TOKEN = TOKEN;
});
after(() => {
  delete process.env.PAGETHRIFT_CACHE_TOKEN;
  server.close();
  rmSync(scratch, { recursive: true });
});

test('a machine takes the results of another one from the server', async () => {
  const first = await buildOn('first', { remoteCache });
  assert.deepEqual(first, { files: expected, warnings: [] });
  const count = stored.size;
  assert.ok(count > files.size);
  const second = await buildOn('second', { remoteCache });
  assert.deepEqual(second, { files: expected, warnings: [] });
  assert.equal(stored.size, count);
});

test('with a change, a machine makes what changed and takes the rest', async () => {
  await buildOn('third', { remoteCache });
  const count = stored.size;
  writeSite(new Map([...files, ['page-0.html', `${files.get('page-0.html')}<p>More`]]), site);
  const alone = await buildOn('alone-again', { cache: 'off' });
  const { files: found } = await buildOn('fourth', { remoteCache });
  writeSite(files, site);
  assert.deepEqual(found, alone.files);
  assert.ok(stored.size - count < files.size, 'some results of one page');
});

test('a read-only cache is read and never written, local or remote', async () => {
  await buildOn('fifth', { remoteCache });
  requests.length = 0;
  const found = await buildOn('sixth', { remoteCache, cacheReadOnly: true });
  assert.deepEqual(found, { files: expected, warnings: [] });
  assert.deepEqual([...new Set(requests)], ['GET']);
  assert.deepEqual(readdirSync(scratch).includes('sixth-cache'), false);
  const cache = join(scratch, 'fifth-cache');
  const copy = join(scratch, 'copy');
  cpSync(cache, copy, { recursive: true });
  writeSite(new Map([...files, ['new.html', '<!doctype html><title>New</title><p>A page']]), site);
  await buildOn('seventh', { cache, cacheReadOnly: true });
  writeSite(files, site);
  const blobsOf = (/** @type {string} */ folder) => readFolder(join(folder, 'blobs'));
  assert.deepEqual(blobsOf(cache), blobsOf(copy));
});

test('a server that fails costs a warning and nothing else', async () => {
  for (const [status, why] of [
    [401, /rejects the token in PAGETHRIFT_CACHE_TOKEN/],
    [403, /does not permit it/],
    [500, /answers with status 500/],
  ]) {
    answer = Number(status);
    const found = await buildOn(`status-${status}`, { remoteCache });
    assert.deepEqual(found.files, expected);
    assert.match(found.warnings[0].message, /** @type {RegExp} */ (why));
  }
  const gone = await buildOn('gone', { remoteCache: 'http://127.0.0.1:9' });
  assert.deepEqual(gone.files, expected);
  assert.match(gone.warnings[0].message, /does not answer/);
});

test('damaged answers are not used', async () => {
  await buildOn('eighth', { remoteCache });
  for (const [name, bytes] of stored) stored.set(name, Buffer.from(bytes).fill(0, bytes.length >> 1));
  assert.deepEqual((await buildOn('ninth', { remoteCache })).files, expected);
});

test('a plain folder is a remote cache, too', async () => {
  const folder = join(scratch, 'shared');
  await buildOn('tenth', { remoteCache: folder });
  const before = readFolder(folder);
  const found = await buildOn('eleventh', { remoteCache: folder, cacheReadOnly: true });
  assert.deepEqual(found, { files: expected, warnings: [] });
  assert.deepEqual(readFolder(folder), before);
});
