import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linkSite } from '../../../lib/site/graph/build-graph.js';
import { makeFile } from '../../../lib/site/read-site.js';
import { createMemo } from '../../harness/create-memo.js';

/** @import { Site } from '../../../lib/site/types.ts' */

const PAGES = {
  'asks.html': '<p><a href="new.html">Next</a>',
  'case.html': '<p><img src="PHOTO.gif" alt="">',
  'code.html': '<script>document.images[0].src = name + "_on.gif"</script><img alt="">',
  'other.html': '<p>Some words and <img src="dot.gif" alt="">',
  'dot.gif': 'GIF89a',
};

/** @param {Record<string, string>} texts @returns {Site} */
function siteOf(texts) {
  const files = new Map(Object.entries(texts).map(([path, text]) => [path, makeFile(path, Buffer.from(text))]));
  return /** @type {Site} */ ({ root: '', name: 'test', files, warnings: [] });
}

/**
 * Links a site, adds or removes a file, and returns how many documents were read again. The graph must be the same as
 * without former results.
 * @param {Record<string, string>} before @param {Record<string, string>} after
 */
function countReads(before, after) {
  const { memo, counts } = createMemo();
  linkSite(siteOf(before), { memo });
  counts.executed = 0;
  const { graph } = linkSite(siteOf(after), { memo });
  assert.deepEqual(graph, linkSite(siteOf(after)).graph);
  return counts.executed;
}

test('after a page was added, it and the pages that ask for it are read', () => {
  assert.equal(countReads(PAGES, { ...PAGES, 'new.html': '<p>New' }), 2);
  assert.equal(countReads({ ...PAGES, 'new.html': '<p>New' }, PAGES), 1);
});

test('a file whose name differs in case only concerns the pages that ask for it', () => {
  assert.equal(countReads(PAGES, { ...PAGES, 'photo.gif': 'GIF89a' }), 1);
});

test('a file whose name scripts put together concerns their pages', () => {
  assert.equal(countReads(PAGES, { ...PAGES, 'img/menu_on.gif': 'GIF89a' }), 1);
  assert.equal(countReads(PAGES, { ...PAGES, 'img/menu_off.gif': 'GIF89a' }), 0);
});

test('a document that brings a question for all has it asked of all', () => {
  const sheet = '@font-face { font-family: A; src: url(a.woff2) }';
  assert.equal(countReads(PAGES, { ...PAGES, 'a.css': sheet }), 5);
});

test('a file that nothing asks for concerns nothing', () => {
  assert.equal(countReads(PAGES, { ...PAGES, 'unnamed.gif': 'GIF89a' }), 0);
});
