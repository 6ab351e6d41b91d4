/** @import { SitePath, Warning } from './types.ts' */

import { readdir, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { exact } from '../base/exact.js';
import { diskPath, readName } from './text/disk-name.js';

/**
 * The content of a folder, sorted. Each file and folder is listed once: a link to a folder is listed and not followed.
 * @typedef {object} Listing
 * @property {SitePath[]} files including links to files of the folder
 * @property {Map<SitePath, SitePath>} links target of each symbolic link inside the folder, empty for the folder itself
 * @property {Warning[]} warnings about entries that are left out
 */

/**
 * Lists a folder. Targets of links outside of it are left out.
 * @param {string} root
 * @param {(path: SitePath) => boolean} isLeftOut returns true if a path is excluded, so that no warning about it is
 *   needed
 * @returns {Promise<Listing>}
 */
export async function listFolder(root, isLeftOut) {
  const realRoot = await realpath(root);
  /** @type {Listing} */
  const listing = { files: [], links: new Map(), warnings: [] };
  /** @param {SitePath} path @param {string} code @param {string} message */
  const leaveOut = (path, code, message) => {
    if (!isLeftOut(path)) listing.warnings.push({ code, page: path, message });
  };

  /** @param {SitePath} folder */
  const list = async (folder) => {
    for (const { name, entry } of await namesIn(root, folder, leaveOut)) {
      const path = folder ? `${folder}/${name}` : name;
      if (entry.isFile()) listing.files.push(path);
      else if (entry.isDirectory()) await list(path);
      else if (entry.isSymbolicLink()) await listLink(path);
      else leaveOut(path, 'not-a-file', `“${path}” is neither a file nor a folder, so it was excluded`);
    }
  };

  /** @param {SitePath} path */
  const listLink = async (path) => {
    const at = diskPath(join(root, path));
    const real = await realpath(at, 'buffer').catch(() => null);
    const kind = real && (await stat(real).catch(() => null));
    if (!real || !kind) return leaveOut(path, 'not-a-file', `“${path}” is a broken link, so it was excluded`);
    const target = pathWithin(realRoot, readName(real));
    if (target === null) {
      const remedy = 'Copy its target into the folder.';
      return leaveOut(
        path,
        'link-outside',
        `“${path}” is a link to a place outside of the folder, so it was excluded. ${remedy}`,
      );
    }
    if (kind.isFile()) listing.files.push(path);
    else if (!kind.isDirectory())
      return leaveOut(path, 'not-a-file', `“${path}” is not a link to a file or folder, so it was excluded`);
    listing.links.set(path, target);
  };

  await list('');
  return listing;
}

/**
 * @param {string} root
 * @param {SitePath} folder
 * @param {(path: SitePath, code: string, message: string) => void} leaveOut
 */
async function namesIn(root, folder, leaveOut) {
  const options = exact({ withFileTypes: true, encoding: 'buffer' });
  try {
    const entries = await readdir(diskPath(join(root, folder)), options);
    const named = entries.map((entry) => ({ name: readName(entry.name), entry }));
    return named.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    leaveOut(folder, 'unreadable', describeUnreadable(folder, error));
    return [];
  }
}

/**
 * Returns a path on the disk as one of a folder, null if it is outside.
 * @param {string} root
 * @param {string} path
 * @returns {SitePath | null}
 */
function pathWithin(root, path) {
  const inside = relative(root, path);
  if (inside === '..' || inside.startsWith(`..${sep}`) || inside === path) return null;
  return inside.split(sep).join('/');
}

/**
 * @param {SitePath} path
 * @param {unknown} error
 */
export function describeUnreadable(path, error) {
  const why = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  return `“${path}” could not be read (${why}), so it was excluded. Change its permissions.`;
}
