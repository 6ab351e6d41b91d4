import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readFont } from '../../lib/fonts/read-font.js';

const woff = readFileSync(fileURLToPath(import.meta.resolve('@fontsource/anton/files/anton-latin-400-normal.woff')));

/** @param {number} at @param {number} value */
const withNumber = (at, value) => {
  const changed = Buffer.from(woff);
  changed.writeUInt32BE(value, at);
  return changed;
};

test('a WOFF file that is not what its header says is not unpacked', async () => {
  assert.ok(await readFont(woff));
  assert.equal(await readFont(woff.subarray(0, woff.length - 1)), null, 'cut off');
  assert.equal(await readFont(withNumber(8, woff.length + 1)), null, 'longer by its header');
  assert.equal(await readFont(withNumber(16, 2 ** 30)), null, 'a gigabyte by its header');
});
