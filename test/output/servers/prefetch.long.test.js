import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request as ask, createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import puppeteer from 'puppeteer-core';
import { installedServers, startServer } from '../../../bench/servers/lab.js';
import { linksOf, planPrefetch, writeSpeculationRules } from '../../../lib/output/servers/plan-prefetch.js';
import { unpackChromium } from '../../../lib/visit/browser/unpack.js';

/** @import { Browser } from 'puppeteer-core' */

const scratch = mkdtempSync(join(tmpdir(), 'pagethrift-prefetch-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

/** Links of each page of a small site. The first page has more links than are fetched ahead. */
const LINKS = {
  'index.html': ['a.html', 'b.html', 'c.html', 'docs/', 'd.html'],
  'a.html': ['b.html', 'index.html'],
  'b.html': ['c.html'],
  'c.html': ['docs/index.html', '#top', 'https://other.example/'],
  'd.html': [],
  'docs/index.html': ['../a.html', '../b.html', '../c.html', '../d.html'],
};
const root = join(scratch, 'site');
mkdirSync(join(root, 'docs'), { recursive: true });
const texts = Object.entries(LINKS).map(([page, links], at) => {
  const anchors = links.map((href) => `<p><a href="${href}">${href}</a>`).join('');
  const text = `<!doctype html><title>${page}</title>${anchors}${'<p>words'.repeat(50 * (at + 1))}`;
  writeFileSync(join(root, page), text);
  return /** @type {const} */ ([page, text]);
});
const files = new Set(Object.keys(LINKS));
const links = new Map(texts.map(([page, text]) => [page, linksOf(page, text, files)]));
const sizes = new Map(texts.map(([page, text]) => [page, text.length]));
const prefetch = planPrefetch(links, (page) => sizes.get(page) ?? 0);

test('pages with few links fetch them ahead, and each link is as likely as the others', () => {
  assert.deepEqual(prefetch.pages, ['a.html', 'b.html', 'c.html', 'docs/index.html']);
  assert.deepEqual(prefetch.targets, ['a.html', 'b.html', 'c.html', 'd.html', 'docs/index.html', 'index.html']);
  const size = (/** @type {string} */ page) => sizes.get(page) ?? 0;
  const wasted =
    (size('b.html') + size('index.html')) / 2 +
    (3 / 4) * (size('a.html') + size('b.html') + size('c.html') + size('d.html'));
  assert.ok(Math.abs(prefetch.wastedBytes - wasted / 6) < 1e-6);
  assert.deepEqual(JSON.parse(writeSpeculationRules({ ...prefetch, targets: ['docs/index.html'] })), {
    prefetch: [{ where: { href_matches: ['/docs/index.html', '/docs/'] }, eagerness: 'immediate' }],
  });
});

for (const name of installedServers().filter((each) => each === 'nginx' || each === 'caddy')) {
  test(`${name}: a replay in Chromium wastes the bytes of the model`, { timeout: 120_000 }, async () => {
    const server = await startServer(name, root, join(scratch, name), new Map(), prefetch);
    const counted = await openCounter(server.url);
    const { path, libraries } = await unpackChromium();
    const env = { ...process.env, LD_LIBRARY_PATH: libraries };
    const browser = await puppeteer.launch({ executablePath: path, headless: 'shell', args: ['--no-sandbox'], env });
    try {
      let wasted = 0;
      for (const [page, targets] of links) {
        const ahead = await fetchedAhead(browser, counted, page);
        const expected = prefetch.pages.includes(page) ? [...targets].sort() : [];
        assert.deepEqual([...ahead.keys()].sort(), expected, page);
        // Each link is opened once: the others were fetched and not used.
        const fetched = [...ahead.values()].reduce((sum, bytes) => sum + bytes, 0);
        if (targets.size > 0) wasted += fetched - fetched / targets.size;
      }
      assert.ok(Math.abs(wasted / links.size - prefetch.wastedBytes) < 1, `${wasted / links.size} bytes`);
    } finally {
      await browser.close();
      await counted.close();
      await server.stop();
    }
  });
}

/**
 * Opens a page in a new profile and returns the bytes of the pages that the browser fetches ahead.
 * @param {Browser} browser @param {Awaited<ReturnType<typeof openCounter>>} counted @param {string} page
 */
async function fetchedAhead(browser, counted, page) {
  const context = await browser.createBrowserContext();
  counted.ahead.clear();
  const tab = await context.newPage();
  await tab.goto(`${counted.url}/${page.replace(/index\.html$/, '')}`);
  await wait(1000);
  await context.close();
  return new Map([...counted.ahead].map(([path, bytes]) => [path.replace(/(^|\/)$/, '$1index.html').slice(1), bytes]));
}

/** Opens a proxy that counts the bytes that browsers fetch ahead, by path. @param {string} target */
async function openCounter(target) {
  /** @type {Map<string, number>} */
  const ahead = new Map();
  const proxy = createServer((request, response) => {
    const headers = { ...request.headers, 'accept-encoding': 'identity' };
    ask(`${target}${request.url}`, { headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      let bytes = 0;
      answer.on('data', (chunk) => {
        bytes += chunk.length;
        response.write(chunk);
      });
      answer.on('end', () => {
        const isRedirect = (answer.statusCode ?? 500) >= 300;
        if (request.headers['sec-purpose'] === 'prefetch' && !isRedirect) ahead.set(String(request.url), bytes);
        response.end();
      });
    }).end();
  });
  await new Promise((done) => proxy.listen(0, '127.0.0.1', () => done(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (proxy.address());
  const close = () => new Promise((done) => proxy.close(done));
  return { url: `http://127.0.0.1:${port}`, ahead, close };
}

test('--prefetch needs a folder for server files', async () => {
  const { main } = await import('../../../lib/run/cli/main.js');
  let err = '';
  const stream = { write: (/** @type {string} */ text) => (err += text), isTTY: false };
  const code = await main({
    argv: ['build', root, '--out', join(scratch, 'out'), '--prefetch'],
    cwd: scratch,
    env: {},
    stdout: stream,
    stderr: stream,
  });
  assert.equal(code, 2);
  assert.match(err, /“--prefetch” changes server files\. Name a folder for them with --servers\./);
});
