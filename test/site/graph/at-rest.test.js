import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linkSite } from '../../../lib/site/graph/build-graph.js';
import { mayApplyAtRest } from '../../../lib/site/graph/vocabulary.js';
import { makeFile } from '../../../lib/site/read-site.js';

test('a rule that waits for the mouse does not apply at rest, unless one of its selectors does', () => {
  for (const selectors of [['a:hover'], ['li:hover > a', 'a:focus-visible'], ['.x a:active:not(.y)']])
    assert.equal(mayApplyAtRest(selectors), false, selectors.join());
  for (const selectors of [[], ['a'], ['a:hover', 'a.on'], ['a:not(:hover)'], ['a:hover-like'], ['a::before']])
    assert.equal(mayApplyAtRest(selectors), true, selectors.join());
});

test('an image that only a touched element shows is not loaded with the page', async () => {
  const files = {
    'index.html': '<!doctype html><title>t</title><link rel=stylesheet href=a.css><a href=index.html>home</a>',
    'a.css': 'a{background:url(rest.png)}a:hover{background:url(lit.png)}',
    'rest.png': 'x',
    'lit.png': 'y',
  };
  const entries = Object.entries(files).map(([path, text]) => makeFile(path, Buffer.from(text)));
  const site = { root: '/', name: 'site', files: new Map(entries.map((file) => [file.path, file])), warnings: [] };
  const { graph } = linkSite(site);
  assert.deepEqual(graph.fetches.get('index.html'), ['index.html', 'a.css', 'rest.png']);
  assert.equal(graph.references.get('a.css')?.length, 2);
});
