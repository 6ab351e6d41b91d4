import assert from 'node:assert/strict';
import { findDifference } from '../../../lib/images/codecs/compare.js';
import { decodeImage } from '../../../lib/images/codecs/decode.js';

/** @param {import('../../../lib/plan/types.ts').Made} made */
export function bytesOf(made) {
  assert.ok(made.ok && made.bytes, JSON.stringify(made));
  return made.bytes;
}

/**
 * @param {Uint8Array} before
 * @param {Uint8Array} after
 */
export async function assertSameLook(before, after) {
  const [a, b] = [await decodeImage(before), await decodeImage(after)];
  assert.ok('frames' in a && !('broken' in a) && 'frames' in b && !('broken' in b));
  assert.equal(findDifference(a, b), null);
  return b;
}
