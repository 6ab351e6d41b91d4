import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import zlib from 'node:zlib';
import fc from 'fast-check';
import { compressVariants, isCompressible } from '../../../lib/output/pack/variants.js';

/** @type {Record<string, (bytes: Uint8Array) => Buffer>} */
const DECODERS = {
  '.gz': zlib.gunzipSync,
  '.br': zlib.brotliDecompressSync,
  '.zst': zlib.zstdDecompressSync,
  '.deflate': zlib.inflateSync,
};
const ALL = /** @type {const} */ (['gz', 'br', 'zst', 'deflate']);

test('every variant decodes to its file, saves a packet or 2 %, and comes out the same again', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('word ', '<p>', 'text', '\n', '0'), { maxLength: 3000 }),
      fc.constantFrom(/** @type {const} */ ('fast'), /** @type {const} */ ('balanced')),
      async (parts, effort) => {
        const bytes = Buffer.from(parts.join(''));
        const made = await compressVariants(bytes, { effort, variants: ALL });
        for (const variant of made) {
          assert.ok(DECODERS[variant.suffix](variant.bytes).equals(bytes));
          assert.ok(bytes.length - variant.bytes.length >= Math.min(1460, bytes.length * 0.02));
        }
        const again = await compressVariants(bytes, { effort, variants: ALL });
        assert.deepEqual(
          again.map(({ bytes: made }) => Buffer.from(made)),
          made.map(({ bytes: made }) => Buffer.from(made)),
        );
      },
    ),
    { numRuns: 40 },
  );
});

const PROSE = Buffer.from(Array.from({ length: 1500 }, (_, i) => `<li>entry ${i * 7919} of ${i % 13}</li>`).join('\n'));

test('more effort is never larger', async () => {
  const [fast, balanced, max] = await Promise.all(
    /** @type {const} */ (['fast', 'balanced', 'max']).map((effort) =>
      compressVariants(PROSE, { effort, variants: ALL }),
    ),
  );
  for (const [index, { bytes, suffix }] of max.entries()) {
    assert.ok(bytes.length <= balanced[index].bytes.length, suffix);
    assert.ok(balanced[index].bytes.length <= fast[index].bytes.length, suffix);
    assert.ok(DECODERS[suffix](bytes).equals(PROSE), suffix);
  }
});

test('gzip headers say nothing of the machine', async () => {
  for (const effort of /** @type {const} */ (['fast', 'balanced', 'max'])) {
    const [{ bytes }] = await compressVariants(PROSE.subarray(0, 5000), { effort, variants: ['gz'] });
    assert.deepEqual([...bytes.subarray(3, 8), bytes[9]], [0, 0, 0, 0, 0, 255]);
  }
});

test('zstd windows stay within what browsers take', async () => {
  const long = Buffer.alloc(9 << 20, PROSE);
  const [{ bytes }] = await compressVariants(long, { effort: 'balanced', variants: ['zst'] });
  const isSingle = bytes[4] & 0x20;
  assert.equal(isSingle, 0);
  assert.ok(10 + (bytes[5] >> 3) <= 23);
});

test('noise and empty files have no variants', async () => {
  assert.deepEqual(await compressVariants(new Uint8Array(0)), []);
  assert.deepEqual(await compressVariants(Buffer.from('a')), []);
  const noise = Buffer.concat(Array.from({ length: 100 }, (_, i) => createHash('sha256').update(String(i)).digest()));
  assert.deepEqual(await compressVariants(noise), []);
});

test('only what compresses is compressed', () => {
  assert.ok(isCompressible('a.html', 'html') && isCompressible('a.svg', 'text') && isCompressible('a.ttf', 'font'));
  assert.ok(
    !isCompressible('a.png', 'image') && !isCompressible('a.woff2', 'font') && !isCompressible('a.zip', 'other'),
  );
});
