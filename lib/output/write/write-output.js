/** @import { HashedEntry, OutputEntry } from './types.ts' */

import { lstatSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { FileStamps } from '../../base/file-stamps.js';
import { keepAtExit } from '../../base/temporary.js';
import { diskPath } from '../../site/text/disk-name.js';
import { checkOutFolder, checkPlace, isAsChecked, realPath } from './check-folder.js';
import { fillFolder, syncAll } from './fill-folder.js';
import { formatMarker, MARKER_NAME } from './marker.js';
import { planAnew } from './plan-anew.js';
import { planInPlace } from './plan-in-place.js';
import { hashOf, readHash } from './read-hash.js';
import { recoverSwap, removeTree, swapIn, swapNames } from './swap.js';

/** @typedef {{ files: number, written: number, unchanged: boolean }} Written */

/*
 * The sources of the new folder's bytes, chosen so that later edits in it never reach the input or the cache:
 * - a file that the old out folder already contains, byte for byte, is a hard link to it: the old folder is removed
 *   right after;
 * - any other file of the input or the cache is a copy, a reflink on file systems that support it (Btrfs, XFS, APFS,
 *   ReFS), which is shared until one side is written. Never a hard link: `echo >> out/index.html` would write into the
 *   cache.
 */

/**
 * Writes a folder completely or not at all: next to its place, synced, then renamed. A folder with exactly these bytes
 * is left unchanged.
 * @param {string} outFolder
 * @param {Iterable<OutputEntry>} entries
 * @param {object} [options]
 * @param {string | null} [options.inputFolder]
 * @param {boolean} [options.force] replaces a folder with files that were not written here
 * @param {ReadonlyMap<string, string> | null} [options.chosen] in place: the files of the out folder that were chosen,
 *   with their hashes; other files are carried over unchanged
 * @param {ReadonlyMap<string, string>} [options.links] symbolic links of the input, each with its target inside it
 * @param {string | null} [options.settings] name of the settings that it was made with, kept in the marker
 * @param {FileStamps} [options.stamps] files of the out folder that are known from an earlier run
 * @param {import('./check-folder.js').OutContent | null} [options.content] of the out folder when the run began
 * @param {ReadonlySet<string> | null} [options.brought] the files of the input; other files count as added
 * @returns {Promise<Written>}
 */
export async function writeOutput(
  outFolder,
  entries,
  {
    inputFolder = null,
    force = false,
    chosen = null,
    links = new Map(),
    settings = null,
    brought = null,
    stamps = new FileStamps(),
    content = null,
  } = {},
) {
  const out = realPath(outFolder);
  recoverSwap(out);
  checkPlace(out, chosen ? null : inputFolder);
  const files = collectEntries(entries);
  const contentNow = () =>
    content && isAsChecked(out, content) ? content : checkOutFolder(out, { inputFolder, force, stamps });
  const plan = chosen
    ? planInPlace(out, files, chosen, links)
    : planAnew(out, files, links, { inputFolder, content: contentNow() });
  const marker = formatMarker(files, plan.links, { settings, brought });
  if (plan.isSame && readHash(join(out, MARKER_NAME)) === hashOf(marker)) {
    return { files: files.size, written: 0, unchanged: true };
  }
  mkdirSync(dirname(out), { recursive: true });
  const names = swapNames(out);
  try {
    await fillFolder(names.staging, plan, marker);
    await swapIn(out, names);
    await syncAll([dirname(out)]);
    noteWritten(out, plan.written, stamps);
    return { files: files.size, written: plan.written.size, unchanged: false };
  } finally {
    keepAtExit(names.staging);
    removeTree(names.staging);
  }
}

/**
 * Notes the files of a new folder, so that the next build need not read them.
 * @param {string} out @param {ReadonlyMap<string, HashedEntry>} written @param {FileStamps} stamps
 */
function noteWritten(out, written, stamps) {
  for (const [path, { hash }] of written) {
    const stat = lstatSync(diskPath(join(out, path)), { bigint: true, throwIfNoEntry: false });
    if (stat) stamps.note(path, stat, { hash });
  }
}

/**
 * @param {Iterable<OutputEntry>} entries
 * @returns {Map<string, HashedEntry>}
 */
function collectEntries(entries) {
  const files = new Map();
  for (const entry of entries) {
    const path = posix.normalize(entry.path);
    if (path !== entry.path || path.startsWith('../') || posix.isAbsolute(path) || path === MARKER_NAME) {
      throw new Error(`${entry.path} is not a path inside the output folder`);
    }
    if (files.has(path)) throw new Error(`${path} would be written twice`);
    files.set(path, isHashed(entry) ? entry : { ...entry, bytes: entry.bytes, hash: hashOfEntry(entry) });
  }
  return files;
}

/** @param {OutputEntry} entry @returns {entry is HashedEntry} */
function isHashed(entry) {
  return entry.hash !== undefined;
}

/** @param {OutputEntry} entry */
function hashOfEntry({ bytes, linkFrom }) {
  return hashOf(bytes ?? readFileSync(diskPath(String(linkFrom))));
}
