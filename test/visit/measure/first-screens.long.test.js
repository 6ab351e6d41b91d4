import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { makeFile } from '../../../lib/site/read-site.js';
import { renderPage } from '../../../lib/visit/browser/render.js';
import { compareRenderings } from '../../../lib/visit/verify/compare.js';
import { EVEN_VIEWS } from '../../../lib/visit/verify/views.js';
import criticalStyle from '../../../rules/critical-style.js';
import { openTestBrowser } from '../../harness/browser.js';
import { openTestMakers } from '../../harness/makers.js';
import { runRule } from '../../harness/run-rule.js';

/** Rules of a framework that no page uses. */
const UNUSED = Array.from({ length: 400 }, (_, at) => `.part-${at} { padding: ${at}px; color: #${1000 + at} }`);
const CSS = `${UNUSED.join('\n')}
  body { margin: 0; font: 16px/1.5 sans-serif } h1 { margin-top: 90px; color: teal }
  .bar { position: fixed; top: 0; width: 100%; background: navy; color: #fff }
  .bar ul { display: flex; gap: 8px; list-style: none } .menu { display: none }
  @media (max-width: 500px) { .bar ul { display: none } .menu { display: block } }
  .foot { margin-top: 2000px; color: red }`;
const PAGE = `<!doctype html><html lang=en><meta charset=utf-8><title>First</title>
  <link rel="stylesheet" href="site.css"><nav class=bar><ul><li>One<li>Two</ul><button class=menu>Menu</button>
  </nav><h1>Head</h1><p>Words`;

const browser = await openTestBrowser();
const makers = openTestMakers();
after(() => makers.close());

/** @param {Record<string, string>} texts */
async function write(texts) {
  const files = new Map(Object.entries(texts).map(([path, text]) => [path, makeFile(path, Buffer.from(text))]));
  const site = { root: '', name: 'site', warnings: [], files };
  const run = await runRule(criticalStyle, site, { makers: makers.all, ...makers.lookerFor(criticalStyle) });
  return { before: files, after: new Map([...files, ...run.files]), proposals: run.proposals };
}

/**
 * @param {ReadonlyMap<string, { bytes: Uint8Array }>} files
 * @param {readonly string[]} held files that are not delivered
 */
function render(files, held = []) {
  const lookup = (/** @type {string} */ path) => (held.includes(path) ? null : (files.get(path) ?? null));
  return renderPage(browser, { path: 'index.html', files: lookup, views: EVEN_VIEWS });
}

describe('what first screens need, written into the page', { timeout: 120_000 }, () => {
  /** @param {Awaited<ReturnType<typeof render>>} one @param {Awaited<ReturnType<typeof render>>} other */
  const differences = async (one, other) =>
    (await compareRenderings(one, other, { changes: [] }))
      .map(({ kind }) => kind)
      .filter((kind) => kind !== 'missing-file');

  it('looks the same before the sheet has come', async () => {
    const { before, after } = await write({ 'index.html': PAGE, 'site.css': CSS });
    const held = await render(after, ['site.css']);
    assert.deepEqual(held[0].traffic.missing, ['site.css'], 'the sheet is asked for, and does not come');
    assert.deepEqual(await differences(await render(before), held), []);
    assert.notDeepEqual(await differences(await render(before), await render(before, ['site.css'])), []);
  });

  it('looks the same further down when it has come', async () => {
    const page = `${PAGE}<p class=foot>Foot`;
    const { before, after } = await write({ 'index.html': page, 'site.css': CSS });
    assert.deepEqual(await differences(await render(before), await render(after)), []);
    assert.doesNotMatch(String(after.get('index.html')?.bytes), /\.foot/);
  });

  it('keeps the order among other sheets', async () => {
    const page = PAGE.replace('<link', '<style>h1{color:red}</style><link').replace(
      'site.css">',
      'site.css"><style>h1{color:blue}</style>',
    );
    const { before, after } = await write({ 'index.html': page, 'site.css': CSS });
    assert.match(String(after.get('index.html')?.bytes), /media=print/);
    assert.deepEqual(await differences(await render(before), await render(after)), []);
  });
});
