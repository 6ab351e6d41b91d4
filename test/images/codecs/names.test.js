import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fontMakers } from '../../../lib/fonts/makers.js';
import { FONT_MAKER_NAMES } from '../../../lib/fonts/names.js';
import { makers } from '../../../lib/images/codecs/makers.js';
import { MAKER_NAMES } from '../../../lib/images/codecs/names.js';

test('every maker is known by its name before it is loaded', () => {
  assert.deepEqual([...MAKER_NAMES].sort(), Object.keys(makers).sort());
  assert.deepEqual([...FONT_MAKER_NAMES].sort(), Object.keys(fontMakers).sort());
});
