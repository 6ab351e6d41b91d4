import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTooOld } from '../../lib/run/version.js';

test('versions of Node.js that lack what is used are told from those that have it', () => {
  const verdicts = ['20.20.2', '22.17.0', '23.9.9', '24.0.0', '24.1.0', '26.0.0'].map((node) => isTooOld(node));
  assert.deepEqual(verdicts, [true, true, true, false, false, false]);
});
