import { readFileSync } from 'node:fs';
import { compressVariants } from '../../lib/pack/variants.js';

/**
 * @param {string} path
 * @returns {Promise<number>} bytes of all variants
 */
export default async function compressFile(path) {
  const made = await compressVariants(readFileSync(path));
  return made.reduce((sum, { bytes }) => sum + bytes.length, 0);
}
