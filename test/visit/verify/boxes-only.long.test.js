import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recordFetches } from '../../../lib/visit/browser/record-fetches.js';
import { hasSameLayout } from '../../../lib/visit/verify/layouts.js';
import { verifyPages } from '../../../lib/visit/verify/verify.js';
import { openTestBrowser } from '../../harness/browser.js';

/** @import { FileLookup } from '../../../lib/visit/browser/serve.js' */

const opened = await openTestBrowser();
/** Tabs that were taken. @type {string[]} */
const looks = [];
const browser = /** @type {typeof opened} */ ({
  ...opened,
  withTab: (work, options) => {
    looks.push(`${options?.look?.by} ${options?.look?.path}`);
    return opened.withTab(work, options);
  },
});

/** Returns a site of two pages that a script completes. @param {{ style?: string, text?: string }} [second] */
function makeLookup({ style = 'p { margin: 10px }', text = 'second' } = {}) {
  const page = (/** @type {string} */ css, /** @type {string} */ name) =>
    `<!DOCTYPE html><html lang="en"><title>${name}</title><style>${css}</style><main><p id="text">none</p>` +
    `<p>end</p></main><script>document.getElementById('text').textContent = '${name}'</script></html>`;
  const files = new Map([
    ['first.html', { bytes: Buffer.from(page('p { margin: 10px }', 'first')) }],
    ['second.html', { bytes: Buffer.from(page(style, text)) }],
  ]);
  return /** @type {FileLookup} */ ((path) => files.get(path));
}

/**
 * Verifies two pages of a template, of which one needs only its boxes compared.
 * @param {FileLookup} after @param {import('../../../lib/visit/verify/layouts.js').Layouts} [layouts]
 */
async function verifyBoth(after, layouts) {
  const before = makeLookup();
  const change = /** @type {const} */ ({ id: '0', rule: 'test', cause: 'test', kind: 'same' });
  looks.length = 0;
  return verifyPages({
    pages: [
      { path: 'first.html', changes: [change], template: 'both', contexts: ['one', 'two'] },
      { path: 'second.html', changes: [change], template: 'both', contexts: ['three'] },
    ],
    before,
    build: (_, ids) => (ids.length > 0 ? after : before),
    browser,
    ...(layouts ? { layouts } : {}),
  });
}

/** Returns the visits of the pages before and after. */
async function openLayouts() {
  const visit = (/** @type {string} */ path, /** @type {FileLookup} */ files) =>
    recordFetches(browser, { path, files });
  const record = await visit('second.html', makeLookup());
  return /** @type {import('../../../lib/visit/verify/layouts.js').Layouts} */ ({
    before: (path) => (path === 'second.html' ? record : undefined),
    after: (_, path, files) => visit(path, files),
  });
}

test('a page whose boxes are compared is rendered in one window, before and after', async () => {
  const verdicts = await verifyBoth(makeLookup({ style: 'p{margin:10px}' }));
  assert.deepEqual(
    verdicts.map(({ status, depth }) => [status, depth]),
    [
      ['same', 'full'],
      ['same', 'geometry'],
    ],
  );
  assert.deepEqual(
    looks.filter((look) => look.endsWith('second.html')),
    ['render second.html', 'render second.html'],
  );
});

test('a page whose visits lay it out the same is not rendered', async () => {
  const layouts = await openLayouts();
  const [, verdict] = await verifyBoth(makeLookup({ style: 'p{margin:10px}' }), layouts);
  assert.deepEqual([verdict.status, verdict.depth], ['same', 'geometry']);
  assert.deepEqual(
    looks.filter((look) => look.endsWith('second.html')),
    ['observe second.html'],
  );
});

test('a box that moved is found, and so is another text', async () => {
  for (const [after, kind] of /** @type {const} */ ([
    [makeLookup({ style: 'p { margin: 10px } main { padding-top: 7px }' }), 'moved'],
    [makeLookup({ text: 'other' }), 'text'],
  ])) {
    const [, verdict] = await verifyBoth(after);
    assert.equal(verdict.status, 'different', kind);
    assert.deepEqual(verdict.accepted, [], kind);
    assert.deepEqual(
      verdict.rejected.map(({ rule }) => rule),
      ['test'],
    );
  }
});

test('visits of a page with other boxes or another text are not the same', async () => {
  const layouts = await openLayouts();
  const sight = { page: { path: 'second.html', changes: [], template: 'both', contexts: [] }, layouts };
  for (const [files, isSame] of /** @type {const} */ ([
    [makeLookup({ style: 'p{margin:10px 0 10px 0}' }), false],
    [makeLookup({ style: 'p { margin: 10px } #text { width: 300px }' }), false],
    [makeLookup({ text: 'other' }), false],
    [makeLookup({ style: 'p{margin:10px 10px}' }), true],
  ]))
    assert.equal(await hasSameLayout(sight, files), isSame);
});
