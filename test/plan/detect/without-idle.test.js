import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutIdle } from '../../../lib/plan/detect/without-idle.js';
import { linkSite } from '../../../lib/site/graph/build-graph.js';
import { GIF, siteOf } from '../../output/fingerprint/sites.js';

const PAGES = {
  'index.html': '<img src=a.gif>',
  'search.html': '<p>Search</p><script>const find = (name) => name + ".gif";</script>',
  'hidden.html': '<img src=a.gif hidden loading=lazy>',
};

/**
 * Returns the pages with a proposal for an image.
 * @param {string} image
 * @param {readonly string[]} visited pages that a browser loaded
 */
function pagesLeft(image, visited) {
  const site = siteOf({ ...PAGES, 'a.gif': GIF, 'b.gif': Buffer.concat([GIF, Buffer.from([0])]) });
  const fetched = (/** @type {string} */ page) => (page === 'index.html' ? [{ path: 'a.gif', by: page }] : []);
  const records = new Map(visited.map((page) => [page, { ...RECORD, document: page, fetched: fetched(page) }]));
  const linked = linkSite(site, { seen: { records, files: site.files, scripted: null } });
  const proposal = { rule: 'heavy-gif', range: null, resource: image, messageId: '', data: {} };
  const found = new Map(Object.keys(PAGES).map((page) => [page, [{ ...proposal, page }]]));
  return [...withoutIdle(found, linked).keys()];
}

/** @type {import('../../../lib/visit/types.ts').PageRecord} */
const RECORD = {
  ...{ document: '', fetched: [], missing: [], external: [], foreignCode: [], links: [], content: '' },
  ...{
    isBlank: false,
    images: [],
    behaviour: [],
    followsLinks: true,
    letters: [],
    swaps: [],
    backdrops: [],
    backgrounds: [],
  },
  ...{
    names: { classes: [], ids: [], tags: [] },
    pictures: null,
    layout: null,
    idle: [],
    lateFrames: [],
    processorMs: 0,
  },
};

test('a page that only names an image in a script has no proposal if another page loads it', () => {
  assert.deepEqual(pagesLeft('a.gif', Object.keys(PAGES)), ['index.html', 'hidden.html']);
});

test('it has one if it was not visited', () => {
  assert.deepEqual(pagesLeft('a.gif', ['index.html']), Object.keys(PAGES));
});

test('it has one if no page loads the image', () => {
  assert.deepEqual(pagesLeft('b.gif', Object.keys(PAGES)), Object.keys(PAGES));
});
