/** @import { OutContent } from './check-folder.js' */
/** @import { HashedEntry, Plan } from './types.ts' */

import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { diskPath } from '../../site/text/disk-name.js';

/** Permissions for all users, without the set-user-ID and similar bits. */
const PERMISSIONS = 0o777n;

/**
 * Plans a new out folder. Files that an older one contains byte for byte are taken from there.
 * @param {string} out
 * @param {ReadonlyMap<string, HashedEntry>} files
 * @param {ReadonlyMap<string, string>} links symbolic links of the input, each with its target inside it
 * @param {{ inputFolder: string | null, content: OutContent }} known `content`: of the older out folder
 * @returns {Plan}
 */
export function planAnew(out, files, links, { inputFolder, content }) {
  const made = linksToMake(files, links);
  const plain = [...files].filter(([path]) => !made.has(path));
  const stays = plain.filter(([path, { hash }]) => content.files.get(path)?.hash === hash);
  const staying = new Set(stays.map(([path]) => path));
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
    isSame: staying.size === plain.length && content.strays.length === 0,
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
