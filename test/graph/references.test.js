import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { linkSite } from '../../lib/graph/build-graph.js';
import { readPage } from '../../lib/page/read-page.js';
import { readSite } from '../../lib/site/read-site.js';
import { encodeText } from '../../lib/text/encoding.js';

const fixtures = new URL('../../fixtures/references/', import.meta.url);
const expected = JSON.parse(readFileSync(new URL('expected.json', fixtures), 'utf8'));
const site = await readSite(new URL('site/', fixtures).pathname);
const { graph } = linkSite(site);
const pages = [...site.files.keys()].filter((path) => /-(?:lf|crlf|cr)\.html$/.test(path));

/** @param {string} path */
function describePage(path) {
  return {
    references: (graph.references.get(path) ?? []).map(({ line, column, role, url, target, odd, fetched, suffix }) =>
      [
        `${line}:${column}`,
        role,
        url,
        target.kind,
        'path' in target ? target.path : '',
        suffix,
        odd ?? '',
        fetched ? 'fetched' : '',
      ]
        .join(' ')
        .trim(),
    ),
    fetches: (graph.fetches.get(path) ?? []).slice(1).toSorted(),
    warnings: graph.warnings
      .filter(({ page }) => page === path)
      .map(({ code, line, column, resource }) => `${line}:${column} ${code} ${resource}`),
  };
}

test('there are five encodings and three line endings', () => assert.equal(pages.length, 15));

for (const path of pages) {
  test(`every reference of ${path} is found where it stands`, () =>
    assert.deepEqual(describePage(path), expected.page));

  test(`${path} comes back byte for byte`, () => {
    const file = site.files.get(path);
    const page = file && readPage(file).page;
    assert.ok(page);
    assert.deepEqual(Buffer.from(encodeText(page.source, page.encoding) ?? []), Buffer.from(file.bytes));
  });
}

test('sheets, links and scripts say what they need', () => {
  const [page] = pages;
  assert.deepEqual(describePage('css/main.css'), expected.sheet);
  assert.deepEqual([...graph.linked].toSorted(), expected.linked);
  assert.deepEqual([...graph.protected].toSorted(), expected.protected);
  assert.ok(graph.usedBy.get('img/tile.gif')?.includes(page));
});
