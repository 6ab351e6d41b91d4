import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:http2';
import { get as getSecure } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { makeCertificate } from '../../../lib/output/serve/certificate.js';
import { openComparison } from '../../../lib/output/serve/compare.js';
import { openServer } from '../../../lib/output/serve/server.js';

const scratch = mkdtempSync(join(tmpdir(), 'pagethrift-links-'));
const PAGE = '<!doctype html><title>Tide</title><p>High water at noon.';
before(() => {
  for (const [side, page] of [
    ['before', PAGE.repeat(9)],
    ['after', PAGE],
  ]) {
    mkdirSync(join(scratch, side));
    writeFileSync(join(scratch, side, 'index.html'), page);
    writeFileSync(join(scratch, side, 'large.bin'), Buffer.alloc(200_000, 7));
  }
});
after(() => rmSync(scratch, { recursive: true, force: true }));

/**
 * @param {import('node:http2').ClientHttp2Session} session
 * @param {Record<string, string>} headers
 */
function ask(session, headers) {
  return new Promise((done, fail) => {
    const request = session.request(headers);
    /** @type {any} */
    let head = {};
    let body = '';
    request.setEncoding('utf8').on('data', (text) => (body += text));
    request.on('response', (said) => (head = said)).on('error', fail);
    request.on('end', () => done({ ...head, body }));
  });
}

describe('with a certificate', () => {
  const certificate = makeCertificate(new Date());
  const open = () => openServer(join(scratch, 'after'), { port: 0, certificate });

  test('it is for this machine and for a month', () => {
    const read = new X509Certificate(certificate.cert);
    assert.ok(read.verify(read.publicKey));
    assert.equal(read.checkHost('localhost'), 'localhost');
    assert.equal(read.checkIP('127.0.0.1'), '127.0.0.1');
    assert.equal(read.checkHost('example.org'), undefined);
    const days = (Date.parse(read.validTo) - Date.now()) / 86_400_000;
    assert.ok(days > 29 && days < 31, `${days} days`);
  });

  test('HTTP/2 and HTTP/1.1 are spoken on one port, and other hosts are refused', async () => {
    const server = await open();
    const session = connect(server.url, { ca: certificate.cert });
    const answer = await ask(session, { ':path': '/' });
    assert.equal(answer[':status'], 200);
    assert.equal(answer.body, PAGE);
    const head = await ask(session, { ':path': '/', ':method': 'HEAD' });
    assert.deepEqual([head[':status'], head['content-length'], head.body], [200, String(PAGE.length), '']);
    const known = await ask(session, { ':path': '/', 'if-none-match': answer.etag });
    assert.equal(known[':status'], 304);
    const foreign = await ask(session, { ':path': '/', ':authority': 'example.org' });
    assert.equal(foreign[':status'], 421);
    session.close();
    const version = await new Promise((done, fail) =>
      getSecure(server.url, { ca: certificate.cert, agent: false }, (response) =>
        response.resume().on('end', () => done(response.httpVersion)),
      ).on('error', fail),
    );
    assert.equal(version, '1.1');
    await server.close();
  });

  test('a browser that goes away in the middle ends nothing but its own request', async () => {
    /** @type {string[]} */
    const errors = [];
    const server = await openServer(join(scratch, 'after'), {
      port: 0,
      certificate,
      onError: (text) => errors.push(text),
    });
    const session = connect(server.url, { ca: certificate.cert });
    await once(session, 'connect');
    for (let index = 0; index < 20; index++) session.request({ ':path': '/large.bin' }).close();
    session.destroy();
    const another = connect(server.url, { ca: certificate.cert });
    assert.equal((await ask(another, { ':path': '/' }))[':status'], 200);
    another.close();
    await server.close();
    assert.deepEqual(errors, []);
  });
});

describe('as slow as a link', () => {
  const link = { downBitsPerSecond: 8e6, upBitsPerSecond: 1e6, rttMs: 60, mtu: 1500, queuePackets: 1000 };

  test('an answer takes the handshake, its round trip and the time that its bytes need', async () => {
    const server = await openServer(join(scratch, 'after'), { port: 0, link });
    const [small, large] = [await timeOf(`${server.url}`), await timeOf(`${server.url}large.bin`)];
    await server.close();
    // Two round trips, plus the delay of a busy machine.
    assert.ok(small >= 115 && small < 400, `${small} ms`);
    // 205 ms of bytes and a window that grows from ten packets: at most two further round trips.
    assert.ok(large >= 115 + 205 && large < 115 + 205 + 120 + 300, `${large} ms`);
  });

  test('what is sent is what lies there', async () => {
    const server = await openServer(join(scratch, 'after'), { port: 0, link: { ...link, rttMs: 2 } });
    const parts = await Promise.all([1, 2, 3].map(async () => (await fetch(`${server.url}large.bin`)).bytes()));
    await server.close();
    assert.ok(parts.every((part) => part.length === 200_000 && part.every((byte) => byte === 7)));
  });

  /** @param {string} url */
  async function timeOf(url) {
    const from = performance.now();
    await (await fetch(url, { headers: { connection: 'close' } })).arrayBuffer();
    return performance.now() - from;
  }
});

test('a page shows both sites, with requests and bytes of each as they are made', async (t) => {
  const folders = { before: join(scratch, 'before'), after: join(scratch, 'after') };
  const shown = await openComparison(folders, { port: 0 });
  t.after(() => shown.close());
  const page = await fetch(shown.url);
  assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/);
  assert.match(await page.text(), /<iframe id="after"/);
  const events = (await fetch(`${shown.url}events`)).body?.getReader();
  const next = async () => JSON.parse(String(Buffer.from((await events?.read())?.value ?? [])).replace(/^data: /, ''));
  assert.deepEqual(await next(), { sites: shown.sites });
  const plain = { 'accept-encoding': 'identity' };
  await (await fetch(shown.sites.before, { headers: { ...plain, 'sec-fetch-dest': 'iframe' } })).text();
  const before = await next();
  await (await fetch(shown.sites.after, { headers: plain })).text();
  const after = await next();
  assert.deepEqual([before.side, before.requests, before.target], ['before', 1, '/']);
  assert.deepEqual([after.side, after.requests, after.target], ['after', 1, undefined]);
  // The header states the length with one digit more.
  assert.equal(before.bytes - after.bytes, PAGE.length * 8 + 1);
  const packed = await fetch(shown.sites.before, { headers: { 'accept-encoding': 'gzip' } });
  assert.deepEqual([packed.headers.get('content-encoding'), await packed.text()], ['gzip', PAGE.repeat(9)]);
  assert.equal((await fetch(`${shown.url}etc/passwd`)).status, 404);
});
