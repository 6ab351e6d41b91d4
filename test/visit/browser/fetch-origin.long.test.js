import assert from 'node:assert/strict';
import http from 'node:http';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { openOrigin } from '../../../lib/visit/browser/fetch-origin.js';
import { FETCH_LIMITS } from '../../../lib/visit/browser/intake.js';

/** @import { FetchedResponse } from '../../../lib/visit/browser/fetch-origin.js' */

const UNPACKED_BYTES = 30_000_000;
const bomb = gzipSync(Buffer.alloc(UNPACKED_BYTES));
let sockets = 0;
let maxSockets = 0;
let asked = 0;
const server = http.createServer(async (request, response) => {
  asked += 1;
  await new Promise((done) => setTimeout(done, 5));
  const isBomb = request.url?.startsWith('/bomb');
  response.writeHead(200, isBomb ? { 'content-encoding': 'gzip' } : {}).end(isBomb ? bomb : 'a');
});
server.on('connection', (socket) => {
  sockets += 1;
  maxSockets = Math.max(maxSockets, sockets);
  socket.once('close', () => (sockets -= 1));
});
let url = '';
before(async () => {
  await new Promise((done) => server.listen(0, '127.0.0.1', () => done(null)));
  url = `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}/`;
});
after(() => {
  server.closeAllConnections();
  server.close();
});

/** Fetches all paths at once, as pages do. @param {readonly string[]} paths */
async function fetchAll(paths) {
  const origin = openOrigin(url);
  /** @type {(FetchedResponse | null)[]} */
  const found = [];
  const ask = (/** @type {string} */ path) => {
    const request = /** @type {import('puppeteer-core').Protocol.Network.Request} */ (
      /** @type {unknown} */ ({ url: url + path, method: 'GET', headers: {} })
    );
    return origin.fetch(request, false, async (response) => void found.push(response));
  };
  await Promise.all(paths.map(ask));
  origin.close();
  return { found, cutOff: origin.cutOff() };
}

test('bytes are counted as they arrive, over all bodies in flight', async () => {
  const paths = Array.from({ length: 40 }, (_, index) => `bomb-${index}`);
  const { found, cutOff } = await fetchAll(paths);
  const bytes = found.reduce((sum, response) => sum + (response?.bytes.length ?? 0), 0);
  assert.equal(found.length, 40, 'each is answered');
  assert.ok(bytes > 0 && bytes <= FETCH_LIMITS.totalBytes, `${bytes} bytes`);
  assert.equal(cutOff.length + bytes / UNPACKED_BYTES, 40, 'what is cut off is named');
});

test('six sockets are open at most, and no more requests are made than a page needs', async () => {
  // Sockets of the previous test are closed, but the server may not know yet.
  while (sockets > 0) await new Promise((done) => setTimeout(done, 5));
  [asked, maxSockets] = [0, 0];
  const { found, cutOff } = await fetchAll(Array.from({ length: FETCH_LIMITS.requests + 50 }, (_, each) => `${each}`));
  assert.equal(asked, FETCH_LIMITS.requests);
  assert.equal(found.filter(Boolean).length, FETCH_LIMITS.requests);
  assert.equal(cutOff.length, 50);
  assert.ok(maxSockets <= FETCH_LIMITS.sockets, `${maxSockets} sockets`);
});
