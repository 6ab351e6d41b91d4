import assert from 'node:assert/strict';
import { createSecureServer } from 'node:http2';
import { createServer } from 'node:https';
import { test } from 'node:test';
import { makeCertificate } from '../../../lib/output/serve/certificate.js';
import { findHttpVersions } from '../../../lib/visit/browser/http-versions.js';

/** @type {import('node:net').LookupFunction} */
const loopback = (_, options, callback) =>
  options.all ? callback(null, [{ address: '127.0.0.1', family: 4 }]) : callback(null, '127.0.0.1', 4);

/**
 * @param {import('node:tls').Server} server
 * @param {Record<string, string>} [headers]
 */
async function versionsOf(server, headers = {}) {
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const answer = { url: '', status: 200, contentType: '', bytes: new Uint8Array(), requestHeaderBytes: 0, headers };
  const responses = [{ ...answer, responseHeaderBytes: 0, encodedBytes: 0, httpVersion: '1.1' }];
  const found = await findHttpVersions(new URL(`https://localhost:${port}/`), responses, loopback);
  server.close();
  return found;
}

const { key, cert } = makeCertificate(new Date());

test('the version is the one that the server agrees to, and HTTP/3 where its answers offer it', async () => {
  assert.deepEqual(await versionsOf(createSecureServer({ key, cert, allowHTTP1: true })), ['2']);
  assert.deepEqual(await versionsOf(createServer({ key, cert })), ['1.1']);
  const offer = { 'alt-svc': 'h3=":443"; ma=86400, h3-29=":443"' };
  assert.deepEqual(await versionsOf(createSecureServer({ key, cert }), offer), ['2', '3']);
  assert.deepEqual(await versionsOf(createServer({ key, cert }), { 'alt-svc': 'clear' }), ['1.1']);
});

test('without encryption it is what the server answered in; a server that does not answer says nothing', async () => {
  const answer = { url: '', status: 200, contentType: '', bytes: new Uint8Array(), requestHeaderBytes: 0, headers: {} };
  const old = { ...answer, responseHeaderBytes: 0, encodedBytes: 0, httpVersion: '1.0' };
  assert.deepEqual(await findHttpVersions(new URL('http://localhost/'), [old], loopback), ['1.0']);
  assert.deepEqual(await findHttpVersions(new URL('https://localhost:1/'), [], loopback), []);
});
