import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openBudgets } from '../../../lib/visit/browser/budget.js';
import { recordPage } from '../../../lib/visit/measure/record-page.js';
import { openTestBrowser } from '../../harness/browser.js';

const browser = await openTestBrowser();
const site = {
  'index.html': '<script src=a.js></script><p>text',
  'a.js': 'fetch("/data.json").then((answer) => answer.ok && import("/more.js"))',
  'more.js': '1',
  'other.html': 'nobody asks for it',
};

/** Records pages one after the other with a shared cache, and counts the visits of each. */
function openRecording() {
  /** @type {Map<string, Uint8Array>} */
  const kept = new Map();
  const store = {
    get: async (/** @type {string} */ key) => kept.get(key) ?? null,
    put: async (/** @type {string} */ key, /** @type {Uint8Array} */ bytes) => kept.set(key, bytes),
  };
  return async (/** @type {Record<string, string>} */ files) => {
    let looks = 0;
    const counting = {
      ...browser,
      withTab: (/** @type {Parameters<typeof browser.withTab>} */ ...asked) => {
        looks++;
        return browser.withTab(...asked);
      },
    };
    const lookup = (/** @type {string} */ path) =>
      files[path] === undefined ? null : { bytes: Buffer.from(files[path]) };
    const page = { path: 'index.html', files: lookup, budget: openBudgets().of('index.html') };
    const record = await recordPage(/** @type {typeof browser} */ (counting), page, { store, version: '1' });
    return { looks, fetched: record.fetched.map(({ path }) => path), missing: record.missing };
  };
}

test('a page is loaded again only where something that it asked for is another', async () => {
  const record = openRecording();
  const first = await record(site);
  assert.deepEqual(first, { looks: 1, fetched: ['a.js'], missing: ['data.json'] });
  assert.deepEqual(await record({ ...site, 'other.html': 'is another now' }), { ...first, looks: 0 });
  const found = await record({ ...site, 'data.json': '{}' });
  assert.deepEqual(
    found,
    { looks: 1, fetched: ['a.js', 'data.json', 'more.js'], missing: [] },
    'it was missing before',
  );
  const gone = await record({ ...site, 'a.js': '' });
  assert.deepEqual(gone, { looks: 1, fetched: ['a.js'], missing: [] });
});

test('a page is not loaded again for another content of a file that it only prefetches', async () => {
  const record = openRecording();
  const site = { 'index.html': '<link rel=prefetch href=later.js><p>text', 'later.js': '1' };
  const first = await record(site);
  assert.deepEqual(first, { looks: 1, fetched: ['later.js'], missing: [] });
  assert.deepEqual(await record({ ...site, 'later.js': '2' }), { ...first, looks: 0 });
  const { 'index.html': page } = site;
  assert.deepEqual(await record({ 'index.html': page }), { looks: 1, fetched: [], missing: ['later.js'] });
  const using = { 'index.html': `${page}<script src=later.js></script>`, 'later.js': '1' };
  assert.equal((await record(using)).looks, 1);
  assert.equal((await record({ ...using, 'later.js': '2' })).looks, 1, 'the page uses it, too');
});
