import { realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { beforeAny } from '../../base/trim.js';
import { decodePath } from '../../site/text/decode-path.js';
import { diskPath, readName } from '../../site/text/disk-name.js';

/**
 * @typedef {{ path: string, disk: string, size: number, modified: Date }} FoundFile `path`: inside the folder; `disk`:
 *   links resolved
 */

/** Errors that mean: there is no such file. */
const NOT_THERE = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP', 'EINVAL']);

/** Of hidden files, only these are for the public: https://www.rfc-editor.org/rfc/rfc8615 */
const PUBLIC_HIDDEN = '.well-known';

/**
 * The path inside the folder that a request names, without `.`, `..` and empty names; null where it can name no public
 * file.
 * @param {string} target of the request line
 * @returns {string | null}
 */
export function sitePathOf(target) {
  const path = decodePath(beforeAny(target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, ''), /[?#]/));
  if (!path.startsWith('/') || path.includes('\0')) return null;
  /** @type {string[]} */
  const names = [];
  for (const name of path.split('/')) {
    if (name === '..') names.pop();
    else if (name !== '' && name !== '.') names.push(name);
  }
  const isHidden = names.some((name) => name.startsWith('.') && name !== PUBLIC_HIDDEN);
  // Windows would read a backslash or a colon in a name as more than a letter.
  const isForeign = process.platform === 'win32' && names.some((name) => /[\\:]/.test(name));
  return isHidden || isForeign ? null : names.join('/');
}

/**
 * A file of a folder; links are followed as long as they stay inside it.
 * @param {string} root with its own links resolved
 * @param {string} path
 * @returns {Promise<FoundFile | 'folder' | null>}
 */
export async function findFile(root, path) {
  try {
    const disk = readName(await realpath(diskPath(join(root, path)), 'buffer'));
    if (disk !== root && !disk.startsWith(root.endsWith(sep) ? root : root + sep)) return null;
    const found = await stat(diskPath(disk));
    if (found.isDirectory()) return 'folder';
    return found.isFile() ? { path, disk, size: found.size, modified: found.mtime } : null;
  } catch (error) {
    if (error instanceof Error && 'code' in error && NOT_THERE.has(String(error.code))) return null;
    throw error;
  }
}
