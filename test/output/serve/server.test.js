import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { request as send } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { openServer } from '../../../lib/output/serve/server.js';

const scratch = mkdtempSync(join(tmpdir(), 'pagethrift-serve-'));
const root = join(scratch, 'site');
const PAGE = Buffer.from('<!doctype html><title>Tide</title><p>High water at noon. </p>'.repeat(40));
const FULL = 'br, gzip, zstd';

/** @type {Awaited<ReturnType<typeof openServer>>} */
let server;
/** @type {string[]} */
const errors = [];
before(async () => {
  mkdirSync(join(root, 'docs/deep'), { recursive: true });
  mkdirSync(join(root, '.git'));
  writeFileSync(join(root, 'index.html'), PAGE);
  writeFileSync(join(root, 'index.html.br'), brotliCompressSync(PAGE));
  writeFileSync(join(root, 'index.html.gz'), gzipSync(PAGE));
  writeFileSync(join(root, 'index.html.zst'), zstdCompressSync(PAGE));
  writeFileSync(join(root, 'docs/index.html'), 'docs');
  writeFileSync(join(root, 'docs/tides.html'), 'tides');
  writeFileSync(join(root, 'only.css'), 'p{}');
  writeFileSync(join(root, 'only.css.gz'), gzipSync('p{}'));
  writeFileSync(join(root, 'a.png'), Buffer.alloc(1000, 7));
  writeFileSync(join(root, 'empty.txt'), '');
  writeFileSync(join(root, '.git/config'), 'secret');
  writeFileSync(join(scratch, 'secret.txt'), 'secret');
  symlinkSync(join(scratch, 'secret.txt'), join(root, 'out.txt'));
  symlinkSync(scratch, join(root, 'up'));
  symlinkSync('index.html', join(root, 'inside.html'));
  symlinkSync('.git', join(root, 'hidden'));
  symlinkSync('.git/config', join(root, 'hidden.txt'));
  symlinkSync('loop-b', join(root, 'loop-a'));
  symlinkSync('loop-a', join(root, 'loop-b'));
  symlinkSync(join(scratch, 'secret.txt'), join(root, 'a.png.br'));
  server = await openServer(root, { port: 0, onError: (message) => errors.push(message) });
});
after(async () => {
  await server.close();
  rmSync(scratch, { recursive: true, force: true });
});

/**
 * Sends one request with its path as written.
 * @param {string} path
 * @param {Record<string, string>} [headers]
 * @param {string} [method]
 * @returns {Promise<{ status: number, headers: import('node:http').IncomingHttpHeaders, body: Buffer }>}
 */
function ask(path, headers = {}, method = 'GET') {
  const { hostname, port } = new URL(server.url);
  return new Promise((done, fail) => {
    const request = send({ hostname, port, path, method, headers, agent: false }, (response) => {
      /** @type {Buffer[]} */
      const pieces = [];
      response.on('data', (piece) => pieces.push(piece));
      response.on('end', () =>
        done({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(pieces) }),
      );
      response.on('error', fail);
    });
    request.on('error', fail).end();
  });
}

describe('the copy that is sent', () => {
  for (const [accepted, coding] of [
    [FULL, 'br'],
    ['gzip', 'gzip'],
    ['gzip;q=0.9, zstd;q=1.0', 'zstd'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.000, *', 'zstd'],
    ['*', 'br'],
    ['*;q=0.5, identity;q=0', 'br'],
    ['gzip;q=0.5, identity;q=1', undefined],
    ['identity', undefined],
    ['', undefined],
    ['deflate', undefined],
    ['x-br, abr', undefined],
    ['GZIP', 'gzip'],
    ['gzip;q=nonsense', undefined],
  ]) {
    test(`“${accepted}” gets ${coding ?? 'the file as it is'}`, async () => {
      const { status, headers } = await ask('/', { 'accept-encoding': String(accepted) });
      assert.equal(status, 200);
      assert.equal(headers['content-encoding'], coding);
      assert.equal(headers['content-type'], 'text/html', 'the type is that of the page, not of the copy');
      assert.equal(headers.vary, 'accept-encoding');
    });
  }

  test('without the header it is the file as it is', async () => {
    const { headers, body } = await ask('/');
    assert.equal(headers['content-encoding'], undefined);
    assert.deepEqual(body, PAGE);
  });

  test('a copy that is larger than the file is not preferred to it', async () => {
    const { headers } = await ask('/only.css', { 'accept-encoding': 'gzip, identity' });
    assert.equal(headers['content-encoding'], undefined);
  });

  test('a copy that is a link out of the folder is none', async () => {
    const { headers, body } = await ask('/a.png', { 'accept-encoding': 'br' });
    assert.equal(headers['content-encoding'], undefined);
    assert.equal(body.length, 1000);
  });

  test('HEAD says what GET says, and sends nothing', async () => {
    const [got, head] = [
      await ask('/', { 'accept-encoding': FULL }),
      await ask('/', { 'accept-encoding': FULL }, 'HEAD'),
    ];
    const { date: _, ...said } = got.headers;
    const { date: __, ...saidOfHead } = head.headers;
    assert.deepEqual(saidOfHead, said);
    assert.equal(head.body.length, 0);
  });
});

describe('what the browser has already', () => {
  test('a tag is known alone, weak, in a list, and as a star; each copy has its own', async () => {
    const { headers } = await ask('/', { 'accept-encoding': 'br' });
    const tag = String(headers.etag);
    for (const known of [tag, `W/${tag}`, `"a", ${tag}`, `W/"b" , W/${tag},"c"`, '*']) {
      const { status, headers, body } = await ask('/', { 'accept-encoding': 'br', 'if-none-match': known });
      assert.equal(status, 304, known);
      assert.equal(headers.etag, tag);
      assert.equal(headers.vary, 'accept-encoding');
      assert.equal(body.length, 0);
    }
    assert.equal((await ask('/', { 'accept-encoding': 'gzip', 'if-none-match': tag })).status, 200);
    assert.equal((await ask('/', { 'accept-encoding': 'br', 'if-none-match': '"other"' })).status, 200);
  });

  test('times count where there is no tag', async () => {
    const { headers } = await ask('/a.png');
    const time = String(headers['last-modified']);
    assert.equal((await ask('/a.png', { 'if-modified-since': time })).status, 304);
    assert.equal((await ask('/a.png', { 'if-modified-since': new Date(0).toUTCString() })).status, 200);
    assert.equal((await ask('/a.png', { 'if-modified-since': time, 'if-none-match': '"x"' })).status, 200);
    assert.equal((await ask('/a.png', { 'if-unmodified-since': new Date(0).toUTCString() })).status, 412);
    assert.equal((await ask('/a.png', { 'if-match': '"x"' })).status, 412);
  });
});

describe('parts of files', () => {
  for (const [range, status, said, length] of /** @type {[string, number, string | undefined, number][]} */ ([
    ['bytes=0-99', 206, 'bytes 0-99/1000', 100],
    ['bytes=900-', 206, 'bytes 900-999/1000', 100],
    ['bytes=-1', 206, 'bytes 999-999/1000', 1],
    ['bytes=-5000', 206, 'bytes 0-999/1000', 1000],
    ['bytes=990-5000', 206, 'bytes 990-999/1000', 10],
    ['bytes=1000-', 416, 'bytes */1000', 0],
    ['bytes=-0', 416, 'bytes */1000', 0],
    ['bytes=5-1', 200, undefined, 1000],
    ['bytes=0-0,5-6', 200, undefined, 1000],
    ['lines=1-2', 200, undefined, 1000],
  ])) {
    test(range, async () => {
      const { status: got, headers, body } = await ask('/a.png', { range });
      assert.equal(got, status);
      assert.equal(headers['content-range'], said);
      assert.equal(body.length, length);
    });
  }

  test('a part of a compressed copy is a part of that copy', async () => {
    const { status, body } = await ask('/', { range: 'bytes=0-9', 'accept-encoding': 'gzip' });
    assert.equal(status, 206);
    assert.deepEqual(body, gzipSync(PAGE).subarray(0, 10));
  });

  test('of another version than the one that the browser has, all is sent', async () => {
    assert.equal((await ask('/a.png', { range: 'bytes=0-9', 'if-range': '"other"' })).status, 200);
    const { headers } = await ask('/a.png');
    assert.equal((await ask('/a.png', { range: 'bytes=0-9', 'if-range': String(headers.etag) })).status, 206);
  });
});

describe('where a request leads', () => {
  for (const [path, status] of /** @type {[string, number][]} */ ([
    ['/docs/', 200],
    ['/docs/tides', 200],
    ['/docs/tides.html', 200],
    ['/inside.html', 200],
    ['/empty.txt', 200],
    ['/docs/deep/', 404],
    ['/docs/tides.html/', 404],
    ['/missing', 404],
    ['/out.txt', 404],
    ['/up/secret.txt', 404],
    ['/hidden/config', 404],
    ['/hidden.txt', 404],
    ['/loop-a', 404],
    ['/loop-a/index.html', 404],
    ['/.git/config', 404],
    ['/../secret.txt', 404],
    ['/%2e%2e/secret.txt', 404],
    ['/..%2f..%2fsecret.txt', 404],
    ['/a%00.png', 404],
    [`/${'n'.repeat(300)}`, 404],
    [`/${'n/'.repeat(3000)}`, 404],
    ['/%', 404],
    ['/%ff%fe', 404],
    ['*', 404],
  ])) {
    test(`${path.slice(0, 30)} is ${status}`, async () => assert.equal((await ask(path)).status, status));
  }

  for (const path of ['/docs', '//docs', '/./docs', '//evil.example/..%2fdocs', '/\\evil.example/..%2f..%2fdocs']) {
    test(`${path} leads to the folder of this host`, async () => {
      const { status, headers } = await ask(path);
      assert.equal(status, 301);
      assert.equal(headers.location, '/docs/');
    });
  }

  test('a query is kept on the way to the folder', async () => {
    assert.equal((await ask('/docs?page=2')).headers.location, '/docs/?page=2');
  });

  test('the page for what is missing is shown, and is no success', async () => {
    writeFileSync(join(root, '404.html'), 'nothing here');
    const { status, body, headers } = await ask('/missing', { range: 'bytes=0-1' });
    unlinkSync(join(root, '404.html'));
    assert.equal(status, 404);
    assert.equal(String(body), 'nothing here');
    assert.equal(headers['content-type'], 'text/html');
  });

  test('other methods are refused', async () => {
    const { status, headers } = await ask('/', {}, 'POST');
    assert.equal(status, 405);
    assert.equal(headers.allow, 'GET, HEAD');
  });
});

describe('who may ask', () => {
  for (const [host, status] of /** @type {[string, number][]} */ ([
    ['localhost', 200],
    ['localhost:8080', 200],
    ['127.0.0.1:8080', 200],
    ['site.localhost:1', 200],
    ['[::1]:80', 200],
    ['evil.example', 421],
    ['localhost.evil.example', 421],
    ['127.0.0.1.evil.example', 421],
    ['localhost:80@evil.example', 421],
  ])) {
    test(`${host} is ${status}`, async () => assert.equal((await ask('/', { host })).status, status));
  }

  test('a host in the request line counts as well', async () => {
    assert.equal((await ask('http://evil.example/', { host: 'localhost' })).status, 421);
    assert.equal((await ask('http://localhost/', { host: 'localhost' })).status, 200);
  });
});

test('bytes that are no request end that connection alone', async () => {
  const { hostname, port } = new URL(server.url);
  for (const bytes of [
    '\0\xff\xfe',
    'GET / HTTP/9.9\r\n\r\n',
    `GET /${'a'.repeat(70_000)} HTTP/1.1\r\n\r\n`,
    '\r\n'.repeat(9),
  ]) {
    await new Promise((done) => {
      const socket = connect(Number(port), hostname, () => socket.end(bytes, 'latin1'));
      socket
        .on('error', () => {})
        .on('close', done)
        .resume();
    });
  }
  assert.equal((await ask('/')).status, 200);
  assert.deepEqual(errors, []);
});
