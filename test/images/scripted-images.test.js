/** @import { ScriptedImage } from '../../lib/visit/types.ts' */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parsePage } from '../../lib/site/page/parse-page.js';
import { isScripted } from '../../rules/kit/modern-forms.js';

const source = '<body><img src=a.jpg><img src=b.jpg class=slide><img src=c.jpg>';
const page = parsePage('index.html', source, { name: 'utf-8', bom: false });
const images = page.elements.filter(({ tag }) => tag === 'img');

/** @param {number} nth @param {Partial<ScriptedImage>} [seen] */
function seenAs(nth, seen) {
  const untouched = { nth, isKept: true, isHeld: false, set: [], read: [], path: `${'abc'[nth]}.jpg` };
  return { ...untouched, ...seen };
}

/** @param {number} nth @param {readonly ScriptedImage[] | null} seen @param {boolean} handlesImages */
function isHandled(nth, seen, handlesImages = true) {
  const never = { has: () => false };
  const classes = { has: (/** @type {string} */ name) => name === 'slide' };
  const scripts = { words: never, composes: () => false, classes, lastImage: -1, handlesImages, images: seen };
  const reference = { target: { kind: 'file', path: `${'abc'[nth]}.jpg` } };
  const image = /** @type {any} */ ({ element: images[nth], reference });
  return isScripted(page, [image], /** @type {any} */ ({ scripts }));
}

test('one carousel does not keep all images of a page as they are', () => {
  const seen = [seenAs(0), seenAs(1), seenAs(2, { set: ['src'], path: 'next.jpg' })];
  assert.equal(isHandled(0, seen), false, 'no script touched it');
  assert.equal(isHandled(1, seen), true, 'code that handles images says its class');
  assert.equal(isHandled(2, seen), true, 'a script gave it another file');
});

test('an image that scripts create again must not be wrapped', () => {
  assert.equal(isHandled(0, [seenAs(0, { isKept: false })], false), true);
});

test('where no browser saw the page, one script that handles images speaks for all', () => {
  assert.equal(isHandled(0, null, true), true);
  assert.equal(isHandled(0, null, false), false);
  assert.equal(isHandled(1, null, false), true);
  assert.equal(isHandled(0, [], true), true, 'it was not among those seen');
});

test('an image that a handler calls by its name may get another file later', () => {
  const markup = '<body><a onmouseover="swap(\'nav_home\')"><img src=a.jpg name=nav_home></a>';
  const swapped = parsePage('index.html', markup, { name: 'utf-8', bom: false });
  const element = swapped.elements.find(({ tag }) => tag === 'img');
  const words = { has: (/** @type {string} */ name) => name === 'nav_home' };
  const never = { has: () => false };
  const scripts = { words, composes: () => false, classes: never, lastImage: -1, handlesImages: false };
  const image = /** @type {any} */ ({ element, reference: { target: { kind: 'file', path: 'a.jpg' } } });
  const facts = /** @type {any} */ ({ scripts: { ...scripts, images: [seenAs(0)] } });
  assert.equal(isScripted(swapped, [image], facts), true);
});

test('an image of a noscript, which no browser with scripts creates, does not move the others', () => {
  const markup =
    '<head><noscript><img src=//x.test/p></noscript></head><body><img src=a.jpg><img src=b.jpg><img src=a.jpg>';
  const pixeled = parsePage('index.html', markup, { name: 'utf-8', bom: false });
  const [, first, other, last] = pixeled.elements.filter(({ tag }) => tag === 'img');
  const never = { has: () => false };
  const isHandledIn = (/** @type {typeof first} */ element, /** @type {ScriptedImage[]} */ seen) => {
    const scripts = { words: never, composes: () => false, classes: never, lastImage: -1, handlesImages: true };
    const reference = { target: { kind: 'file', path: element.attributes.get('src')?.value } };
    const facts = /** @type {any} */ ({ scripts: { ...scripts, images: seen } });
    return isScripted(pixeled, [/** @type {any} */ ({ element, reference })], facts);
  };
  const seen = [seenAs(0), seenAs(1), seenAs(2, { path: 'a.jpg', set: ['src'] })];
  assert.deepEqual(
    [first, other, last].map((element) => isHandledIn(element, seen)),
    [false, false, true],
  );
});
