import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { decodeReduced } from '../../../lib/images/codecs/decode.js';
import { encodeLadder } from '../../../lib/images/codecs/ladder.js';
import { makers } from '../../../lib/images/codecs/makers.js';
import { sniffImage } from '../../../lib/images/codecs/sniff.js';
import { TASKS } from '../../../lib/run/tasks/tasks.js';
import { drawWaves } from './draw.js';

const waves = drawWaves(480, 360);
/** @param {number} width @param {number} height */
async function photograph(width, height, orientation = 1) {
  const image = sharp(waves.rgba, { raw: { width: 480, height: 360, channels: 4 } }).removeAlpha();
  const bytes = await image.resize(width, height).jpeg({ quality: 98 }).withMetadata({ orientation }).toBuffer();
  return new Uint8Array(bytes);
}

test('a large photograph is looked at in a copy, and described in its own size', async () => {
  const facts = await TASKS.look({ bytes: await photograph(4600, 3600, 6), usages: [] });
  assert.equal(/** @type {any} */ (facts).broken, null);
  assert.deepEqual(
    [/** @type {any} */ (facts).width, /** @type {any} */ (facts).height],
    [3600, 4600],
    'as it is shown',
  );
});

test('a reduced copy takes no more pixels than it may, and only of what has more', async () => {
  const bytes = await photograph(800, 600);
  assert.equal(await decodeReduced(bytes, 480_000), null);
  const copy = await decodeReduced(bytes, 100_000);
  assert.ok(copy && copy.width * copy.height <= 100_000 && copy.width * copy.height > 90_000);
  assert.deepEqual(copy.whole, { width: 800, height: 600 });
});

test('a photograph of more pixels than a screen shows is offered in fewer', async () => {
  const bytes = await photograph(4800, 3600);
  const made = await makers['avif-ladder'](bytes, { sizes: [{ width: 320, height: 240 }], target: 90, effort: 'fast' });
  assert.ok(made.ok);
  const [file] = /** @type {{ width: number, bytes: Uint8Array }[]} */ (made.data.files);
  assert.equal(sniffImage(file.bytes).format, 'avif');
  assert.equal(file.width, 320);
});

test('the largest sizes are left out of a partial ladder where they are no smaller than the file', async () => {
  const sizes = [96, 240].map((width) => ({ width, height: (width * 3) / 4 }));
  const how = { format: /** @type {const} */ ('avif'), target: 80, effort: /** @type {const} */ ('fast') };
  const whole = await encodeLadder({ ...waves }, sizes, { ...how, limit: Number.POSITIVE_INFINITY });
  assert.ok(whole);
  const limit = Math.round((whole[0].bytes.length + whole[1].bytes.length) / 2);
  assert.equal(await encodeLadder({ ...waves }, sizes, { ...how, limit }), null);
  const partial = await encodeLadder({ ...waves }, sizes, { ...how, limit, partial: true });
  assert.deepEqual(
    partial?.map(({ width }) => width),
    [96],
  );
});
