/** @import { SiteFile, SitePath } from './types.ts' */

import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { fileTypeOf } from './file-type.js';
import { diskPath } from './text/disk-name.js';

/** In bytes. */
const MEGABYTE = 1 << 20;
/**
 * Beyond this a text or picture is a download, which is passed on as it is: nothing that is done here would be worth
 * its memory.
 */
const MOST_BYTES = 128 * MEGABYTE;
/** Films, archives and the like are passed on in any case; small ones are kept for pages that show them. */
const MOST_OTHER_BYTES = 8 * MEGABYTE;
/** What tells the type. */
const HEAD_BYTES = 1024;

const NO_BYTES = new Uint8Array(0);

/**
 * Reads a file of a site. One that is too large to be held is only hashed, and copied from where it stands.
 * @param {string} from
 * @param {SitePath} path
 * @returns {Promise<SiteFile & { isPassedOver: boolean }>} `isPassedOver`: it might have been worked on
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
 * A file of a site, from its bytes.
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
