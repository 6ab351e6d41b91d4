import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makers } from '../../lib/codecs/makers.js';
import { MAKER_NAMES } from '../../lib/codecs/names.js';
import { fontMakers } from '../../lib/fonts/makers.js';
import { FONT_MAKER_NAMES } from '../../lib/fonts/names.js';

test('every maker is known by its name before it is loaded', () => {
  assert.deepEqual([...MAKER_NAMES].sort(), Object.keys(makers).sort());
  assert.deepEqual([...FONT_MAKER_NAMES].sort(), Object.keys(fontMakers).sort());
});
