import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { compareStyles } from '../../../lib/visit/styles/compare-styles.js';
import { snapshotStyles } from '../../../lib/visit/styles/snapshot-styles.js';
import { verifyPages } from '../../../lib/visit/verify/verify.js';
import rule from '../../../rules/presentational-markup.js';
import { openTestBrowser } from '../../harness/browser.js';
import { listCases, readCase, runRule } from '../../harness/run-rule.js';

const WIDTHS = [360, 1280];

const browser = await openTestBrowser();

describe('a page keeps its computed styles and boxes when classes say what its markup said', () => {
  for (const { name, folder } of listCases(rule.meta.id)) {
    if (!existsSync(new URL('after.html', folder))) continue;
    test(name, async () => {
      const file = new URL('options.json', folder);
      const options = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
      const site = await readCase(folder);
      const { files } = await runRule(rule, site, { options });
      const order = { path: 'before.html', widths: WIDTHS };
      const before = await snapshotStyles(browser, { ...order, files: (path) => site.files.get(path) });
      const after = await snapshotStyles(browser, {
        ...order,
        files: (path) => files.get(path) ?? site.files.get(path),
      });
      for (const [index, width] of WIDTHS.entries()) {
        assert.deepEqual(compareStyles(before.snapshots[index], after.snapshots[index]), [], `${width} pixels`);
        assert.ok(before.snapshots[index].nodes.length > 3, 'something was read');
      }
    });
  }
});

test('a style that is lost is seen', async () => {
  const pages = ['<p><font color=red>x</font></p>', '<p>x</p>', '<p style="padding:1px"><font color=red>x</font></p>'];
  const [before, plain, padded] = await Promise.all(
    pages.map((html) =>
      snapshotStyles(browser, { path: 'a.html', widths: [800], files: () => ({ bytes: Buffer.from(html) }) }),
    ),
  );
  const kindsOf = (/** @type {typeof before} */ other) => [
    ...new Set(compareStyles(before.snapshots[0], other.snapshots[0]).map(({ kind }) => kind)),
  ];
  assert.deepEqual(kindsOf(plain), ['style']);
  assert.deepEqual(kindsOf(padded), ['style', 'box']);
});

test('a border that takes the colour of its cell is seen', async () => {
  const cell = (/** @type {string} */ inside) => `<style>td{border:1px solid}</style><table><tr>${inside}</table>`;
  const pages = [cell('<td><font color=red>x</font>'), cell('<td style="color:red">x')];
  const [before, after] = await Promise.all(
    pages.map((html) =>
      snapshotStyles(browser, { path: 'a.html', widths: [800], files: () => ({ bytes: Buffer.from(html) }) }),
    ),
  );
  assert.match(JSON.stringify(compareStyles(before.snapshots[0], after.snapshots[0])), /border-left-color/);
});

test('pixels that differ are seen although all styles and boxes are equal', async () => {
  const page = Buffer.from('<p>x</p><img src=a.svg width=9 height=9>');
  const image = (/** @type {string} */ fill) =>
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9" fill="${fill}"/></svg>`);
  const filesOf = (/** @type {string} */ fill) => (/** @type {string} */ path) => ({
    bytes: path === 'a.svg' ? image(fill) : page,
  });
  const info = { id: '0', rule: 'test', cause: 'test', kind: /** @type {const} */ ('same'), isStyled: true };
  const differencesTo = async (/** @type {string} */ fill) => {
    const [verdict] = await verifyPages({
      pages: [{ path: 'a.html', changes: [info] }],
      before: filesOf('red'),
      build: (_, ids) => filesOf(ids.length > 0 ? fill : 'red'),
      browser,
    });
    return verdict.differences.map(({ message }) => message);
  };
  assert.deepEqual(await differencesTo('red'), []);
  assert.deepEqual([...new Set(await differencesTo('blue'))], ['pixels differ']);
});
