/** @import { Found } from './collect.js' */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { decodeImage } from '../../lib/images/codecs/decode.js';
import { makers } from '../../lib/images/codecs/makers.js';
import { printTable } from './collect.js';
import { isInstalled } from './peers.js';

/**
 * Compares APNG made of animated GIFs with apngasm using zopfli. Each keeps the GIF unless its result is smaller.
 * @param {readonly Found[]} images
 * @param {{ scratch: string }} options
 */
export async function benchAnimations(images, { scratch }) {
  const total = images.reduce((sum, { bytes }) => sum + bytes.length, 0);
  console.log(`\nAnimated GIF to APNG: ${images.length} distinct files, ${total} bytes`);
  if (images.length === 0) return;
  const [ours, theirs] = [
    { bytes: 0, ms: 0 },
    { bytes: 0, ms: 0 },
  ];
  for (const { bytes, hash, frames } of images) {
    let start = performance.now();
    const made = await makers['apng-from-gif'](bytes, {});
    ours.ms += performance.now() - start;
    const size = made.ok ? Number(made.bytes?.length) : bytes.length;
    ours.bytes += size;
    start = performance.now();
    const peer = isInstalled('apngasm') ? await runApngasm(bytes, join(scratch, 'apngasm')) : Number.NaN;
    theirs.ms += performance.now() - start;
    theirs.bytes += Math.min(peer, bytes.length);
    console.log(
      `  ${hash}  ${frames} frames  ${bytes.length} -> ${size} (apngasm ${peer}) ${made.ok ? '' : made.reason}`,
    );
  }
  const percent = (/** @type {number} */ bytes) => `${((bytes / total) * 100).toFixed(2)} %`;
  printTable([
    ['', 'bytes', 'of GIF', 'ms'],
    ['pagethrift balanced', ours.bytes, percent(ours.bytes), Math.round(ours.ms)],
    ['apngasm -z2 -i15', theirs.bytes, percent(theirs.bytes), Math.round(theirs.ms)],
  ]);
}

/**
 * @param {Uint8Array} gif
 * @param {string} folder
 */
async function runApngasm(gif, folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const decoded = await decodeImage(gif);
  if ('broken' in decoded) return Number.POSITIVE_INFINITY;
  const { width, height, frames } = decoded;
  for (const [i, { rgba }] of frames.entries()) {
    await sharp(rgba, { raw: { width, height, channels: 4 } })
      .png()
      .toFile(join(folder, `f${String(i).padStart(5, '0')}.png`));
  }
  execFileSync('apngasm', ['out.png', 'f*.png', '1', '10', '-z2', '-i15'], { cwd: folder, stdio: 'ignore' });
  return readFileSync(join(folder, 'out.png')).length;
}
