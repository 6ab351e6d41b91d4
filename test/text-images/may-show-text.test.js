import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mayShowText } from '../../rules/kit/site-images.js';

test('a low and wide photograph may be a label, no other one may', () => {
  const image = { frames: 1, broken: false, format: 'jpeg' };
  const mayShow = (/** @type {number} */ width, /** @type {number} */ height, kind = 'photo') =>
    mayShowText(/** @type {any} */ ({ ...image, width, height, kind }));
  assert.ok(mayShow(217, 25));
  assert.ok(!mayShow(100, 75));
  assert.ok(!mayShow(40, 30));
  assert.ok(mayShow(100, 75, 'text'));
  assert.ok(!mayShow(217, 25, 'gradient'));
  assert.ok(mayShow(598, 141, 'logo'), 'a banner');
});
