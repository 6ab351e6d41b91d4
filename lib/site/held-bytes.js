/** @import { SiteFile } from './types.ts' */

import { hash as hashBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { InputError } from '../base/errors.js';
import { diskPath } from './text/disk-name.js';

/** Max bytes of files that are held in memory. Others are read again when they are needed. */
const MAX_HELD_BYTES = 32 * 1024 ** 2;

/** Bytes by hash, the last used at the end. @type {Map<string, Uint8Array>} */
const held = new Map();
let heldBytes = 0;

/**
 * Creates a file of a site whose bytes are read when they are needed, and are not held for long. They are verified
 * against the hash, so the result of a run does not depend on when they are read.
 * @param {Pick<SiteFile, 'path' | 'size' | 'hash' | 'type'>} file
 * @param {string} from
 * @returns {SiteFile}
 */
export function openSiteFile({ path, size, hash, type }, from) {
  return Object.freeze({
    path,
    size,
    hash,
    type,
    get bytes() {
      return holdBytes(hash, () => readVerified({ path, hash }, from));
    },
  });
}

/**
 * Returns bytes with a hash, and holds them for a while.
 * @param {string} hash @param {() => Uint8Array} read
 */
export function holdBytes(hash, read) {
  const known = held.get(hash);
  const bytes = known ?? read();
  if (known) held.delete(hash);
  else heldBytes += bytes.length;
  held.set(hash, bytes);
  for (const [oldest, { length }] of held) {
    if (heldBytes <= MAX_HELD_BYTES || oldest === hash) break;
    held.delete(oldest);
    heldBytes -= length;
  }
  return bytes;
}

/** @param {Pick<SiteFile, 'path' | 'hash'>} file @param {string} from */
function readVerified({ path, hash }, from) {
  const bytes = readFileSync(diskPath(from));
  if (hashBytes('sha256', bytes) === hash) return bytes;
  const message = `“${path}” changed while the site was read. Run the command again when nothing writes to the folder.`;
  throw new InputError('input-changed', message);
}
