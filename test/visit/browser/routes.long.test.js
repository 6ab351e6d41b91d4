import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderPage } from '../../../lib/visit/browser/render.js';
import { FULL_VIEWS } from '../../../lib/visit/verify/views.js';
import { openTestBrowser } from '../../harness/browser.js';

const browser = await openTestBrowser();

test('a route in the fragment is loaded for each view that needs a load', async () => {
  const page = `<p>Loading</p><script>
    document.querySelector('p').textContent = location.hash + ' at ' + devicePixelRatio;
  </script>`;
  const files = (/** @type {string} */ path) => (path === 'index.html' ? { bytes: Buffer.from(page) } : null);
  const renderings = await renderPage(browser, { path: '/#/stats', files, views: FULL_VIEWS });
  assert.deepEqual(
    renderings.map(({ view, seen }) => [view.name, seen.elements.find(({ tag }) => tag === 'p')?.text]),
    [
      ['800', '#/stats at 1'],
      ['360', '#/stats at 1'],
      ['1280', '#/stats at 1'],
      ['800@2x', '#/stats at 2'],
      ['800 without scripts', 'Loading'],
    ],
  );
});
