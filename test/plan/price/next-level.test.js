import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guessLossySaving } from '../../../lib/plan/price/next-level.js';
import { makeFile } from '../../../lib/site/read-site.js';

/** @param {Record<string, number>} sizes */
function siteOf(sizes) {
  const files = Object.entries(sizes).map(([path, size]) => makeFile(path, Buffer.alloc(size)));
  return { root: '', name: 'site', files: new Map(files.map((file) => [file.path, file])), warnings: [] };
}

test('nothing is promised for images that this run left as they are', () => {
  const before = siteOf({ 'shown.jpg': 300_000, 'chart.png': 50_000 });
  assert.equal(guessLossySaving({ before, after: before, fetched: [...before.files.keys()] }), 0);
});

test('an image that was coded without a visible difference takes less than half with one', () => {
  const after = siteOf({ 'shown.640w.avif': 1000, 'unseen.avif': 1000, 'new.css': 1000 });
  const fetched = ['shown.640w.avif', 'shown.640w.avif', 'new.css'];
  assert.equal(guessLossySaving({ before: siteOf({}), after, fetched }), 550);
});

test('nothing is promised for a WebP without loss, as of a chart', () => {
  const chart = makeFile('chart.webp', Buffer.concat([Buffer.from('RIFF\0\0\0\0WEBPVP8L'), Buffer.alloc(1000)]));
  const after = { ...siteOf({}), files: new Map([['chart.webp', chart]]) };
  assert.equal(guessLossySaving({ before: siteOf({}), after, fetched: ['chart.webp'] }), 0);
});
