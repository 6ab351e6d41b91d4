import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findHeavier } from '../../lib/plan/limit-sheets.js';
import { makeChange } from '../harness/make-change.js';

/** @import { PageInput } from '../../lib/plan/price/types.ts' */
/** @import { Weighed } from '../../lib/plan/price/weigh-changes.js' */

/** @param {string} resource @param {number} bytes */
function inlined(resource, bytes) {
  const change = makeChange({ proposal: { rule: 'small-image', page: 'site.css', resource } });
  const effect = { drops: [2], grows: [{ url: 'site.css', decodedBytes: bytes, bytes }] };
  return /** @type {Weighed} */ ({ change, effect, rank: 0 });
}

/** @param {string} url @param {readonly string[]} images @returns {PageInput} */
function pageOf(url, images) {
  const files = [url, 'site.css', ...images].map((path) => ({
    url: path,
    type: 'image',
    bytes: 900,
    decodedBytes: 900,
  }));
  const references = files.slice(1).map((file) => ({ from: url, to: file.url, atByte: 10 }));
  return /** @type {PageInput} */ (/** @type {unknown} */ ({ url, files, references }));
}

test('an image is not inlined into a sheet if a page that loads the sheet, and not the image, becomes larger', () => {
  const [news, tile] = [inlined('news.gif', 600), inlined('tile.gif', 500)];
  const shown = { 'a.html': ['news.gif', 'tile.gif'], 'b.html': ['tile.gif'] };
  const inputs = new Map(Object.entries(shown).map(([url, images]) => [url, pageOf(url, images)]));
  const graph = {
    fetches: new Map([...inputs].map(([url, { files }]) => [url, files.map((file) => file.url)])),
    usedBy: new Map([['site.css', [...inputs.keys()]]]),
  };
  const find = (/** @type {readonly Weighed[]} */ changes) =>
    findHeavier(
      [...inputs].map(([path, input]) => ({ path, input, changes: path === 'a.html' ? changes : [] })),
      /** @type {any} */ (graph),
      (path) => /** @type {PageInput} */ (inputs.get(path)),
    );
  assert.deepEqual([...find([tile])], [], 'both pages show the tile');
  assert.deepEqual([...find([news, tile])], [news.change]);
});
