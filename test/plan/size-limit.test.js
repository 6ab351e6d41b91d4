import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSiteSize, sizeOfSite } from '../../lib/plan/price/site-size.js';
import { findTooLarge } from '../../lib/plan/size-limit.js';
import { makeChange } from '../harness/make-change.js';

/** @import { Weighed } from '../../lib/plan/price/weigh-changes.js' */

const PAGE_SIZE = 1000;

/**
 * Returns a site of pages with images. Each image is inlined into every page that renders it, unless it stays a file.
 * @param {Record<string, readonly string[]>} shown
 * @param {Record<string, number>} sizes
 */
function siteOf(shown, sizes) {
  const follows = new Map(
    Object.entries(shown).map(([page, images]) => [
      page,
      images.map((path) => ({ from: page, target: { kind: 'file', path } })),
    ]),
  );
  const fetches = new Map(Object.entries(shown).map(([page, images]) => [page, [page, ...new Set(images)]]));
  const fileAt = (/** @type {string} */ url) => {
    const bytes = sizes[url] ?? PAGE_SIZE;
    return { url, type: 'image', bytes, decodedBytes: bytes };
  };
  const siteWith = openSiteSize(/** @type {any} */ ({ graph: { fetches, follows } }), /** @type {any} */ (fileAt));
  const pages = Object.keys(shown).map((page) => ({
    references: /** @type {any} */ (follows.get(page)),
    changes: [...Map.groupBy(shown[page].keys(), (index) => shown[page][index])].map(([resource, drops]) => {
      const decodedBytes = Math.ceil((drops.length * sizes[resource] * 4) / 3);
      const grows = [{ url: page, decodedBytes, bytes: sizes[resource] }];
      const change = makeChange({ proposal: { rule: 'small-image', page, resource }, carries: [{ path: resource }] });
      return /** @type {Weighed} */ ({ change, effect: { drops, grows }, rank: 0 });
    }),
    // A page that inlines all images saves a round trip, which the first image that stays a file costs again.
    weigh: (/** @type {readonly Weighed[]} */ changes) => {
      const left = new Set(shown[page]).size - changes.length;
      return left === 0 ? 0 : 100 + left;
    },
  }));
  return { pages, siteWith, most: sizeOfSite(siteWith([])) };
}

const leftOf = (/** @type {ReturnType<typeof siteOf>} */ { pages, siteWith, most }) =>
  [...findTooLarge(pages, siteWith, most)].map(({ proposal }) => `${proposal.page} ${proposal.resource}`);

test('what fits into what the site came with stays as it is planned', () => {
  const { pages, siteWith, most } = siteOf({ 'a.html': ['x.gif'] }, { 'x.gif': 300 });
  const roomy = { identity: most.identity + 100, sent: most.sent };
  assert.deepEqual(leftOf({ pages, siteWith, most: roomy }), []);
  assert.deepEqual(leftOf({ pages, siteWith, most }), ['a.html x.gif']);
});

test('a file goes back to all pages that carry it, and no more do than has to be', () => {
  const shown = { 'a.html': ['x.gif', 'y.gif'], 'b.html': ['x.gif', 'z.gif'] };
  const site = siteOf(shown, { 'x.gif': 900, 'y.gif': 30, 'z.gif': 30 });
  const most = { identity: site.most.identity + 50, sent: site.most.sent };
  assert.deepEqual(leftOf({ ...site, most }), ['a.html x.gif', 'b.html x.gif']);
});

test('pages that wait for a file anyway leave the others', () => {
  const shown = { 'a.html': ['x.gif', 'x.gif', 'y.gif'], 'b.html': ['z.gif', 'z.gif'] };
  const site = siteOf(shown, { 'x.gif': 320, 'y.gif': 300, 'z.gif': 310 });
  const most = { identity: site.most.identity + 550, sent: site.most.sent };
  assert.deepEqual(leftOf({ ...site, most }), ['a.html x.gif', 'a.html y.gif']);
});

test('what is sent counts as well as what is written', () => {
  const shown = { 'a.html': ['x.gif'], 'b.html': ['x.gif'] };
  const site = siteOf(shown, { 'x.gif': 300 });
  const most = { identity: Infinity, sent: site.most.sent };
  assert.deepEqual(leftOf({ ...site, most }), ['a.html x.gif', 'b.html x.gif']);
});

test('half of what other changes save on the wire is left of it', () => {
  const shown = { 'a.html': ['photo.jpg', 'x.gif'], 'b.html': ['x.gif'] };
  const { pages, siteWith, most } = siteOf(shown, { 'photo.jpg': 2000, 'x.gif': 300 });
  const site = (/** @type {number} */ smaller) => {
    const change = makeChange({ proposal: { rule: 'heavy-jpeg', page: 'a.html', resource: 'photo.jpg' } });
    const effect = { replaces: [{ url: 'photo.jpg', bytes: smaller, decodedBytes: smaller }] };
    const [first, second] = pages;
    const changes = [{ change, effect, rank: 2 }, first.changes[1]];
    return { pages: [{ ...first, changes }, second], siteWith, most: { ...most, identity: Infinity } };
  };
  assert.deepEqual(leftOf(site(1300)), []);
  assert.deepEqual(leftOf(site(1500)), ['a.html x.gif', 'b.html x.gif']);
});
