import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findPaint } from '../../../lib/images/analyse/find-paint.js';
import { drawImage, drawNoise } from './draw.js';

const colour = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255));
const hex = (/** @type {readonly number[]} */ channels) =>
  `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
/** @type {(a: readonly number[], b: readonly number[], share: number) => number[]} */
const mix = (a, b, share) => a.map((value, i) => Math.round(value + (b[i] - value) * share));

test('one colour is solid, with its alpha', () => {
  fc.assert(
    fc.property(colour, fc.integer({ min: 1, max: 255 }), (rgb, alpha) => {
      const paint = findPaint(drawImage(7, 5, () => [...rgb, alpha]));
      assert.equal(paint?.kind, 'solid');
      assert.equal(paint.colour, hex(alpha === 255 ? rgb : [...rgb, alpha]));
    }),
  );
});

test('gradients between two colours are found to the level, in any of eight directions', () => {
  fc.assert(
    fc.property(
      colour,
      colour,
      fc.constantFrom(0, 45, 90, 135, 180, 225, 270, 315),
      fc.integer({ min: 12, max: 60 }),
      fc.integer({ min: 12, max: 60 }),
      (from, to, angle, width, height) => {
        fc.pre(from.some((value, i) => Math.abs(value - to[i]) > 40));
        fc.pre(from.every((value, i) => Math.abs(value - to[i]) < 12 * 12));
        const sin = Math.sin((angle * Math.PI) / 180);
        const cos = Math.cos((angle * Math.PI) / 180);
        const length = Math.abs(width * sin) + Math.abs(height * cos);
        const at = (/** @type {number} */ x, /** @type {number} */ y) =>
          ((x + 0.5 - width / 2) * sin - (y + 0.5 - height / 2) * cos) / length + 0.5;
        const paint = findPaint(drawImage(width, height, (x, y) => mix(from, to, at(x, y))));
        assert.equal(paint?.kind, 'linear');
        assert.ok(paint.maxError <= 2, `${paint.maxError} levels off`);
        assert.ok(paint.stops.length <= 4, `${paint.stops.length} stops`);
        const turned = Math.abs(paint.angleDegrees - angle) % 180;
        assert.ok(Math.min(turned, 180 - turned) <= 2, `${paint.angleDegrees} for ${angle} degrees`);
      },
    ),
    { numRuns: 60 },
  );
});

test('bands keep their exact edges', () => {
  const paint = findPaint(drawImage(9, 30, (_, y) => (y < 3 ? [200, 0, 0] : y < 29 ? [0, 0, 200] : [0, 0, 0, 0])));
  assert.deepEqual(paint, {
    kind: 'bands',
    axis: 'y',
    bands: [
      { colour: '#c80000', from: 0, to: 3 },
      { colour: '#0000c8', from: 3, to: 29 },
      { colour: '#00000000', from: 29, to: 30 },
    ],
  });
});

test('stripes give their period', () => {
  const paint = findPaint(drawImage(12, 5, (x) => (x % 4 === 0 ? [0, 0, 0] : [255, 255, 255])));
  assert.equal(paint?.kind, 'repeat');
  assert.deepEqual([paint.axis, paint.periodX], ['x', 4]);
});

test('a grid gives its layers', () => {
  const paint = findPaint(drawImage(8, 6, (x, y) => (y === 2 ? [9, 9, 9] : x === 3 ? [80, 80, 80] : [250, 250, 250])));
  assert.equal(paint?.kind, 'repeat');
  assert.equal(paint.axis, 'both');
});

test('noise has no equivalent', () => {
  const next = drawNoise();
  assert.equal(findPaint(drawImage(20, 20, () => [next(), next(), next()])), null);
});

test('one stray pixel is enough to be no paint', () => {
  fc.assert(
    fc.property(fc.nat(19), fc.nat(19), (strayX, strayY) => {
      const image = drawImage(20, 20, (x, y) => (x === strayX && y === strayY ? [255, 0, 0] : [0, 0, 255]));
      const paint = findPaint(image);
      if (paint?.kind === 'repeat') return;
      assert.equal(paint, null);
    }),
  );
});
