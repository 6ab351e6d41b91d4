/**
 * Visits a page once with Chromium and an empty cache, inside the client's network namespace: `node chromium-visit.js
 * EXECUTABLE URL [KEY]` prints the header sizes of each exchange in HTTP/1.1 form, the protocols of the responses, and
 * the time of the last response. With KEY, the hash of the server's public key, the origin is requested over HTTP/3
 * from the first packet.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { argv, env, stdout } from 'node:process';
import puppeteer from 'puppeteer-core';

const [, , executablePath, address, key] = argv;
const { host } = new URL(address);
/** A header that nginx sends over HTTP/1.1 and does not need over HTTP/2. */
const KEEP_ALIVE = 'Connection: keep-alive\r\n';
const userDataDir = mkdtempSync(join(tmpdir(), 'wire-chromium-'));

/**
 * @param {string} firstLine
 * @param {Record<string, string>} headers
 */
function measureHead(firstLine, headers) {
  const lines = Object.entries(headers).filter(([name]) => !name.startsWith(':'));
  const values = lines.flatMap(([name, value]) => value.split('\n').map((one) => `${name}: ${one}\r\n`));
  return firstLine.length + 4 + values.join('').length;
}

const browser = await puppeteer.launch({
  executablePath,
  userDataDir,
  pipe: true,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    ...(key
      ? ['--enable-quic', `--origin-to-force-quic-on=${host}`, `--ignore-certificate-errors-spki-list=${key}`]
      : ['--disable-quic']),
    ...(env.WIRE_NETLOG ? [`--log-net-log=${env.WIRE_NETLOG}`, '--net-log-capture-mode=Everything'] : []),
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    '--ignore-certificate-errors',
    '--disable-features=OptimizationHints,Translate,MediaRouter',
  ],
});
try {
  const page = await browser.newPage();
  const session = await page.createCDPSession();
  await session.send('Network.enable');
  /** @type {Map<string, string>} */
  const urls = new Map();
  /** @type {Map<string, { requestBytes: number, responseHeaderBytes: number }>} */
  const heads = new Map();
  const headsOf = (/** @type {string} */ id) => {
    const known = heads.get(id) ?? { requestBytes: 0, responseHeaderBytes: 0 };
    heads.set(id, known);
    return known;
  };
  const clock = { offset: 0, finishedAt: 0 };
  /** @type {Set<string>} */
  const protocols = new Set();
  session.on('Network.requestWillBeSent', ({ requestId, request, timestamp, wallTime }) => {
    urls.set(requestId, new URL(request.url).pathname);
    clock.offset ||= wallTime - timestamp;
  });
  session.on('Network.responseReceived', ({ response }) => protocols.add(response.protocol ?? ''));
  session.on('Network.loadingFinished', ({ timestamp }) => {
    clock.finishedAt = Math.max(clock.finishedAt, timestamp + clock.offset);
  });
  session.on('Network.requestWillBeSentExtraInfo', ({ requestId, headers }) => {
    headsOf(requestId).requestBytes = measureHead(
      `GET ${headers[':path'] ?? urls.get(requestId) ?? '/index.html'} HTTP/1.1`,
      headers,
    );
  });
  session.on('Network.responseReceivedExtraInfo', ({ requestId, headers, headersText, statusCode }) => {
    headsOf(requestId).responseHeaderBytes =
      headersText?.length ?? measureHead(`HTTP/1.1 ${statusCode} OK`, headers) + KEEP_ALIVE.length;
  });
  await page.goto(address, { waitUntil: 'load', timeout: 100_000 });
  await new Promise((resolve) => setTimeout(resolve, 500));
  const sizes = Object.fromEntries([...heads].map(([id, head]) => [urls.get(id) ?? '', head]));
  stdout.write(JSON.stringify({ heads: sizes, protocols: [...protocols], finishedAt: clock.finishedAt }));
} finally {
  await browser.close();
  rmSync(userDataDir, { recursive: true, force: true });
}
