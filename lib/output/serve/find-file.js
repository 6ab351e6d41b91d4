import { realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { beforeAny } from '../../base/trim.js';
import { decodePath } from '../../site/text/decode-path.js';
import { diskPath, readName } from '../../site/text/disk-name.js';

/**
 * @typedef {{ path: string, disk: string, size: number, modified: Date }} FoundFile `path`: inside the folder; `disk`:
 *   links resolved
 */

/** Error codes of a missing file. */
const NOT_THERE = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP', 'EINVAL']);

/** The only public hidden name: https://www.rfc-editor.org/rfc/rfc8615 */
const PUBLIC_HIDDEN = '.well-known';

/**
 * Returns the path inside the folder that a request names, without `.`, `..` and empty names, null if it cannot name a
 * public file.
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
  // On Windows a backslash or a colon in a name has a special meaning.
  const isForeign = process.platform === 'win32' && names.some((name) => /[\\:]/.test(name));
  return isHidden(names) || isForeign ? null : names.join('/');
}

/** Returns true if a path leads to or through a hidden name. @param {readonly string[]} names */
function isHidden(names) {
  return names.some((name) => name.startsWith('.') && name !== PUBLIC_HIDDEN);
}

/**
 * Finds a file of a folder. Links are followed as long as they stay inside it and lead to nothing hidden.
 * @param {string} root with its own links resolved
 * @param {string} path
 * @returns {Promise<FoundFile | 'folder' | null>}
 */
export async function findFile(root, path) {
  try {
    const disk = readName(await realpath(diskPath(join(root, path)), 'buffer'));
    const inside = relative(root, disk);
    if (inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside)) return null;
    if (isHidden(inside.split(sep))) return null;
    const found = await stat(diskPath(disk));
    if (found.isDirectory()) return 'folder';
    return found.isFile() ? { path, disk, size: found.size, modified: found.mtime } : null;
  } catch (error) {
    if (error instanceof Error && 'code' in error && NOT_THERE.has(String(error.code))) return null;
    throw error;
  }
}
