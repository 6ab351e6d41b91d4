import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guessLossySaving } from '../../../lib/plan/price/next-level.js';
import { makeFile } from '../../../lib/site/read-site.js';

/** @param {Record<string, number>} sizes */
function siteOf(sizes) {
  const files = Object.entries(sizes).map(([path, size]) => makeFile(path, Buffer.alloc(size)));
  return { root: '', name: 'site', files: new Map(files.map((file) => [file.path, file])), warnings: [] };
}

/** @param {Partial<import('../../../lib/images/types.ts').ImageFacts>} more */
function imageOf(more) {
  return /** @type {any} */ ({
    format: 'jpeg',
    kind: 'photo',
    width: 1000,
    height: 1000,
    frames: 1,
    colours: 9999,
    ...more,
  });
}

const box = { path: 'shown.jpg', kind: 'img', widths: [{ window: 1280, width: 200, height: 200 }] };

test('photographs are taken for what their pixels cost where they are shown, drawings stay', () => {
  const before = siteOf({ 'shown.jpg': 300_000, 'whole.jpg': 300_000, 'chart.png': 50_000, 'small.jpg': 500 });
  const images = new Map([
    ['shown.jpg', imageOf({})],
    ['whole.jpg', imageOf({})],
    ['small.jpg', imageOf({ width: 90, height: 90 })],
    ['chart.png', imageOf({ format: 'png', kind: 'chart', colours: 16 })],
  ]);
  const boxes = new Map([['index.html', /** @type {any} */ ({ page: 'index.html', images: [box] })]]);
  const fetched = [...before.files.keys(), 'shown.jpg'];
  const saving = guessLossySaving({ before, after: before, fetched, images, boxes });
  assert.equal(saving, 300_000 - 4800 + (300_000 - 120_000));
});

test('what was made without a visible loss takes about a third with one', () => {
  const after = siteOf({ 'shown.640w.avif': 1000 });
  const saving = guessLossySaving({
    before: siteOf({}),
    after,
    fetched: ['shown.640w.avif'],
    images: new Map(),
    boxes: new Map(),
  });
  assert.equal(saving, 650);
});
