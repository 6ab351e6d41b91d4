import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { linkSite } from '../../../lib/site/graph/build-graph.js';
import { makeFile } from '../../../lib/site/read-site.js';
import { recordFetches } from '../../../lib/visit/browser/record-fetches.js';
import { measureBoxes } from '../../../lib/visit/measure/measure-boxes.js';
import { GEOMETRY_VIEWS } from '../../../lib/visit/verify/views.js';
import { openTestBrowser } from '../../harness/browser.js';

/** @import { ImageFacts } from '../../../lib/images/types.ts' */

const browser = await openTestBrowser();
/** All white, and long enough to be worth other sizes. */
const JPEG = await sharp({ create: { width: 800, height: 400, channels: 3, background: 'white' } })
  .jpeg()
  .toBuffer();
const PHOTO = { width: 800, height: 400, broken: false, format: 'jpeg' };

/** Returns a page of a template with a script that sets the width named in its body. @param {number} number */
const pageAt = (number, width = 300) =>
  `<!doctype html><title>${number}</title><script src=t.js defer></script>` +
  `<body data-width=${width}><img src=photo.jpg alt=""><p>Page ${number}`;
const SCRIPT = 'document.images[0].style.width = document.body.dataset.width + "px"';

/** @type {Parameters<typeof measureBoxes>[0]['store']} */
const NO_STORE = null;

/**
 * Visits the pages of a site, measures them in a browser that counts its visits, and returns the counted ones.
 * @param {Record<string, string>} pages @param {{ store?: typeof NO_STORE, visited?: number }} [options] `visited`:
 *   number of pages that are visited first
 */
async function measure(pages, { store = NO_STORE, visited = Number.POSITIVE_INFINITY } = {}) {
  const contents = { ...pages, 't.js': SCRIPT, 'photo.jpg': JPEG };
  const files = new Map(Object.entries(contents).map(([path, bytes]) => [path, makeFile(path, Buffer.from(bytes))]));
  const site = { root: '', name: 'site', warnings: [], files };
  const images = new Map([['photo.jpg', /** @type {ImageFacts} */ (/** @type {unknown} */ (PHOTO))]]);
  const records = new Map();
  for (const path of Object.keys(pages).slice(0, visited)) {
    const page = { path, files: (/** @type {string} */ name) => files.get(name), view: GEOMETRY_VIEWS[0] };
    records.set(path, await recordFetches(browser, page));
  }
  let looks = 0;
  /** @type {typeof browser} */
  const counting = {
    ...browser,
    withTab: (work, options) => {
      looks++;
      return browser.withTab(work, options);
    },
  };
  const { graph } = linkSite(site);
  const wanted = { site, graph, images, browser: counting, store, version: '1', records };
  const { boxes, warnings } = await measureBoxes(wanted, () => {});
  assert.deepEqual(warnings, []);
  return { looks, widthOn: (/** @type {string} */ page) => boxes.get(page)?.images[0]?.widths[0].width };
}

/** @param {number} count @param {(at: number) => number} [widthAt] */
function pagesOf(count, widthAt = () => 300) {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`page-${at}.html`, pageAt(at, widthAt(at))]));
}

test('of pages whose visits rendered the same sizes one is measured', { timeout: 120_000 }, async () => {
  const { looks, widthOn } = await measure(pagesOf(6));
  assert.equal(looks, 1);
  assert.equal(widthOn('page-5.html'), 300);
});

test('pages that a script lays out otherwise are each measured', { timeout: 120_000 }, async () => {
  const widthAt = (/** @type {number} */ at) => 100 + 10 * at;
  const { looks, widthOn } = await measure(pagesOf(6, widthAt));
  assert.equal(looks, 6);
  for (const at of [0, 3, 5]) assert.equal(widthOn(`page-${at}.html`), widthAt(at));
});

test('pages are compared with more than the first, which may be the one that differs', {
  timeout: 120_000,
}, async () => {
  const { looks, widthOn } = await measure(pagesOf(6, (at) => (at === 0 ? 100 : 300)));
  assert.equal(looks, 2);
  assert.deepEqual([widthOn('page-0.html'), widthOn('page-1.html'), widthOn('page-5.html')], [100, 300, 300]);
});

test('pages that were not visited are measured only if visited ones differ', { timeout: 120_000 }, async () => {
  assert.equal((await measure(pagesOf(6), { visited: 3 })).looks, 1);
  assert.equal((await measure(pagesOf(6), { visited: 0 })).looks, 6);
  const { looks, widthOn } = await measure(
    pagesOf(6, (at) => (at === 2 ? 200 : 300)),
    { visited: 3 },
  );
  assert.equal(looks, 5);
  assert.deepEqual([widthOn('page-2.html'), widthOn('page-5.html')], [200, 300]);
});

test('a page is visited again only when something that lays it out changed', { timeout: 120_000 }, async () => {
  /** @type {Map<string, Uint8Array>} */
  const kept = new Map();
  const store = {
    get: async (/** @type {string} */ key) => kept.get(key) ?? null,
    put: async (/** @type {string} */ key, /** @type {Uint8Array} */ bytes) => kept.set(key, bytes),
  };
  const pages = { 'a.html': pageAt(1), 'b.html': pageAt(2) };
  assert.equal((await measure(pages, { store, visited: 0 })).looks, 2);
  assert.equal((await measure({ ...pages, 'robots.txt': 'User-agent: *' }, { store, visited: 0 })).looks, 0);
  assert.equal((await measure({ ...pages, 'b.html': pageAt(3) }, { store, visited: 0 })).looks, 1);
});
