import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linkSite } from '../../../lib/site/graph/build-graph.js';
import { makeFile } from '../../../lib/site/read-site.js';

test('a link that is loaded ahead and is a style sheet is a style sheet', () => {
  const texts = { 'a.css': 'p{}', 'a.html': '<link rel="preload stylesheet" as=style href=a.css><p>Words' };
  const files = Object.entries(texts).map(
    ([path, text]) => /** @type {const} */ ([path, makeFile(path, Buffer.from(text))]),
  );
  const { graph } = linkSite({ root: '', name: 'test', files: new Map(files), warnings: [] });
  assert.deepEqual(
    graph.references.get('a.html')?.map(({ role }) => role),
    ['style'],
  );
  assert.deepEqual(graph.fetches.get('a.html'), ['a.html', 'a.css']);
});
