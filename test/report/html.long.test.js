import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, test } from 'node:test';
import { renderHtml } from '../../lib/report/index.js';
import { openTestBrowser } from '../harness/browser.js';
import { openFile } from '../harness/serve-files.js';
import { makeReport } from './synthetic.js';

/** @import { Page } from 'puppeteer-core' */
/** @import { FullReport } from '../../lib/report/types.ts' */

/** Returns a plain rectangle as an SVG data URI. @param {string} colour */
const draw = (colour) =>
  `data:image/svg+xml,` +
  `${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="160" height="60"><rect width="160" height="60" fill="` +
      `${colour}"/></svg>`,
  )}`;
const images = new Map([
  ['img/nav-0.gif', { before: draw('#fc0'), after: draw('#fd1'), difference: draw('#101') }],
  ['img/photo-1.gif', { before: draw('#357'), after: draw('#358') }],
]);

test('the file asks for nothing and cannot be broken out of', () => {
  const report = makeReport();
  const hostile = renderHtml({
    ...report,
    input: { kind: 'folder', name: '</title><script>bad()</script>' },
    changes: report.changes.map((change) => ({ ...change, message: '</script><script>bad()</script>' })),
  });
  assert.ok(!hostile.includes('<script>bad()'));
  const links =
    /<a href="https:\/\/github\.com\/pagethrift\/pagethrift\/blob\/main\/docs\/rules\/[a-z-]+\.md" rel="noreferrer">/g;
  const text = renderHtml(report, { images });
  assert.ok(links.test(text), 'a rule leads to its page');
  assert.ok(!/(?:src|href)="(?!#|data:)/.test(text.replace(links, '')), 'something else leads outside');
});

describe('in a browser', async () => {
  const browser = await openTestBrowser();

  /** Opens a report and records errors. @param {FullReport} report @param {number} width */
  async function open(report, width) {
    const html = renderHtml(report, { images });
    const page = await browser.newPage();
    /** @type {string[]} */
    const faults = [];
    page.on('console', (message) => faults.push(`console: ${message.text()}`));
    page.on('pageerror', (error) => faults.push(`error: ${error}`));
    await page.setViewport({ width, height: 900 });
    const asked = await openFile(page, 'report.html', (name) => (name === 'report.html' ? html : null));
    await page.waitForSelector('[data-ready]');
    faults.push(...asked.filter((url) => !/^data:|\/report\.html$/.test(url)).map((url) => `request: ${url}`));
    return { page, faults };
  }

  /** @param {Page} page @param {string} selector @returns {Promise<string[]>} */
  const texts = (page, selector) => page.$$eval(selector, (all) => all.map((each) => each.textContent ?? ''));

  test('sorting, filtering, sliders, choices and keys work without an error', async () => {
    const { page, faults } = await open(makeReport({ pages: 5 }), 1280);
    const place = '#changes-table tbody .place';

    const byBytes = await texts(page, place);
    await page.click('#changes-table th:first-child button');
    assert.equal(
      await page.$eval('#changes-table th:first-child', (head) => head.getAttribute('aria-sort')),
      'descending',
    );
    const byName = await texts(page, place);
    assert.notDeepEqual(byName, byBytes);
    assert.deepEqual(
      byName,
      byName.toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0)),
    );

    await page.select('#changes-rule', 'gif-image');
    assert.ok((await texts(page, '#changes-table .tag')).every((tag) => tag.startsWith('gif-image')));
    await page.type('#changes-search', 'no such thing');
    assert.deepEqual(await texts(page, '#changes-table [role=status]'), ['Nothing matches.']);

    const edge = '#images-list .frame';
    await page.focus('#images-list input[type=range]');
    await page.keyboard.press('Home');
    assert.equal(
      await page.$eval(edge, (frame) => /** @type {HTMLElement} */ (frame).style.getPropertyValue('--edge')),
      '0%',
    );
    await page.keyboard.press('End');
    assert.equal(
      await page.$eval(edge, (frame) => /** @type {HTMLElement} */ (frame).style.getPropertyValue('--edge')),
      '100%',
    );
    // The list grows with each image that loads.
    await page.waitForFunction(() => [...document.images].every((image) => image.complete));
    await page.click('#images-list button');
    await page.waitForSelector('#images-list .difference', { visible: true });

    await page.select('#loading-page', '3');
    assert.match(
      (await texts(page, '#loading-waterfall figcaption')).join(),
      /page-3\.html, before.*page-3\.html, after/s,
    );
    await page.select('#loading-conditions', '3g · HTTP/1.1 · first visit');
    assert.match((await texts(page, '#loading-waterfall')).join(), /no waterfall/);

    await page.$eval('#treemap .tile', (tile) => /** @type {any} */ (tile).focus());
    await page.keyboard.press('ArrowRight');
    const label = await page.$eval('#treemap .tile:focus', (tile) => tile.getAttribute('aria-label'));
    assert.deepEqual(await texts(page, '#treemap-said'), [label]);

    await page.click('#theme');
    await page.click('#theme');
    assert.equal(await page.$eval('html', (html) => getComputedStyle(html).colorScheme), 'dark');
    assert.deepEqual(faults, []);
    await page.close();
  });

  test('axe finds no serious fault, in light and dark, wide and narrow; nothing sticks out', async () => {
    const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    const failures = [
      {
        kind: /** @type {const} */ ('budget'),
        page: 'index.html',
        line: null,
        column: null,
        resource: null,
        measure: 'bytes',
        limit: 1,
        actual: 2,
        message: 'too much',
        fix: 'less',
      },
    ];
    for (const [width, theme] of /** @type {const} */ ([
      [1280, 'light'],
      [400, 'dark'],
    ])) {
      const { page } = await open({ ...makeReport(), gate: { passed: false, against: ['budgets'], failures } }, width);
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
      // The report's own policy forbids external scripts, but not those of the browser's debugging interface.
      await page.evaluate(axe);
      const found = await page.evaluate(async () => {
        const { violations } = await /** @type {any} */ (globalThis).axe.run();
        return violations.map((/** @type {any} */ each) => `${each.impact} ${each.id} ${each.nodes[0].html}`);
      });
      assert.deepEqual(found, []);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      await page.close();
    }
  });

  test('a report of 500 pages and 15,000 changes draws what is seen, not all', async () => {
    const { page, faults } = await open(makeReport({ pages: 500, changesPerPage: 30 }), 1280);
    const elements = await page.evaluate(() => document.querySelectorAll('*').length);
    assert.ok(elements < 5000, `${elements} elements stand in a page that shows a few dozen rows`);
    assert.deepEqual(faults, []);
    await page.close();
  });
});
