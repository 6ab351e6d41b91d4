import { createHash } from 'node:crypto';

/** @import { DecodedImage } from '../images/types.ts' */

/** @type {WeakMap<DecodedImage, string>} */
const hashes = new WeakMap();

/** What an image shows, in one word. @param {DecodedImage} decoded */
export function hashImage(decoded) {
  const known = hashes.get(decoded);
  if (known) return known;
  const hash = createHash('sha256').update(`${decoded.width} ${decoded.frames.length} `);
  const name = hash.update(decoded.frames[0]?.rgba ?? '').digest('hex');
  hashes.set(decoded, name);
  return name;
}
