/** @import { Found } from './collect.js' */
import { Transformer } from '@napi-rs/image';
import sharp from 'sharp';
import { decodeImage } from '../../lib/images/codecs/decode.js';
import { makers } from '../../lib/images/codecs/makers.js';
import { measureSimilarity } from '../../lib/images/png/measure-similarity.js';

const qualities = [30, 40, 50, 60, 70, 75, 80, 85, 90];

/**
 * Checks for each photograph if a peer at any quality is smaller and at least as similar.
 * @param {readonly Found[]} images
 */
export async function benchModern(images) {
  console.log(
    '\nPhotographs as AVIF or WebP at a similarity of 80, beside sharp and @napi-rs/image at fixed qualities',
  );
  let beaten = 0;
  for (const { bytes, hash } of images) {
    const made = await makers.modern(bytes, { target: 80 });
    const original = await decodeImage(bytes);
    if ('broken' in original || !made.ok || !made.bytes) {
      console.log(`  ${hash}  ${bytes.length} stays: ${made.ok ? 'broken' : made.message}`);
      continue;
    }
    const { width, height } = original;
    const [{ rgba }] = original.frames;
    const own = Number(made.data.similarity);
    /** @type {string[]} */
    const better = [];
    for (const quality of qualities) {
      const image = sharp(rgba, { raw: { width, height, channels: 4 } });
      const peer = Transformer.fromRgbaPixels(rgba, width, height);
      for (const [name, file] of Object.entries({
        'sharp avif': await image.clone().avif({ quality }).toBuffer(),
        'sharp webp': await image.clone().webp({ quality }).toBuffer(),
        'napi avif': await peer.avif({ quality }),
        'napi webp': await peer.webp(quality),
      })) {
        if (file.length >= made.bytes.length) continue;
        const decoded = await decodeImage(file);
        if ('broken' in decoded) continue;
        const similarity = await measureSimilarity(
          { width, height, rgba },
          { width, height, rgba: decoded.frames[0].rgba },
        );
        if (similarity >= own) better.push(`${name} ${quality}: ${file.length} bytes at ${similarity.toFixed(2)}`);
      }
    }
    if (better.length > 0) beaten++;
    console.log(
      `  ${hash}  ${bytes.length} -> ${made.bytes.length} ${made.data.format} at ${own}  ${better.join('; ')}`,
    );
  }
  console.log(`${beaten} of ${images.length} where a peer is smaller and at least as alike`);
}
