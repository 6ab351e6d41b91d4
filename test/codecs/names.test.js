import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makers } from '../../lib/codecs/makers.js';
import { MAKER_NAMES } from '../../lib/codecs/names.js';

test('every maker is known by its name before codecs are loaded', () => {
  assert.deepEqual([...MAKER_NAMES].sort(), Object.keys(makers).sort());
});
