import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { deflateSync, inflateSync } from 'node:zlib';
import sharp from 'sharp';
import { makers } from '../../../lib/images/codecs/makers.js';
import { makeChunk } from '../../../lib/images/png/png-write.js';
import { drawWaves, withChunks } from './draw.js';
import { assertSameLook, bytesOf } from './made.js';

const raw = { raw: { width: 96, height: 64, channels: /** @type {const} */ (4) } };
const image = () => sharp(drawWaves(96, 64).rgba, raw).removeAlpha();

describe('colour profiles', () => {
  /** @param {Uint8Array} bytes */
  const profileOf = async (bytes) => /** @type {Buffer} */ ((await sharp(bytes).metadata()).icc);
  /** @param {Buffer} profile */
  const tagsOf = (profile) =>
    Array.from({ length: profile.readUInt32BE(128) }, (_, i) => profile.toString('latin1', 132 + i * 12, 136 + i * 12));

  test('tables for printing go, those for showing stay to the byte, in JPEG and in PNG', async () => {
    const jpeg = await image().toColourspace('cmyk').withIccProfile('cmyk').jpeg({ quality: 90 }).toBuffer();
    const made = bytesOf(await makers.jpeg(jpeg, {}));
    await assertSameLook(jpeg, made);
    const [before, after] = [await profileOf(jpeg), await profileOf(made)];
    assert.ok(tagsOf(before).includes('B2A0'));
    assert.deepEqual(tagsOf(after), ['desc', 'cprt', 'wtpt', 'bkpt', 'A2B1', 'A2B0', 'A2B2']);
    assert.equal(after.length, after.readUInt32BE(0));
    for (const name of tagsOf(after)) assert.deepEqual(readTag(after, name), readTag(before, name), name);
    assert.ok(made.length < jpeg.length - 750_000, `${jpeg.length} became ${made.length}`);
  });

  /** @param {Buffer} profile @param {string} name */
  function readTag(profile, name) {
    const at = 136 + tagsOf(profile).indexOf(name) * 12;
    const start = profile.readUInt32BE(at);
    return profile.subarray(start, start + profile.readUInt32BE(at + 4));
  }

  test('a PNG keeps its profile, without what no browser asks it for', async () => {
    const p3 = await profileOf(await image().withIccProfile('p3').png().toBuffer());
    const heavy = addTag(p3, 'B2A0', Buffer.alloc(5000, 7));
    const chunk = makeChunk('iCCP', Buffer.concat([Buffer.from('p3\0\0'), deflateSync(heavy)]));
    const png = withChunks(await image().png({ compressionLevel: 0 }).toBuffer(), [chunk]);
    const made = bytesOf(await makers.png(png, {}));
    const at = Buffer.from(made).indexOf('iCCP');
    const kept = inflateSync(made.subarray(at + 4 + 'p3\0\0'.length));
    assert.deepEqual(
      tagsOf(kept),
      tagsOf(p3).filter((name) => name !== 'B2A0'),
    );
    assert.equal(kept.length, kept.readUInt32BE(0));
  });

  test('what is coded in inks stays so, coarser', async () => {
    const waves = drawWaves(240, 160);
    const raw = { raw: { width: 240, height: 160, channels: /** @type {const} */ (4) } };
    const fine = await sharp(waves.rgba, raw)
      .removeAlpha()
      .toColourspace('cmyk')
      .withIccProfile('cmyk')
      .jpeg({ quality: 98 })
      .toBuffer();
    const made = bytesOf(await makers['coarser-jpeg'](fine, { target: 60 }));
    assert.equal((await sharp(made).metadata()).space, 'cmyk');
    assert.ok(made.length < fine.length);
    assert.deepEqual(
      tagsOf(await profileOf(made)).filter((name) => name.startsWith('A2B')),
      ['A2B1', 'A2B0', 'A2B2'],
    );
  });
});

/** @param {Buffer} profile @param {string} name @param {Buffer} data */
function addTag(profile, name, data) {
  const count = profile.readUInt32BE(128);
  const directory = 132 + count * 12;
  const entry = Buffer.alloc(12);
  entry.write(name, 'latin1');
  entry.writeUInt32BE(profile.length + 12, 4);
  entry.writeUInt32BE(data.length, 8);
  const made = Buffer.concat([profile.subarray(0, directory), entry, profile.subarray(directory), data]);
  made.writeUInt32BE(made.length, 0);
  made.writeUInt32BE(count + 1, 128);
  for (let i = 0; i < count; i++) made.writeUInt32BE(made.readUInt32BE(136 + i * 12) + 12, 136 + i * 12);
  return made;
}
