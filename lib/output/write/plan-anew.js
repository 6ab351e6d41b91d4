/** @import { BigIntStats } from 'node:fs' */
/** @import { FileStamps } from '../../base/file-stamps.js' */
/** @import { HashedEntry, Plan } from './types.ts' */

import { lstatSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { diskPath } from '../../site/text/disk-name.js';
import { findStrays } from './check-folder.js';
import { readMarker } from './marker.js';

/** Permissions for all users, without the set-user-ID and similar bits. */
const PERMISSIONS = 0o777n;

/**
 * Plans a new out folder. Files that an older one contains byte for byte are taken from there.
 * @param {string} out
 * @param {ReadonlyMap<string, HashedEntry>} files
 * @param {ReadonlyMap<string, string>} links symbolic links of the input, each with its target inside it
 * @param {{ inputFolder: string | null, stamps: FileStamps }} known `stamps`: of the out folder
 * @returns {Plan}
 */
export function planAnew(out, files, links, { inputFolder, stamps }) {
  const made = linksToMake(files, links);
  const plain = [...files].filter(([path]) => !made.has(path));
  const known = readMarker(out)?.files ?? {};
  const strays = new Set(statOrNull(out) ? findStrays(out, stamps) : []);
  /** @type {Map<string, BigIntStats>} */
  const staying = new Map();
  for (const [path, { hash }] of plain) {
    if (known[path] !== hash || strays.has(path)) continue;
    const stat = lstatSync(diskPath(join(out, path)), { bigint: true, throwIfNoEntry: false });
    if (stat) staying.set(path, stat);
  }
  const modelOf = (/** @type {HashedEntry} */ { path, like }) => {
    const stat = inputFolder === null ? null : statOrNull(join(inputFolder, like ?? path));
    return stat?.isFile() ? { mode: stat.mode & PERMISSIONS, owner: null } : null;
  };
  return {
    out,
    staying,
    written: new Map(plain.filter(([path]) => !staying.has(path))),
    links: made,
    folders: new Map(),
    modelOf,
    isSame: staying.size === plain.length && strays.size === 0,
  };
}

/**
 * Returns the links that can stay links: to files with the same content in the new folder, and to folders in it.
 * @param {ReadonlyMap<string, HashedEntry>} files
 * @param {ReadonlyMap<string, string>} links
 */
function linksToMake(files, links) {
  const folders = new Set([...files.keys()].flatMap(foldersAbove));
  return new Map(
    [...links].filter(([path, target]) => {
      const entry = files.get(path);
      return entry ? files.get(target)?.hash === entry.hash : target === '' || folders.has(target);
    }),
  );
}

/** @param {string} path */
function foldersAbove(path) {
  const found = [];
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) found.push(folder);
  return found;
}

/** @param {string} path */
function statOrNull(path) {
  return statSync(diskPath(path), { bigint: true, throwIfNoEntry: false }) ?? null;
}
