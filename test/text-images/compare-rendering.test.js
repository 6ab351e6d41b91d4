import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeExcess } from '../../lib/text-images/accept/compare-rendering.js';

const LIMITS = { visibleShare: 0.02, strayShare: 0.01, mean: 5 };
const SAME = { isIdentical: false, visiblePixels: 2, strayPixels: 1, meanDifference: 5, similarity: 0.9 };

test('a refusal says which difference is too large', () => {
  assert.equal(describeExcess(SAME, 100, LIMITS), null);
  assert.equal(describeExcess({ ...SAME, visiblePixels: 3 }, 100, LIMITS), 'its rendering differs in 3 pixels');
  assert.equal(
    describeExcess({ ...SAME, strayPixels: 2 }, 100, LIMITS),
    'its rendering differs in 2 pixels around its text',
  );
  assert.equal(
    describeExcess({ ...SAME, visiblePixels: 0, meanDifference: 5.06 }, 100, LIMITS),
    'its rendering differs by 5.1 levels on average',
  );
});
