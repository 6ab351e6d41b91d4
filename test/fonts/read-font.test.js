import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readFont } from '../../lib/fonts/read-font.js';
import { processorMsOf } from '../harness/processor-time.js';

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

/**
 * Returns a font that only contains a character table in groups.
 * @param {readonly (readonly [number, number])[]} groups first and last character of each
 */
function fontOf(groups) {
  const [head, table] = [Buffer.alloc(12 + 16 + 12), Buffer.alloc(16 + groups.length * 12)];
  head.writeUInt32BE(0x00010000, 0);
  head.writeUInt16BE(1, 4);
  head.write('cmap', 12, 'latin1');
  head.writeUInt32BE(28, 20);
  head.writeUInt32BE(12 + table.length, 24);
  head.writeUInt16BE(1, 30);
  head.writeUInt32BE(12, 36);
  table.writeUInt16BE(12, 0);
  table.writeUInt32BE(groups.length, 12);
  for (const [index, [first, last]] of groups.entries()) {
    table.writeUInt32BE(first, 16 + index * 12);
    table.writeUInt32BE(last, 20 + index * 12);
    table.writeUInt32BE(1, 24 + index * 12);
  }
  return Buffer.concat([head, table]);
}

test('a font whose characters are named again and again is broken, and known to be at once', async () => {
  const read = async (/** @type {Parameters<typeof fontOf>[0]} */ groups) =>
    (await readFont(fontOf(groups)))?.letters.size;
  assert.equal(
    await read([
      [65, 70],
      [97, 99],
    ]),
    9,
  );
  assert.equal(
    await read([
      [65, 70],
      [70, 99],
    ]),
    undefined,
  );
  const took = await processorMsOf(async () => {
    assert.equal(await read(Array.from({ length: 4000 }, () => /** @type {const} */ ([0, 0x10ffff]))), undefined);
  });
  assert.ok(took < 2000, `${took} ms`);
});
