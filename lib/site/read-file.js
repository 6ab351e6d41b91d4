/** @import { FileStamps } from '../base/file-stamps.js' */
/** @import { SiteFile, SitePath } from './types.ts' */

import { createHash, hash as hashBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { fileTypeOf } from './file-type.js';
import { holdBytes, openSiteFile } from './held-bytes.js';
import { diskPath } from './text/disk-name.js';

/** Bytes of a megabyte. */
const MEGABYTE = 1 << 20;
/**
 * Max size of a text or image. Larger ones are downloads, which are copied unchanged: a saving would not be worth the
 * memory.
 */
const MAX_BYTES = 128 * MEGABYTE;
/**
 * Max size of other files that are kept in memory for pages that show them. Films and archives are copied unchanged in
 * any case.
 */
const MAX_OTHER_BYTES = 8 * MEGABYTE;
/** Bytes that are read to detect the type. */
const HEAD_BYTES = 1024;

const NO_BYTES = new Uint8Array(0);

/**
 * Reads a file of a site. A file that is too large for memory is only hashed, and copied from its place.
 * @param {string} from
 * @param {SitePath} path
 * @param {FileStamps} stamps files that are known from an earlier run, which are not read
 * @returns {Promise<{ file: SiteFile, isPassedOver: boolean }>} `isPassedOver`: true if a rule could have used it
 */
export async function readSiteFile(from, path, stamps) {
  const stat = statSync(diskPath(from), { bigint: true });
  const known = stamps.recall(path, stat);
  if (known) return describeKnown({ from, path, size: Number(stat.size) }, known);
  const read = await readNew(from, path);
  const { file, isPassedOver } = read;
  if (BigInt(file.size) === stat.size) stamps.note(path, stat, { hash: file.hash, type: file.type, isPassedOver });
  return read;
}

/**
 * @param {{ from: string, path: SitePath, size: number }} file
 * @param {import('../base/file-stamps.js').FileContent} known
 */
function describeKnown({ from, path, size }, { hash, type, isPassedOver = false }) {
  const file = { path, size, hash, type: /** @type {SiteFile['type']} */ (type) };
  const isHeld = size <= MAX_OTHER_BYTES || type !== 'other';
  return { file: isHeld ? openSiteFile(file, from) : describeCopied(file, from), isPassedOver };
}

/** @param {Pick<SiteFile, 'path' | 'size' | 'hash'>} file @param {string} source @returns {SiteFile} */
function describeCopied({ path, size, hash }, source) {
  return Object.freeze({ path, size, hash, type: 'other', bytes: NO_BYTES, source });
}

/** @param {string} from @param {SitePath} path */
async function readNew(from, path) {
  const handle = await open(diskPath(from));
  try {
    const { size } = await handle.stat();
    if (size > MAX_OTHER_BYTES) {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
      const type = fileTypeOf(path, buffer.subarray(0, bytesRead));
      if (size > MAX_BYTES || type === 'other') {
        const hash = await hashStream(handle);
        return { file: describeCopied({ path, size, hash }, from), isPassedOver: type !== 'other' };
      }
    }
    const { bytes, ...file } = makeFile(path, await handle.readFile());
    holdBytes(file.hash, () => bytes);
    return { file: openSiteFile(file, from), isPassedOver: false };
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
  const hash = hashBytes('sha256', bytes);
  return Object.freeze({ path, size: bytes.length, hash, type: fileTypeOf(path, bytes), bytes });
}

/** @param {import('node:fs/promises').FileHandle} handle */
async function hashStream(handle) {
  const hash = createHash('sha256');
  for await (const piece of handle.createReadStream({ start: 0, autoClose: false, highWaterMark: MEGABYTE }))
    hash.update(piece);
  return hash.digest('hex');
}
