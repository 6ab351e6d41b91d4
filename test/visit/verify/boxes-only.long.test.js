import assert from 'node:assert/strict';
import { test } from 'node:test';
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

/** Verifies two pages of a template, of which one needs only its boxes compared. @param {FileLookup} after */
async function verifyBoth(after) {
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
