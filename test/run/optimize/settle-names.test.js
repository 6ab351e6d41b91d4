import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exact } from '../../../lib/base/exact.js';
import { fingerprintSite } from '../../../lib/output/fingerprint/fingerprint-site.js';
import { settleNames } from '../../../lib/run/optimize/settle-names.js';
import { linkSite } from '../../../lib/site/graph/build-graph.js';
import { openBudgets } from '../../../lib/visit/browser/budget.js';
import { recordPage } from '../../../lib/visit/measure/record-page.js';
import { openTestBrowser } from '../../harness/browser.js';
import { GIF, siteOf } from '../../output/fingerprint/sites.js';

/** @import { Visit } from '../../../lib/run/optimize/settle-names.js' */
/** @import { FileLookup } from '../../../lib/visit/browser/serve.js' */

const browser = await openTestBrowser();
const NO_MEMORY = { store: null, version: '' };
const IMAGES = { 'a.gif': GIF, 'b.gif': Buffer.concat([GIF, Buffer.from([0])]) };

/** @param {string} page @param {boolean} followsLinks @param {FileLookup} files */
function visitPage(page, followsLinks, files) {
  return recordPage(browser, { path: page, files, budget: openBudgets().of(page), tour: { followsLinks } }, NO_MEMORY);
}

/**
 * Gives the files of a site digests in their names. Returns those that keep their names, and the number of visits.
 * @param {Record<string, string>} pages
 * @param {Visit} [visitAgain] loads a page under the new names
 */
async function nameFilesOf(pages, visitAgain = visitPage) {
  const site = siteOf({ ...pages, ...IMAGES });
  const shipped = { site, linked: linkSite(site) };
  const files = (/** @type {string} */ path) => site.files.get(path);
  const records = new Map();
  for (const page of Object.keys(pages)) records.set(page, await visitPage(page, page === 'index.html', files));
  const packed = new Map([...site.files].map(([path, file]) => exact([path, packedOf(path, file)])));
  /** @type {string[]} */
  const visited = [];
  const { named } = await settleNames({
    packed,
    integrity: { restate: () => undefined, statements: [] },
    records,
    site,
    nameFiles: async (except) => fingerprintSite(shipped, site, { all: true, except }),
    openVisit:
      async () =>
      (page, ...rest) => {
        visited.push(page);
        return visitAgain(page, ...rest);
      },
  });
  const kept = Object.keys(IMAGES).filter((path) => !named?.names.has(path));
  return { kept, visited, left: named?.left ?? [] };
}

/** @param {string} path @param {{ bytes: Uint8Array, hash: string, size: number }} file */
function packedOf(path, { bytes, hash, size }) {
  const entry = { path, encoding: exact('identity'), size, hash, linkFrom: null, bytes };
  return { path, bytesBefore: size, changed: false, reason: null, note: null, failure: null, entries: [entry] };
}

test('an image that a script creates again keeps its name, because both names would load', async () => {
  const { kept, visited } = await nameFilesOf({
    'index.html': `<div id=app><img src=a.gif><img src=b.gif></div>
      <script>app.innerHTML = '<img src="a.gif">'</script>`,
  });
  assert.deepEqual(kept, ['a.gif']);
  assert.deepEqual(visited, ['index.html', 'index.html']);
});

test('an icon that a script names again keeps its name', async () => {
  const { kept } = await nameFilesOf({
    'index.html': `<link rel=icon href=a.gif><img src=b.gif><script>
      document.querySelector('link').href = ['a', 'gif'].join('.')</script>`,
  });
  assert.deepEqual(kept, ['a.gif']);
});

test('files of attributes that a script compares with its own keep their names', async () => {
  const { kept } = await nameFilesOf({
    'index.html': `<p id=one style="background:url(a.gif)">Text</p><img src=b.gif><script>
      if (one.getAttribute('style') !== 'background:url(a.' + 'gif)') one.style.background = 'url(a.' + 'gif)';
      </script>`,
  });
  assert.deepEqual(kept, ['a.gif']);
});

test('an image that a script only requests after a click gets a new name', async () => {
  const { kept } = await nameFilesOf({
    'index.html': '<img src=a.gif onclick="this.src = \'b.gif\'"><img src=b.gif>',
  });
  assert.deepEqual(kept, []);
});

test('all pages are visited if one of a template requests former names', async () => {
  const script = `<script>document.body.append(document.images[0].cloneNode());
    document.images[1].src = document.images[0].alt + '.gif'</script>`;
  const { kept, visited } = await nameFilesOf({
    'index.html': `<body><img src=a.gif alt=a>${script}`,
    'more.html': `<body><img src=b.gif alt=b>${script}`,
  });
  assert.deepEqual(kept, ['a.gif', 'b.gif']);
  assert.deepEqual(visited, ['index.html', 'more.html']);
});

test('files of a page that cannot be loaded under new names keep their names', async () => {
  const { kept, left } = await nameFilesOf({ 'index.html': '<img src=a.gif><img src=b.gif>' }, () =>
    Promise.reject(new Error('the browser ended')),
  );
  assert.deepEqual(kept, ['a.gif', 'b.gif']);
  assert.match(String(left[0]?.reason), /“index\.html” could not be loaded under new names \(the browser ended\)/);
});
