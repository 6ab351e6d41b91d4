/**
 * One cold visit with Chromium, run inside the client's network namespace:
 * `node chromium-visit.js EXECUTABLE URL` prints the size of each exchange's headers, as HTTP/1.1 would write them.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { argv, stdout } from 'node:process';
import puppeteer from 'puppeteer-core';

const [, , executablePath, address] = argv;
/** What nginx says over HTTP/1.1 and has no need to over HTTP/2. */
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
    '--disable-quic',
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
  session.on('Network.requestWillBeSent', ({ requestId, request }) =>
    urls.set(requestId, new URL(request.url).pathname),
  );
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
  stdout.write(JSON.stringify(Object.fromEntries([...heads].map(([id, head]) => [urls.get(id) ?? '', head]))));
} finally {
  await browser.close();
  rmSync(userDataDir, { recursive: true, force: true });
}
