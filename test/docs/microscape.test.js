import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { root } from './read-docs.js';

const site = new URL('fixtures/microscape/site/', root);
const { page, content } = JSON.parse(readFileSync(new URL('bench/demo/paper.json', root), 'utf8'));

const images = readdirSync(new URL('images/', site)).map((file) => {
  const bytes = readFileSync(new URL(`images/${file}`, site));
  return { name: file.replace('.gif', ''), size: bytes.length, isMoving: bytes.includes('NETSCAPE2.0') };
});
const still = images.filter(({ isMoving }) => !isMoving);
const moving = images.filter(({ isMoving }) => isMoving);

/** @param {readonly { size: number }[]} list */
const total = (list) => list.reduce((sum, { size }) => sum + size, 0);

/**
 * @param {string} what @param {number} size @param {number} wanted
 * @param {number} share permitted relative difference
 */
function assertNear(what, size, wanted, share) {
  assert.ok(Math.abs(size - wanted) <= share * wanted, `${what}: ${size} bytes here, ${wanted} in the paper`);
}

describe('the replica of the page of 1997', () => {
  // The paper does not say which of the two it means by KB.
  for (const kilobyte of [1000, 1024]) {
    test(`has as many small images as the paper's, where a KB is ${kilobyte} bytes`, () => {
      const [under1KB, from1to2KB, from2to3KB] = [0, 1, 2].map(
        (least) => still.filter(({ size }) => Math.floor(size / kilobyte) === least).length,
      );
      assert.deepEqual({ under1KB, from1to2KB, from2to3KB }, page.sizeHistogram);
    });
  }

  test('has one large image, which with the animations is over half of all image data', () => {
    const [largest, next] = still.toSorted((left, right) => right.size - left.size);
    assertNear(largest.name, largest.size, page.largestImageBytes, 0.02);
    assert.ok(next.size < largest.size / 5, `${next.name} has ${next.size} bytes`);
    assert.ok(largest.size + total(moving) > total(images) / 2);
  });

  test('has the number and the sum of each kind', () => {
    assert.deepEqual([still.length, moving.length], [page.staticGifs, page.animatedGifs]);
    assertNear('static images', total(still), page.staticGifBytes, 0.02);
    assertNear('animations', total(moving), page.animatedGifBytes, 0.02);
    assertNear('HTML', readFileSync(new URL('index.html', site)).length, page.htmlBytes, 0.02);
  });

  test('has each image that the authors name at about its size', () => {
    for (const [name, [gifBytes]] of Object.entries(content.perImage.easilyReplaced)) {
      const image = still.find((each) => each.name === name);
      assert.ok(image, `there is no ${name}`);
      assertNear(name, image.size, gifBytes, 0.1);
    }
  });
});
