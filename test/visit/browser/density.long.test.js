import assert from 'node:assert/strict';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { test } from 'node:test';
import { renderPage } from '../../../lib/visit/browser/render.js';
import { FULL_VIEWS } from '../../../lib/visit/verify/views.js';
import { openTestBrowser } from '../../harness/browser.js';

const browser = await openTestBrowser();
/** A library knows many attributes. */
const LIBRARY = "globalThis.known = ['srcset', 'devicePixelRatio', 'min-resolution'];";
const ADDED = '<p id="added">before</p>';

/**
 * Renders a page with a script in all views. Returns the number of loads and what the dense view showed.
 * @param {string} code
 */
async function render(code) {
  const files = new Map([
    ['index.html', `<!DOCTYPE html><html lang="en"><title>Dense</title>${ADDED}<script src="code.js"></script></html>`],
    ['code.js', `${LIBRARY}${code}`],
  ]);
  let loads = 0;
  const count = (/** @type {unknown} */ task) => {
    if (/** @type {{ stage: string }} */ (task).stage === 'load') loads += 1;
  };
  subscribe('pagethrift:task', count);
  const renderings = await renderPage(browser, {
    path: 'index.html',
    files: (path) => (files.has(path) ? { bytes: Buffer.from(files.get(path) ?? '') } : undefined),
    views: FULL_VIEWS,
  });
  unsubscribe('pagethrift:task', count);
  const dense = renderings[FULL_VIEWS.findIndex(({ scale }) => scale > 1)];
  return { loads, text: dense.seen.elements.find(({ tag }) => tag === 'p')?.text, errors: dense.errors };
}

test('a page that does not ask how dense the screen is needs no other load for a dense one', async () => {
  assert.deepEqual(await render("added.textContent = 'after';"), { loads: 2, text: 'after', errors: [] });
});

test('a page that asks is loaded on a dense screen', async () => {
  const { loads, text } = await render("added.textContent = 'at ' + devicePixelRatio + 'x';");
  assert.deepEqual([loads, text], [3, 'at 2x']);
  const query = await render("added.textContent = String(matchMedia('(min-resolution: 1.5dppx)').matches);");
  assert.deepEqual([query.loads, query.text], [3, 'true']);
});

test('a page whose script adds images for dense screens is loaded on one', async () => {
  const { loads } = await render('added.innerHTML = \'<img alt="" src="a.png" srcset="b.png 2x">\';');
  assert.equal(loads, 3);
  const styled = await render(
    `const style = document.head.appendChild(document.createElement('style'));
    style.textContent = '@media (min-resolution: 2dppx) { p { color: red } }';`,
  );
  assert.equal(styled.loads, 3);
});
