/** @import { HashedEntry, OutputEntry } from './types.ts' */

import { mkdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { keepAtExit } from '../../base/temporary.js';
import { diskPath } from '../../site/text/disk-name.js';
import { checkOutFolder, realPath } from './check-folder.js';
import { fillFolder, syncAll } from './fill-folder.js';
import { formatMarker, MARKER_NAME } from './marker.js';
import { planAnew } from './plan-anew.js';
import { planInPlace } from './plan-in-place.js';
import { hashOf, readHash } from './read-hash.js';
import { recoverSwap, removeTree, swapIn, swapNames } from './swap.js';

/** @typedef {{ files: number, written: number, unchanged: boolean }} Written */

/*
 * Where the bytes of the new folder come from, and why nothing that is edited in it later can reach the input or the
 * cache:
 * - a file that the old out folder already holds, byte for byte, is a hard link to it: the old folder goes right after;
 * - any other file of the input or the cache is a copy, a reflink where the file system has those (Btrfs, XFS, APFS,
 *   ReFS): shared until one side is written to. Never a hard link: `echo >> out/index.html` would write into the cache.
 */

/**
 * Writes a folder whole or not at all: into a sibling, synced, then put in its place. A folder that already holds just
 * these bytes is left alone.
 * @param {string} outFolder
 * @param {Iterable<OutputEntry>} entries
 * @param {object} [options]
 * @param {string | null} [options.inputFolder]
 * @param {boolean} [options.force] replaces a folder that holds files not written here
 * @param {ReadonlyMap<string, string> | null} [options.chosen] in place: the files of the out folder that were chosen,
 *   with their hashes; what else is there goes along as it is
 * @param {ReadonlyMap<string, string>} [options.links] symbolic links of the input, each with the path inside it that
 *   it leads to
 * @param {string | null} [options.settings] names what it was made with: kept in the marker
 * @param {ReadonlySet<string> | null} [options.brought] the files that the input had: what else is written was added
 * @returns {Promise<Written>}
 */
export async function writeOutput(
  outFolder,
  entries,
  { inputFolder = null, force = false, chosen = null, links = new Map(), settings = null, brought = null } = {},
) {
  const out = realPath(outFolder);
  recoverSwap(out);
  checkOutFolder(out, chosen ? { force: true } : { inputFolder, force });
  const files = collectEntries(entries);
  const plan = chosen ? planInPlace(out, files, chosen, links) : planAnew(out, files, links, inputFolder);
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
    return { files: files.size, written: plan.written.size, unchanged: false };
  } finally {
    keepAtExit(names.staging);
    removeTree(names.staging);
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
      throw new Error(`${entry.path} is no path inside an out folder`);
    }
    if (files.has(path)) throw new Error(`${path} would be written twice`);
    const hash = entry.hash ?? hashOf(entry.bytes ?? readFileSync(diskPath(String(entry.linkFrom))));
    files.set(path, { ...entry, hash });
  }
  return files;
}
