import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import puppeteer from 'puppeteer-core';
import { openServer } from '../../lib/output/serve/server.js';
import { findInstalledBrowsers } from '../../lib/visit/browser/find.js';
import { unpackChromium } from '../../lib/visit/browser/unpack.js';
import { renderPage } from '../../scripts/site/page.js';
import { PLAYGROUND, PLAYGROUND_STYLE, writePlayground } from '../../scripts/site/playground.js';
import { SEARCH_SCRIPT } from '../../scripts/site/search.js';
import { STYLE } from '../../scripts/site/style.js';

/** @import { Page } from 'puppeteer-core' */

const FIREFOX = '/usr/bin/firefox-esr';
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const IMAGE = fileURLToPath(new URL('../../fixtures/microscape/site/images/photo2.gif', import.meta.url));

const folder = mkdtempSync(join(tmpdir(), 'pagethrift-play-'));
/** @type {Awaited<ReturnType<typeof openServer>>} */
let server;
before(async () => {
  await writePlayground(folder);
  writeFileSync(join(folder, 'play.html'), renderPage({ body: PLAYGROUND, address: 'play.html' }));
  writeFileSync(join(folder, 'style.css'), STYLE + PLAYGROUND_STYLE);
  writeFileSync(join(folder, 'search.js'), SEARCH_SCRIPT);
  const index = [['speed.html#cache', 'Speed: Cache', 'What a second build takes.']];
  writeFileSync(join(folder, 'search.json'), JSON.stringify(index));
  server = await openServer(folder, { port: 0 });
});
after(async () => {
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('in Chromium', () => {
  /** @type {import('puppeteer-core').Browser} */
  let browser;
  before(async () => {
    // The pool's browser reaches no server, and this one has to reach that of the test.
    const { path, libraries } = await locateChromium();
    const env = { ...process.env, ...(libraries ? { LD_LIBRARY_PATH: libraries } : {}) };
    browser = await puppeteer.launch({ executablePath: path, args: ['--no-sandbox'], headless: true, env });
  });
  after(() => browser?.close());
  tryAll(async (work) => work(await browser.newPage()));
});

describe('in Firefox', { skip: existsSync(FIREFOX) ? false : 'firefox-esr is not installed' }, () => {
  /** @type {import('puppeteer-core').Browser} */
  let browser;
  before(async () => {
    browser = await puppeteer.launch({ browser: 'firefox', executablePath: FIREFOX, headless: true });
  });
  after(() => browser?.close());
  tryAll(async (work) => work(await browser.newPage()));
});

/** @param {(work: (page: Page) => Promise<void>) => Promise<void>} withPage */
function tryAll(withPage) {
  for (const [example, said] of Object.entries({
    photo: /GIF, 66 × 48, 254 colours.*The smallest form takes [12]\.\d kB instead of 4\.2 kB/s,
    animation: /6 frames.*APNG.*the same pixels/s,
    har: /5 requests, 209 kB on a first visit.*3g.*4g.*cable/s,
    page: /[2-6] requests/,
  })) {
    test(`a link shows the example “${example}”`, () =>
      withPage(async (page) => {
        await open(page, `#example=${example}`);
        assert.match(await textOf(page, '#result'), said);
      }));
  }

  test('a report is rendered in a frame of its own', () =>
    withPage(async (page) => {
      await open(page, '#example=report');
      const frame = await page.waitForFrame(async (each) => each !== page.mainFrame());
      await frame.waitForSelector('h1');
      assert.equal(await frame.$eval('h1', ({ textContent }) => textContent), 'dist');
    }));

  test('the network reads a text image', { timeout: 120_000 }, () =>
    withPage(async (page) => {
      await open(page, '#example=text');
      await page.click('#result > button');
      const says = '#result [role=status]';
      await page.waitForFunction(
        (at) => / sure|Not read/.test(document.querySelector(at)?.textContent ?? ''),
        {},
        says,
      );
      assert.match(await textOf(page, says), /^“solutions” \(\d+ % sure\)/);
    }),
  );

  test('a chosen file and links go into the address, which shows the same again', () =>
    withPage(async (page) => {
      await open(page, '');
      const input = /** @type {import('puppeteer-core').ElementHandle<HTMLInputElement>} */ (await page.$('#files'));
      await input.uploadFile(IMAGE);
      await page.waitForFunction(() => location.hash.includes('photo2.gif'));
      await settle(page);
      const shown = await textOf(page, '#result');
      const { hash } = new URL(page.url());
      await open(page, '#example=har');
      await open(page, hash);
      assert.equal(await textOf(page, '#result'), shown);
    }));

  test('keys reach the examples, and the search finds a section', () =>
    withPage(async (page) => {
      await open(page, '');
      await page.focus('#examples button:nth-of-type(4)');
      await page.keyboard.press('Enter');
      await page.waitForFunction(() => location.hash.includes('example=har'));
      await page.focus('#search');
      await page.keyboard.type('second build');
      await page.waitForSelector('#found a');
      assert.equal(await textOf(page, '#found'), 'Speed: Cache');
    }));

  test('axe finds nothing, before and after an image is shown', () =>
    withPage(async (page) => {
      for (const hash of ['', '#example=photo', '#example=har']) {
        await open(page, hash);
        await page.evaluate(readFileSync(AXE, 'utf8'));
        const found = await page.evaluate(async () => {
          const { axe } = /** @type {typeof globalThis & { axe: typeof import('axe-core') }} */ (globalThis);
          return (await axe.run(document)).violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`);
        });
        assert.deepEqual(found, [], hash);
      }
    }));
}

/** @returns {Promise<{ path: string, libraries?: string }>} */
async function locateChromium() {
  const [path] = findInstalledBrowsers();
  return path ? { path } : unpackChromium();
}

/** @param {Page} page @param {string} hash */
async function open(page, hash) {
  await page.goto('about:blank');
  await page.goto(new URL(`play.html${hash}`, server.url).href);
  if (hash) await settle(page);
}

/** @param {Page} page */
async function settle(page) {
  await page.waitForFunction(() => /^Done|could not/.test(document.getElementById('status')?.textContent ?? ''));
}

/** @param {Page} page @param {string} selector */
function textOf(page, selector) {
  return page.$eval(selector, (found) => /** @type {HTMLElement} */ (found).innerText);
}
