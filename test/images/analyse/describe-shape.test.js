import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeShape } from '../../../lib/images/analyse/describe-shape.js';
import { drawOutline, OUTLINES } from '../../../lib/images/analyse/shapes.js';
import { drawImage, drawNoise } from './draw.js';

const BOX = { left: 2, top: 3, right: 18, bottom: 19 };

/**
 * @param {import('../../../lib/images/analyse/shapes.js').Outline} outline
 * @param {boolean} clear
 */
function drawn(outline, clear) {
  const cover = drawOutline(outline, BOX, 20, 22);
  return drawImage(20, 22, (x, y) => {
    const share = cover[y * 20 + x];
    if (clear) return [200, 30, 30, Math.round(share * 255)];
    return [255 - 55 * share, 255 - 225 * share, 255 - 225 * share].map(Math.round);
  });
}

for (const clear of [true, false]) {
  test(`every outline is known again on a ${clear ? 'clear' : 'white'} ground`, () => {
    for (const outline of OUTLINES) {
      const shape = describeShape(drawn(outline, clear));
      assert.equal(shape?.name, outline.name);
      assert.equal(shape.direction, outline.direction, `direction of the ${outline.name}`);
      assert.ok(shape.outlineError < 0.11, `${outline.name} drawn ${shape.outlineError} wrongly`);
      assert.deepEqual(shape.fill, { kind: 'flat', colour: '#c81e1e' });
      assert.ok(shape.meanError < 5, `${outline.name} is ${shape.meanError} levels off`);
      assert.equal(shape.ground, clear ? '#00000000' : '#ffffff');
    }
  });
}

test('a shaded ball has a centre of light and its shades', () => {
  const shape = describeShape(
    drawImage(16, 16, (x, y) => {
      if (Math.hypot(x - 7.5, y - 7.5) > 7) return [0, 0, 0, 0];
      const shade = Math.max(0, 255 - 18 * Math.hypot(x - 5, y - 5));
      return [Math.round(shade), Math.round(shade / 2), 20];
    }),
  );
  assert.equal(shape?.name, 'disc');
  assert.equal(shape.fill.kind, 'radial');
  assert.ok(Math.hypot(shape.fill.x - 5.5, shape.fill.y - 5.5) <= 1.5);
  assert.ok(shape.seenError < 50);
});

test('a disc with a jagged edge stays round', () => {
  const half = [3, 4, 5, 5, 5, 5, 5, 5, 4, 3];
  const shape = describeShape(
    drawImage(14, 14, (x, y) => (Math.abs(x - 6.5) < (half[y - 2] ?? 0) ? [0, 0, 160, 255] : [0, 0, 0, 0])),
  );
  assert.equal(shape?.name, 'disc');
  const { left, top, right, bottom } = shape.box;
  assert.equal(right - left, bottom - top);
  assert.deepEqual([left + right, top + bottom], [14, 14]);
});

test('lettering, noise and a busy border are no shape', () => {
  const next = drawNoise();
  assert.equal(describeShape(drawImage(16, 16, () => [next(), next(), next()])), null);
  const letter = ['1000001', '1100011', '1010101', '1001001', '1000001', '1000001', '1000001'];
  assert.equal(
    describeShape(drawImage(9, 9, (x, y) => (letter[y - 1]?.[x - 1] === '1' ? [0, 0, 0] : [255, 255, 255]))),
    null,
  );
});

test('a figure with something drawn on it is seen to differ', () => {
  const shape = describeShape(
    drawImage(24, 24, (x, y) => {
      if (x < 1 || y < 1 || x > 22 || y > 22) return [0, 0, 0];
      return y === 12 && x > 5 && x < 18 ? [0, 0, 0] : [255, 255, 255];
    }),
  );
  assert.ok(shape === null || shape.seenError > 60);
});
