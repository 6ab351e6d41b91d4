import { readFileSync } from 'node:fs';
import { makers } from '../../lib/images/codecs/makers.js';
import { sniffImage } from '../../lib/images/codecs/sniff.js';
import { compressVariants } from '../../lib/output/pack/variants.js';

/**
 * @param {string} path
 * @returns {Promise<number>} total bytes of the results
 */
export default async function compressFile(path) {
  const bytes = readFileSync(path);
  const maker = makerOf(bytes);
  if (maker) {
    const made = await makers[maker](bytes, {});
    return made.ok ? (made.bytes?.length ?? 0) : 0;
  }
  const made = await compressVariants(bytes);
  return made.reduce((sum, variant) => sum + variant.bytes.length, 0);
}

/** @param {Uint8Array} bytes */
function makerOf(bytes) {
  const { format, frames = 1 } = sniffImage(bytes);
  if (format === 'gif') return frames > 1 ? 'apng-from-gif' : 'png-from-gif';
  return format === 'png' || format === 'jpeg' ? format : null;
}
