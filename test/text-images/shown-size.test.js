import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findCommonSize, findShownSize } from '../../rules/kit/shown-size.js';

const IMAGE = { width: 100, height: 40 };

/** @param {number | null} shownWidth @param {number | null} shownHeight @param {Record<string, unknown>} [more] */
function place(shownWidth, shownHeight, more = {}) {
  return /** @type {any} */ ({ role: 'image', shownWidth, shownHeight, stretched: false, ...more });
}

test('an image has the size in which most places show it', () => {
  const size = { width: 90, height: 36 };
  assert.deepEqual(findShownSize(IMAGE, [place(null, null), place(90, 36), place(90, 36)]), size);
  assert.equal(findShownSize(IMAGE, [place(null, null), place(100, 40), place(90, 36)]), null, 'its own');
  assert.deepEqual(findShownSize(IMAGE, [place(1, 1), place(1, 1), place(90, 36)]), size, 'a preload is no place');
  assert.equal(findShownSize(IMAGE, [place(90, 36, { stretched: true })]), null);
});

test('an image that is much smaller or larger than its file keeps it', () => {
  assert.equal(findShownSize(IMAGE, [place(40, 16)]), null);
  assert.equal(findShownSize(IMAGE, [place(150, 60)]), null);
});

test('an image that only scripts show has the size of all images that are as large', () => {
  const size = { width: 90, height: 36 };
  assert.deepEqual(findCommonSize([size, { ...size }]), size);
  assert.equal(findCommonSize([size, null]), null);
  assert.equal(findCommonSize([]), null);
});
