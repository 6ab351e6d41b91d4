import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { splitColumns } from '../../../bench/kinds/split-columns.js';
import { readPacked } from '../../../lib/base/packed-file.js';
import { describeImage } from '../../../lib/images/analyse/describe-image.js';
import { joinColumns } from '../../../lib/images/analyse/forest.js';
import { measureImage } from '../../../lib/images/analyse/measure-image.js';
import { processorMs } from '../../harness/processor-time.js';
import { drawImage, drawNoise } from './draw.js';

const PACKED = new URL('../../../lib/images/analyse/kinds.json.br', import.meta.url);
const kinds = joinColumns(JSON.parse(String(readPacked(PACKED))));

const usage = {
  page: 'index.html',
  role: /** @type {const} */ ('image'),
  shownWidth: null,
  shownHeight: null,
  stretched: false,
  inLink: false,
  inList: true,
  inHeading: false,
  timesOnPage: 5,
  siblings: 0,
  said: {
    alt: null,
    title: null,
    linkText: null,
    linkName: null,
    language: null,
    pageTitle: null,
    lacksAlternative: false,
  },
};

test('a fully clear image is a spacer, whatever its hidden colours', () => {
  const next = drawNoise();
  const facts = describeImage(drawImage(5, 40, () => [next(), next(), next(), 0]));
  assert.deepEqual([facts.kind, facts.confidence, facts.transparency, facts.colours], ['spacer', 1, 'full', 1]);
});

test('an opaque image of one colour is solid, a thin long one a rule, never a spacer', () => {
  assert.equal(describeImage(drawImage(98, 50, () => [255, 255, 255])).kind, 'solid');
  assert.equal(describeImage(drawImage(1, 1, () => [255, 255, 255])).kind, 'solid');
  assert.equal(describeImage(drawImage(200, 1, () => [10, 10, 10])).kind, 'rule');
  assert.equal(
    describeImage(
      drawImage(9, 9, () => [10, 10, 90]),
      [usage],
    ).kind,
    'bullet',
  );
});

test('nothing else visible is ever called spacer, solid or rule', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2, max: 60 }),
      fc.integer({ min: 2, max: 60 }),
      fc.nat(),
      fc.integer({ min: 1, max: 255 }),
      fc.boolean(),
      (width, height, place, alpha, clear) => {
        const stray = place % (width * height);
        const ground = clear ? [0, 0, 0, 0] : [250, 250, 250];
        const facts = describeImage(
          drawImage(width, height, (x, y) => (y * width + x === stray ? [90, 0, 0, alpha] : ground)),
        );
        assert.notEqual(facts.kind, 'spacer');
        assert.notEqual(facts.kind, 'solid');
        assert.equal(facts.solid, null);
        // Low alpha levels are invisible, and a gradient may contain them.
        if (alpha > 8 && width > 1 && height > 1) assert.notEqual(facts.kind, 'rule');
      },
    ),
    { numRuns: 60 },
  );
});

test('frames that differ make an animation, frames that do not are still', () => {
  const still = drawImage(20, 10, () => [1, 2, 3]);
  const other = drawImage(20, 10, (x) => [x, 2, 3]);
  assert.equal(describeImage({ ...still, frames: [...still.frames, ...other.frames] }).kind, 'animation');
  assert.equal(describeImage({ ...still, frames: [...still.frames, ...still.frames] }).kind, 'solid');
});

test('a smooth ramp is a gradient', () => {
  assert.equal(describeImage(drawImage(20, 100, (_, y) => [y * 2, y, 200 - y])).kind, 'gradient');
});

test('more than 256 colours are counted as 257', () => {
  assert.equal(describeImage(drawImage(40, 40, (x, y) => [x * 6, y * 6, 0])).colours, 257);
});

test('a broken image has facts that say so', () => {
  const facts = describeImage({ broken: 'ends too soon' });
  assert.deepEqual([facts.kind, facts.broken], ['unknown', 'ends too soon']);
});

test('the grown trees ask for the features that are measured', () => {
  const { features } = measureImage(drawImage(30, 20, (x, y) => [x * 5, y * 9, 3]));
  assert.deepEqual(Object.keys(features), kinds.features);
  for (const [name, value] of Object.entries(features)) assert.ok(Number.isFinite(value), `${name} is ${value}`);
});

test('tiny and thin images are measured without fault', () => {
  const next = drawNoise();
  for (const [width, height] of [
    [1, 1],
    [1, 2],
    [2, 1],
    [1, 50],
    [50, 1],
    [3, 3],
    [2, 9],
  ]) {
    const facts = describeImage(drawImage(width, height, () => [next(), next(), next(), next()]));
    for (const [name, value] of Object.entries(facts.features)) {
      assert.ok(Number.isFinite(value), `${name} of ${width} x ${height} is ${value}`);
    }
  }
});

test('a very large image is measured in time', () => {
  const next = drawNoise();
  const noise = Array.from({ length: 4096 }, next);
  const image = drawImage(2400, 2000, (x, y) => [noise[(x * 7 + y * 13) % 4096], noise[(x + y) % 4096], 90]);
  assert.ok(processorMs(() => describeImage(image)) < 6000, 'measuring stays within seconds');
});

test('columns hold the trees as they are', () => {
  assert.deepEqual(joinColumns(splitColumns(kinds)), kinds);
});
