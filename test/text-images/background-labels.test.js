import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameImagePart } from '../../lib/base/image-part.js';
import { labelOf } from '../../rules/kit/background-labels.js';

/** @typedef {import('../../lib/visit/types.ts').BackgroundBox} BackgroundBox */

/** @type {any} */
const IMAGES = new Map([
  ['menu.png', { width: 60, height: 60, broken: null }],
  ['other.png', { width: 60, height: 20, broken: null }],
]);

/** @param {string} x @param {string} y @param {string} [path] */
function layer(x, y, path = 'menu.png') {
  return { path, x, y, repeat: 'no-repeat' };
}

/** @param {Partial<BackgroundBox>} facts */
function label(facts) {
  const rest = facts.rest ?? layer('0%', '0%');
  const names = { tag: 'a', nth: 0, id: '', classes: '', text: 'Home', title: '', isSilent: false, language: null };
  const box = {
    ...names,
    width: 60,
    height: 20,
    isPositioned: false,
    isCovered: false,
    hover: rest,
    active: rest,
    ...facts,
  };
  return labelOf({ ...box, rest }, IMAGES);
}

test('an element that is smaller than the image shows a part of it', () => {
  assert.equal(label({})?.key, nameImagePart('menu.png', { x: 0, y: 0, width: 60, height: 20 }));
  const lower = label({ rest: layer('0px', '-40px') });
  assert.equal(lower?.key, nameImagePart('menu.png', { x: 0, y: 40, width: 60, height: 20 }));
});

test('the whole image has the name of its file', () => {
  assert.equal(label({ rest: layer('0%', '0%', 'other.png') })?.key, 'other.png');
});

test('an image at the right edge stays there in a wider element', () => {
  const found = label({ rest: layer('100%', '50%', 'other.png'), width: 100, height: 40 });
  assert.equal(found?.placement, 'right:0;top:calc(50% - 10px)');
});

test('another part under the mouse is another state', () => {
  const found = label({ hover: layer('0%', '100%'), active: layer('0%', '100%') });
  assert.equal(found?.hover, nameImagePart('menu.png', { x: 0, y: 40, width: 60, height: 20 }));
  assert.equal(found?.failed, false);
});

test('text cannot take the place of an image that moves or disappears under the mouse', () => {
  assert.equal(
    label({ rest: layer('0px', '0px', 'other.png'), hover: layer('4px', '0px', 'other.png') })?.failed,
    true,
  );
  assert.equal(label({ hover: null })?.failed, true);
});

test('an image beside visible content is no label, such as an icon beside a link', () => {
  assert.equal(label({ isCovered: true }), null);
});

test('a repeated image is no label', () => {
  assert.equal(label({ rest: { ...layer('0%', '0%', 'other.png'), repeat: 'repeat' }, width: 100 }), null);
  assert.notEqual(label({ rest: { ...layer('0%', '0%', 'other.png'), repeat: 'repeat' } }), null);
});
