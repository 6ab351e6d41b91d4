/*
 * npm run bench -- requests
 *
 * Measures the work that a request causes in a browser and a server besides the transfer: loads the same small images
 * as files and inlined in the page, from this machine, where the network takes no time.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import puppeteer from 'puppeteer-core';
import sharp from 'sharp';
import { findInstalledBrowsers } from '../lib/visit/browser/find.js';
import { unpackChromium } from '../lib/visit/browser/unpack.js';

const COUNTS = [0, 50, 100, 200];
const ROUNDS = 9;
const SIDE = 12;

const pictures = await Promise.all(Array.from({ length: Math.max(...COUNTS) }, (_, seed) => drawPicture(seed)));
const server = createServer(({ url = '' }, response) => {
  const [, kind, count, how] = url.split('/');
  const [type, body] =
    kind === 'picture'
      ? ['image/png', pictures[Number(count)]]
      : ['text/html', kind === 'page' ? writePage(Number(count), how === 'within') : ''];
  response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());

// A separate browser, because those of lib/visit/browser have no network access.
const executablePath = findInstalledBrowsers()[0] ?? (await unpackChromium()).path;
const args = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
const browser = await puppeteer.launch({ executablePath, headless: 'shell', pipe: true, args });
const page = await browser.newPage();
console.log('pictures   as files   within the page   a request');
for (const count of COUNTS) {
  const files = await medianLoad(count, 'files');
  const within = await medianLoad(count, 'within');
  const each = count === 0 ? '' : `${((files - within) / count).toFixed(2)} ms`;
  console.log(
    String(count).padEnd(11) + `${files.toFixed(0)} ms`.padEnd(11) + `${within.toFixed(0)} ms`.padEnd(18) + each,
  );
}
await browser.close();
server.close();

/** @param {number} count @param {'files' | 'within'} how */
async function medianLoad(count, how) {
  const times = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await page.goto(`http://127.0.0.1:${port}/page/${count}/${how}`, { waitUntil: 'load' });
    times.push(
      await page.evaluate(() => {
        const [{ loadEventEnd, responseStart }] = /** @type {PerformanceNavigationTiming[]} */ (
          performance.getEntriesByType('navigation')
        );
        return loadEventEnd - responseStart;
      }),
    );
  }
  return times.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)];
}

/** @param {number} count @param {boolean} isWithin */
function writePage(count, isWithin) {
  const addressOf = (/** @type {number} */ index) =>
    isWithin ? `data:image/png;base64,${pictures[index].toString('base64')}` : `/picture/${index}`;
  const images = Array.from(
    { length: count },
    (_, index) => `<img width=${SIDE} height=${SIDE} src="${addressOf(index)}">`,
  );
  return `<!doctype html><title>pictures</title>${images.join('\n')}`;
}

/** Generates a unique image of some hundred bytes. @param {number} seed */
function drawPicture(seed) {
  const pixels = Uint8Array.from({ length: SIDE * SIDE * 3 }, (_, at) => ((at * (seed + 3)) >> 1) & 0xe0);
  return sharp(pixels, { raw: { width: SIDE, height: SIDE, channels: 3 } })
    .png()
    .toBuffer();
}
