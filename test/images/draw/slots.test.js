import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { chooseCandidates, MAX_STEP, sizeFor } from '../../../rules/kit/candidates.js';
import { describeSlots, slotWidth, widthAt, widthsLaidOut, widthsShown, writeSizes } from '../../../rules/kit/slots.js';

/** @import { ImageBox } from '../../../lib/visit/types.ts' */

const WINDOWS = [320, 360, 414, 640, 768, 1024, 1280, 1536, 1920, 2560];

test('a card in columns that break is told as it is drawn', () => {
  const shown = [320, 639, 640, 1023, 1024, 2560].map((window) => ({
    window,
    width: window < 640 ? window - 32 : window < 1024 ? window / 2 - 24 : 400,
  }));
  assert.equal(
    writeSizes(describeSlots(shown)),
    '(max-width:639px) calc(100vw - 32px),(max-width:1023px) calc(50vw - 24px),400px',
  );
});

test('whatever was measured, the told width is never below it', () => {
  const widths = fc.array(fc.integer({ min: 0, max: 3000 }), { minLength: WINDOWS.length, maxLength: WINDOWS.length });
  fc.assert(
    fc.property(widths, (drawn) => {
      const shown = WINDOWS.map((window, index) => ({ window, width: drawn[index] }));
      const slots = describeSlots(shown);
      for (const { window, width } of shown) assert.ok(slotWidth(slots, window) >= width - 0.1);
    }),
  );
});

test('an image that is zoomed out is told in the width of its layout', () => {
  const widths = [320, 1280].map((window) => ({ window, width: window / 4, height: window / 8, shrink: 0.5 }));
  const box = /** @type {ImageBox} */ (/** @type {unknown} */ ({ widths, growth: 1 }));
  const image = { width: 2000, height: 1000 };
  assert.equal(writeSizes(describeSlots(widthsLaidOut(box, image))), '50vw');
  assert.equal(writeSizes(describeSlots(widthsShown(box, image))), '25vw');
});

test('between two windows a width is what lies between', () => {
  const shown = [
    { window: 400, width: 100 },
    { window: 800, width: 300 },
  ];
  assert.deepEqual(
    [300, 600, 900].map((window) => widthAt(shown, window)),
    [100, 200, 300],
  );
});

test('candidates end with all that is ever shown, and no step is larger than is promised', () => {
  const sides = fc.record({ width: fc.integer({ min: 400, max: 6000 }), height: fc.integer({ min: 300, max: 4000 }) });
  const shares = fc.tuple(fc.double({ min: 0.05, max: 1, noNaN: true }), fc.double({ min: 0.05, max: 1, noNaN: true }));
  fc.assert(
    fc.property(sides, shares, (image, pair) => {
      const [least, most] = pair.map((share) => Math.ceil(share * image.width)).sort((a, b) => a - b);
      const sizes = chooseCandidates(image, {
        least,
        most,
        needs: [{ pixels: (least + most) / 2, share: 1 }],
        target: 75,
      });
      const widths = sizes.map(({ width }) => width);
      assert.ok(Number(widths.at(-1)) >= most);
      assert.ok(widths.every((width) => width <= image.width));
      for (const [index, width] of widths.slice(1).entries()) {
        assert.ok(width > widths[index]);
        const isExact = sizes.every((size) => size.width * image.height === size.height * image.width);
        assert.ok(width <= widths[index] * (isExact ? 2 : MAX_STEP) + 1, `${widths[index]} to ${width}`);
      }
    }),
  );
});

test('an image that must look the same is offered in halves, which browsers render like the whole', () => {
  const image = { width: 1600, height: 1200 };
  const needs = [
    { pixels: 380, share: 0.5 },
    { pixels: 760, share: 0.5 },
  ];
  const widthsFor = (/** @type {number} */ target) =>
    chooseCandidates(image, { least: 253, most: 759, needs, target }).map(({ width }) => width);
  assert.deepEqual(widthsFor(90), [400, 800]);
  assert.ok(widthsFor(75).some((width) => width !== 400 && width !== 800));
});

test('an image of odd sizes is offered in halves if its box keeps its shape, and whole otherwise', () => {
  const odd = { width: 1001, height: 751 };
  const wanted = { least: 300, most: 300, needs: [{ pixels: 300, share: 1 }], target: 90 };
  assert.deepEqual(chooseCandidates(odd, { ...wanted, keepsShape: false }), [{ width: 501, height: 376 }]);
  assert.deepEqual(chooseCandidates(odd, wanted), [odd]);
  assert.ok(chooseCandidates(odd, { ...wanted, target: 75, keepsShape: false })[0].width < 400);
});

test('whatever an image is resized to, it has exactly its proportions if no other ones are good enough', () => {
  const sides = fc.record({ width: fc.integer({ min: 400, max: 3000 }), height: fc.integer({ min: 300, max: 3000 }) });
  fc.assert(
    fc.property(sides, fc.double({ min: 0.2, max: 1, noNaN: true }), (image, share) => {
      const [least, most] = [Math.ceil((share * image.width) / 3), Math.ceil(share * image.width)];
      const wanted = { least, most, needs: [{ pixels: most, share: 1 }], target: 75 };
      for (const { width, height } of chooseCandidates(image, wanted))
        assert.ok(Math.abs((width * image.height) / image.width - height) <= 1 / 128, `${width} x ${height}`);
    }),
  );
});

test('sizes have exactly the proportions of an image if there are enough of them', () => {
  const screenshot = { width: 1440, height: 730 };
  const wanted = { least: 326, most: 980, needs: [{ pixels: 326, share: 1 }], target: 75 };
  assert.deepEqual(chooseCandidates(screenshot, wanted), [
    { width: 432, height: 219 },
    { width: 576, height: 292 },
    { width: 1008, height: 511 },
  ]);
  assert.ok(chooseCandidates({ width: 1441, height: 731 }, wanted)[0].width < 432);
});

test('a half of almost the same shape is as good as one of the same', () => {
  const almostSquare = { width: 2039, height: 2043 };
  assert.deepEqual(sizeFor(almostSquare, 144, { target: 90 }), { width: 510, height: 511 });
  assert.deepEqual(sizeFor(almostSquare, 144, { target: 90, keepsShape: false }), { width: 255, height: 256 });
});

const HIDDEN = Object.freeze({
  path: 'a.jpg',
  kind: /** @type {const} */ ('img'),
  nth: 0,
  growth: 1,
  firstScreens: [],
  isLargest: false,
});

test('where an image is hidden, it has the width of the nearest window that shows it', () => {
  const widths = [360, 640, 1280, 1920].map((window) => ({ window, width: window < 900 ? 75 : 0, height: 0 }));
  const shown = widthsShown({ ...HIDDEN, widths }, { width: 400, height: 400 });
  assert.equal(writeSizes(describeSlots(shown)), '75px');
});

test('an image that no window shows has no width', () => {
  const widths = [360, 1280].map((window) => ({ window, width: 0, height: 0 }));
  const shown = widthsShown({ ...HIDDEN, widths }, { width: 400, height: 400 });
  assert.deepEqual(
    shown.map(({ width }) => width),
    [0, 0],
  );
});
