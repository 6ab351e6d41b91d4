import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isHydrated } from '../../../lib/site/page/hydration.js';
import { readPage } from '../../../lib/site/page/read-page.js';
import { makeFile } from '../../../lib/site/read-site.js';
import { openBudgets } from '../../../lib/visit/browser/budget.js';
import { recordPage } from '../../../lib/visit/measure/record-page.js';
import { openTestBrowser } from '../../harness/browser.js';

const browser = await openTestBrowser();

/** Compares each image with its own rendering and removes attributes that it did not write, as Svelte 4 does. */
const HYDRATES = `for (const image of document.images) {
  for (const { name } of [...image.attributes]) {
    const wanted = { src: '/a.png', alt: 'A', class: 'wide' }[name];
    if (wanted === undefined) image.removeAttribute(name);
    else if (image.getAttribute(name) !== wanted) image.setAttribute(name, wanted);
  }
  image.owner = {};
}`;
const HANDLES = `for (const image of document.images) {
  image.data1 = { clicked: () => image.getAttribute('src') };
  image.title = image.getAttribute('alt');
}`;

/** @param {string} script */
async function visit(script) {
  const markup = '<!DOCTYPE html><title>A</title><p>Text</p><img src="/a.png" alt="A" class="wide">';
  const files = new Map(
    Object.entries({ 'index.html': `${markup}<script type="module">${script}</script>`, 'a.png': '' }).map(
      ([path, text]) => [path, makeFile(path, Buffer.from(text))],
    ),
  );
  const budget = openBudgets().of('index.html');
  const page = { path: 'index.html', files: (/** @type {string} */ path) => files.get(path), budget };
  const record = await recordPage(browser, { ...page, tour: { followsLinks: false } }, { store: null, version: '' });
  const { page: parsed } = readPage(
    /** @type {import('../../../lib/site/types.ts').SiteFile} */ (files.get('index.html')),
  );
  assert.ok(parsed);
  return { record, parsed };
}

test('a page whose scripts compare all attributes of its images is hydrated, whatever framework it is', async () => {
  const { record, parsed } = await visit(HYDRATES);
  assert.equal(isHydrated(parsed, null), false);
  assert.equal(isHydrated(parsed, record.images), true);
});

test('a page whose scripts attach handlers to its images is not hydrated', async () => {
  const { record, parsed } = await visit(HANDLES);
  assert.equal(isHydrated(parsed, record.images), false);
});
