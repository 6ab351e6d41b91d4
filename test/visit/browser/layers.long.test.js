import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderPage } from '../../../lib/visit/browser/render.js';
import { FULL_VIEWS } from '../../../lib/visit/verify/views.js';
import { openTestBrowser } from '../../harness/browser.js';

const browser = await openTestBrowser();

/** A page of many large layers, as pages with parallax effects have. */
const LAYERS = `<!doctype html><style>
  section { position: relative; height: 1500px }
  i { position: absolute; inset: -300px 0; will-change: transform; background: linear-gradient(#08c, #fc0) }
</style>${'<section><i></i><i></i><i></i>text</section>'.repeat(9)}`;

test('a page with layers of hundreds of megabytes is painted completely, the same each time', async () => {
  const views = FULL_VIEWS.filter(({ scale }) => scale === 2);
  const look = async () => {
    const files = (/** @type {string} */ path) => (path === 'index.html' ? { bytes: Buffer.from(LAYERS) } : null);
    const [{ screenshot }] = await renderPage(browser, { path: 'index.html', files, views });
    return screenshot.map(({ png }) => Buffer.from(png).toString('base64')).join();
  };
  const all = await Promise.all(Array.from({ length: 3 }, () => look()));
  assert.equal(new Set(all).size, 1);
});
