import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linkSite } from '../../../lib/site/graph/build-graph.js';
import { makeFile } from '../../../lib/site/read-site.js';
import { measureBoxes } from '../../../lib/visit/measure/measure-boxes.js';
import { openTestBrowser } from '../../harness/browser.js';

/** @import { ImageFacts } from '../../../lib/images/types.ts' */

const browser = await openTestBrowser();
const PHOTO = { width: 800, height: 400, broken: false, format: 'jpeg' };
const PAGES = 70;

/** Returns a page of a template with a script that sets the width named in its body. @param {number} number */
const pageAt = (number, width = 300) =>
  `<!doctype html><title>${number}</title><script src=t.js defer></script>` +
  `<body data-width=${width}><img src=photo.jpg alt=""><p>Page ${number}`;
const SCRIPT = 'document.images[0].style.width = document.body.dataset.width + "px"';

/** @type {Parameters<typeof measureBoxes>[0]['store']} */
const NO_STORE = null;

/**
 * Measures a site in a browser that counts its visits.
 * @param {Record<string, string>} pages @param {{ store?: typeof NO_STORE, jobs?: number }} [options]
 */
async function measure(pages, { store = NO_STORE, jobs = browser.jobs } = {}) {
  const texts = { ...pages, 't.js': SCRIPT, 'photo.jpg': 'a photograph'.repeat(1000) };
  const files = new Map(Object.entries(texts).map(([path, text]) => [path, makeFile(path, Buffer.from(text))]));
  const site = { root: '', name: 'site', warnings: [], files };
  const images = new Map([['photo.jpg', /** @type {ImageFacts} */ (/** @type {unknown} */ (PHOTO))]]);
  let looks = 0;
  /** @type {typeof browser} */
  const counting = {
    ...browser,
    jobs,
    withTab: (work, options) => {
      looks++;
      return browser.withTab(work, options);
    },
  };
  const { graph } = linkSite(site);
  const wanted = { site, graph, images, browser: counting, store, version: '1' };
  const { boxes, warnings } = await measureBoxes(wanted, () => {});
  assert.deepEqual(warnings, []);
  return { looks, widthOn: (/** @type {string} */ page) => boxes.get(page)?.images[0]?.widths[0].width };
}

test('of many pages with one script some are measured, once they turn out alike', { timeout: 120_000 }, async () => {
  const alike = Array.from({ length: PAGES }, (_, at) => [`page-${at}.html`, pageAt(at)]);
  const { looks, widthOn } = await measure(Object.fromEntries(alike));
  assert.ok(looks > 12 && looks < 20, `${looks} looks`);
  for (const [page] of alike) assert.equal(widthOn(page), 300, page);
});

test('pages that a script lays out otherwise are each measured', { timeout: 120_000 }, async () => {
  const pages = Array.from({ length: 30 }, (_, at) => [`page-${at}.html`, pageAt(at, 100 + 10 * at)]);
  const { looks, widthOn } = await measure(Object.fromEntries(pages));
  assert.equal(looks, pages.length);
  for (const [at, [page]] of pages.entries()) assert.equal(widthOn(page), 100 + 10 * at, page);
});

test('as many pages are visited, whatever is done at once', { timeout: 240_000 }, async () => {
  const pages = Object.fromEntries(
    Array.from({ length: PAGES }, (_, at) => [`page-${at}.html`, pageAt(at, at === 40 ? 200 : 300)]),
  );
  const [one, many] = [await measure(pages, { jobs: 1 }), await measure(pages, { jobs: 8 })];
  assert.equal(one.looks, many.looks);
});

test('a page is visited again only when something that lays it out changed', { timeout: 120_000 }, async () => {
  /** @type {Map<string, Uint8Array>} */
  const kept = new Map();
  const store = {
    get: async (/** @type {string} */ key) => kept.get(key) ?? null,
    put: async (/** @type {string} */ key, /** @type {Uint8Array} */ bytes) => kept.set(key, bytes),
  };
  const pages = { 'a.html': pageAt(1), 'b.html': pageAt(2) };
  assert.equal((await measure(pages, { store })).looks, 2);
  assert.equal((await measure({ ...pages, 'robots.txt': 'User-agent: *' }, { store })).looks, 0);
  assert.equal((await measure({ ...pages, 'b.html': pageAt(3) }, { store })).looks, 1);
});
