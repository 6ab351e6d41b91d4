import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTooOld } from '../../lib/run/version.js';

test('versions of Node.js that lack what is used are told from those that have it', () => {
  const verdicts = ['20.20.2', '22.16.9', '22.17.0', '22.20.1', '23.0.0', '24.1.0'].map(isTooOld);
  assert.deepEqual(verdicts, [true, true, false, false, false, false]);
});
