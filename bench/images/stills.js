/** @import { Found } from './collect.js' */
import { join } from 'node:path';
import sharp from 'sharp';
import { makers } from '../../lib/images/codecs/makers.js';
import { printTable } from './collect.js';
import { listPeers } from './peers.js';

/**
 * Compares PNG made of still GIFs at each effort with the peers. Each keeps the GIF unless its PNG is smaller.
 * @param {readonly Found[]} images
 * @param {{ scratch: string, slow: boolean }} options
 */
export async function benchStills(images, { scratch, slow }) {
  const peers = await listPeers(scratch, slow);
  const total = images.reduce((sum, { bytes }) => sum + bytes.length, 0);
  console.log(
    `\nStill GIF to PNG: ${images.length} distinct files, ${total} bytes (broken, changed: files that must stay)`,
  );
  const rows = [];
  for (const effort of ['fast', 'balanced', ...(slow ? ['max'] : [])]) {
    let [bytes, ms, larger] = [0, 0, 0];
    /** @type {Record<string, number>} */
    const kept = {};
    for (const image of images) {
      const start = performance.now();
      const made = await makers['png-from-gif'](image.bytes, { effort });
      ms += performance.now() - start;
      if (!made.ok) kept[made.reason] = (kept[made.reason] ?? 0) + 1;
      const size = made.ok ? Number(made.bytes?.length) : image.bytes.length;
      bytes += size;
      if (size > image.bytes.length) larger++;
    }
    rows.push(row(`pagethrift ${effort}`, bytes, total, ms, `${larger} larger; stayed: ${JSON.stringify(kept)}`));
  }
  const plain = join(scratch, 'plain.png');
  for (const peer of peers) {
    let [bytes, ms] = [0, 0];
    for (const image of images) {
      await sharp(image.bytes).png({ compressionLevel: 6 }).toFile(plain);
      const start = performance.now();
      const size = await peer.encode(plain, image.bytes);
      ms += performance.now() - start;
      bytes += Math.min(size, image.bytes.length);
    }
    rows.push(row(peer.name, bytes, total, ms, ''));
  }
  printTable([['', 'bytes', 'of GIF', 'ms', ''], ...rows]);
}

/**
 * @param {string} name
 * @param {number} bytes
 * @param {number} total
 * @param {number} ms
 * @param {string} note
 */
function row(name, bytes, total, ms, note) {
  return [name, bytes, `${((bytes / total) * 100).toFixed(2)} %`, Math.round(ms), note];
}
