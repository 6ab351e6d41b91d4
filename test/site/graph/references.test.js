import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { linkSite } from '../../../lib/site/graph/build-graph.js';
import { readPage } from '../../../lib/site/page/read-page.js';
import { makeFile, readSite } from '../../../lib/site/read-site.js';
import { encodeText } from '../../../lib/site/text/encoding.js';

const fixtures = new URL('../../../fixtures/references/', import.meta.url);
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

test('a page follows what its sheets name where a rule may apply there, and no rule that applies nowhere', () => {
  const files = Object.entries({
    'a.html': '<link rel=stylesheet href=s.css><p class=one style="background:url(two.gif)">a',
    's.css': '.one{background:url(one.gif)} .two{background:url(two.gif)}',
    'one.gif': '',
    'two.gif': '',
  }).map(([path, text]) => /** @type {const} */ ([path, makeFile(path, Buffer.from(text))]));
  const { graph } = linkSite({ root: '', name: 'test', files: new Map(files), warnings: [] });
  const follows = (graph.follows.get('a.html') ?? []).map(({ from, url }) => `${from} ${url}`);
  assert.deepEqual(follows, ['a.html s.css', 'a.html two.gif', 's.css one.gif']);
  assert.deepEqual(graph.fetches.get('a.html'), ['a.html', 's.css', 'two.gif', 'one.gif']);
});

test('what a comment names is held only where something may read it', () => {
  const isHeld = (/** @type {string} */ page) => {
    const files = Object.entries({ 'a.html': page, 'one.gif': '' }).map(
      ([path, text]) => /** @type {const} */ ([path, makeFile(path, Buffer.from(text))]),
    );
    const { graph } = linkSite({ root: '', name: 'test', files: new Map(files), warnings: [] });
    return graph.protected.has('one.gif');
  };
  const script = '<script>f()</script>';
  assert.equal(isHeld('<p><!-- <img src="one.gif"> -->a'), false);
  assert.equal(isHeld(`<p><!-- <img src="one.gif"> -->a${script}`), true);
  assert.equal(isHeld('<p><!--#include file="one.gif" -->a'), true);
  assert.equal(isHeld(`<p><!--webbot bot="ImageMap" src="one.gif" startspan -->a${script}`), false);
});
