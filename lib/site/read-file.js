/** @import { SiteFile, SitePath } from './types.ts' */

import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { fileTypeOf } from './file-type.js';
import { diskPath } from './text/disk-name.js';

/** Bytes of a megabyte. */
const MEGABYTE = 1 << 20;
/**
 * Max size of a text or image. Larger ones are downloads, which are copied unchanged: a saving would not be worth the
 * memory.
 */
const MOST_BYTES = 128 * MEGABYTE;
/**
 * Max size of other files that are kept in memory for pages that show them. Films and archives are copied unchanged in
 * any case.
 */
const MOST_OTHER_BYTES = 8 * MEGABYTE;
/** Bytes that are read to detect the type. */
const HEAD_BYTES = 1024;

const NO_BYTES = new Uint8Array(0);

/**
 * Reads a file of a site. A file that is too large for memory is only hashed, and copied from its place.
 * @param {string} from
 * @param {SitePath} path
 * @returns {Promise<SiteFile & { isPassedOver: boolean }>} `isPassedOver`: true if a rule could have used it
 */
export async function readSiteFile(from, path) {
  const handle = await open(diskPath(from));
  try {
    const { size } = await handle.stat();
    if (size > MOST_OTHER_BYTES) {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
      const type = fileTypeOf(path, buffer.subarray(0, bytesRead));
      if (size > MOST_BYTES || type === 'other') {
        const hash = await hashStream(handle);
        return { path, size, hash, type: 'other', bytes: NO_BYTES, source: from, isPassedOver: type !== 'other' };
      }
    }
    return { ...makeFile(path, await handle.readFile()), isPassedOver: false };
  } finally {
    await handle.close();
  }
}

/**
 * Creates a file of a site from its bytes.
 * @param {SitePath} path
 * @param {Uint8Array} bytes
 * @returns {SiteFile}
 */
export function makeFile(path, bytes) {
  const hash = createHash('sha256').update(bytes).digest('hex');
  return Object.freeze({ path, size: bytes.length, hash, type: fileTypeOf(path, bytes), bytes });
}

/** @param {import('node:fs/promises').FileHandle} handle */
async function hashStream(handle) {
  const hash = createHash('sha256');
  for await (const piece of handle.createReadStream({ start: 0, autoClose: false, highWaterMark: MEGABYTE }))
    hash.update(piece);
  return hash.digest('hex');
}
