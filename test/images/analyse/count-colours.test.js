import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { countColours } from '../../../lib/images/analyse/count-colours.js';

/** Colours of a row, few enough to repeat, some of them transparent. */
const colours = fc.array(
  fc.tuple(fc.nat(3), fc.nat(255), fc.constantFrom(0, 7, 255), fc.constantFrom(0, 1, 128, 255, 255)),
  { minLength: 1, maxLength: 600 },
);

test('each distinct colour counts once, with its share, and clear pixels are alike', () => {
  fc.assert(
    fc.property(colours, fc.nat(3), (list, offset) => {
      const rgba = new Uint8Array(offset + list.length * 4).subarray(offset);
      rgba.set(list.flat());
      const keys = list.map((colour) => (colour[3] === 0 ? 'clear' : colour.join(' ')));
      const known = [...new Set(keys)].slice(0, 257);
      const shares = known.map((key) => keys.filter((one) => one === key).length / list.length);
      const found = countColours(rgba);
      assert.equal(found.colours, known.length);
      assert.deepEqual(
        found.shares,
        shares.toSorted((one, other) => other - one),
      );
      assert.equal(
        found.transparency === 'full',
        keys.every((key) => key === 'clear'),
      );
      assert.equal(
        found.transparency === 'none',
        list.every(([, , , alpha]) => alpha === 255),
      );
    }),
  );
});
