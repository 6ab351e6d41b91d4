import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'pagethrift-png-'));

/** @type {typeof import('../../../lib/images/png/index.js')} the codecs, with nothing else of the project around */
let png;
before(async () => {
  cpSync(join(root, 'lib/images/png'), join(scratch, 'png'), { recursive: true });
  writeFileSync(join(scratch, 'package.json'), '{"type":"module"}');
  mkdirSync(join(scratch, 'node_modules'));
  symlinkSync(join(root, 'node_modules/libdeflate'), join(scratch, 'node_modules/libdeflate'), 'junction');
  png = await import(pathToFileURL(join(scratch, 'png/index.js')).href);
});
after(() => rmSync(scratch, { recursive: true }));

test('pagethrift/png works without the rest of the project: PNG', () => {
  const image = drawImage(0);
  const bytes = png.encodePng(image);
  const decoded = png.decodePng(bytes);
  assert.deepEqual([decoded.width, decoded.height, decoded.format], [40, 30, 'png']);
  assert.deepEqual(decoded.frames[0].rgba, image.rgba);
  const smaller = png.optimizePng(png.encodePng(image, { effort: 'fast' }), { effort: 'max' });
  assert.deepEqual(png.decodePng(smaller).frames[0].rgba, image.rgba);
  assert.throws(() => png.decodePng(bytes.subarray(0, 20)), png.BrokenImage);
});

test('pagethrift/png works without the rest of the project: APNG', () => {
  const frames = [0, 10, 20].map((shift) => ({ rgba: drawImage(shift).rgba, delayMs: 100 }));
  const decoded = png.decodePng(png.encodeApng({ width: 40, height: 30, plays: 0, frames }));
  assert.deepEqual([decoded.format, decoded.plays], ['apng', 0]);
  assert.deepEqual(decoded.frames, frames);
});

test('pagethrift/png works without the rest of the project: deflate and similarity', async () => {
  const { inflateSync } = await import('node:zlib');
  const text = Buffer.from('a rose is a rose is a rose. '.repeat(40));
  const effort = { iterations: 5, maxBlocks: 15, cuts: 2, matchDepth: 400 };
  assert.deepEqual(inflateSync(png.deflateSmallest(text, effort)), text);
  const image = drawImage(0);
  assert.equal(png.measureSimilarity(image, image), 100);
  assert.ok(png.measureSimilarity(image, drawImage(20)) < 50);
});

/** @param {number} shift of a red square on white */
function drawImage(shift) {
  const [width, height] = [40, 30];
  const rgba = new Uint8Array(width * height * 4).fill(255);
  for (let y = 5; y < 20; y++) {
    for (let x = shift; x < shift + 15; x++) rgba.set([200, 30, 30], (y * width + x) * 4);
  }
  return { width, height, rgba };
}
