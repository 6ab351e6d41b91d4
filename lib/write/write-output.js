import { hash } from 'node:crypto';
import { constants, copyFileSync, linkSync, lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { diskPath } from '../text/disk-name.js';
import { checkOutFolder, findStrays, isInside, realPath } from './check-folder.js';
import { formatMarker, hasCode, MARKER_NAME, readMarker } from './marker.js';
import { recoverSwap, swapIn, swapNames } from './swap.js';

/*
 * Where the bytes of the new folder come from, and why nothing that is edited in it later can reach the input or the cache:
 * - a file that the old out folder already holds, byte for byte, is a hard link to it: the old folder goes right after;
 * - any other file of the input or the cache is a copy, a reflink where the file system has those (Btrfs, XFS, APFS, ReFS):
 *   shared until one side is written to. Never a hard link: `echo >> out/index.html` would write into the cache.
 */

/** @typedef {{ path: string, bytes?: Uint8Array | null, linkFrom?: string | null, hash?: string }} OutputEntry `linkFrom`: a file to copy */
/** @typedef {{ files: number, written: number, unchanged: boolean }} Written */

const FILES_AT_A_TIME = 200;
const SYNCS_AT_A_TIME = 8;

/**
 * Writes a folder whole or not at all: into a sibling, synced, then put in its place. A folder that already holds just these
 * bytes is left alone.
 * @param {string} outFolder
 * @param {Iterable<OutputEntry>} entries
 * @param {object} [options]
 * @param {string | null} [options.inputFolder]
 * @param {boolean} [options.force] replaces a folder that holds files not written here
 * @param {boolean} [options.inPlace] the out folder is the input: it is replaced
 * @param {string | null} [options.fingerprint] kept in the marker: see `isUpToDate`
 * @returns {Promise<Written>}
 */
export async function writeOutput(
  outFolder,
  entries,
  { inputFolder = null, force = false, inPlace = false, fingerprint = null } = {},
) {
  const out = realPath(outFolder);
  recoverSwap(out);
  checkOutFolder(out, inPlace ? { force: true } : { inputFolder, force });
  const files = collectEntries(entries);
  const old = await findKept(out, files);
  const marker = formatMarker(new Map([...files].map(([path, { hash }]) => [path, hash])), fingerprint);
  if (old.size === files.size && isSame(out, marker)) return { files: files.size, written: 0, unchanged: true };

  mkdirSync(dirname(out), { recursive: true });
  const names = swapNames(out);
  try {
    const placed = await fillFolder(names.staging, files, out, old);
    writeFileSync(join(names.staging, MARKER_NAME), marker);
    await syncAll([...placed.written, join(names.staging, MARKER_NAME), ...placed.folders]);
    await swapIn(out, names);
    await syncAll([dirname(out)]);
    return { files: files.size, written: placed.written.length, unchanged: false };
  } finally {
    rmSync(names.staging, { recursive: true, force: true });
  }
}

/**
 * Whether an out folder was made from this input and still holds what was written, byte for byte.
 * @param {string} outFolder
 * @param {string} fingerprint
 * @returns {Promise<boolean>}
 */
export async function isUpToDate(outFolder, fingerprint) {
  const out = realPath(outFolder);
  const marker = readMarker(out);
  if (marker?.fingerprint !== fingerprint) return false;
  const files = new Map(Object.entries(marker.files).map(([path, hash]) => [path, { hash }]));
  return (await findKept(out, files)).size === files.size && findStrays(out).length === 0;
}

/**
 * @param {Iterable<OutputEntry>} entries
 * @returns {Map<string, OutputEntry & { hash: string }>}
 */
function collectEntries(entries) {
  const files = new Map();
  for (const entry of entries) {
    const path = posix.normalize(entry.path);
    if (path !== entry.path || path.startsWith('../') || posix.isAbsolute(path) || path === MARKER_NAME) {
      throw new Error(`${entry.path} is no path inside an out folder`);
    }
    if (files.has(path)) throw new Error(`${path} would be written twice`);
    files.set(path, { ...entry, hash: entry.hash ?? hashOf(entry.bytes ?? readFileSync(String(entry.linkFrom))) });
  }
  return files;
}

/**
 * The files of a folder that hold the bytes they should.
 * @param {string} folder
 * @param {ReadonlyMap<string, { hash: string }>} files
 * @returns {Promise<Set<string>>}
 */
async function findKept(folder, files) {
  const kept = new Set();
  const known = readMarker(folder)?.files ?? {};
  let count = 0;
  for (const [path, { hash }] of files) {
    if (known[path] !== hash) continue;
    if (readHash(join(folder, path)) === hash) kept.add(path);
    if (++count % FILES_AT_A_TIME === 0) await setImmediate();
  }
  return kept;
}

/** @param {string} path */
function readHash(path) {
  try {
    const file = diskPath(path);
    return lstatSync(file).isFile() ? hashOf(readFileSync(file)) : null;
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return null;
    throw error;
  }
}

/**
 * @param {string} out
 * @param {string} marker
 */
function isSame(out, marker) {
  return readHash(join(out, MARKER_NAME)) === hashOf(Buffer.from(marker)) && findStrays(out).length === 0;
}

/**
 * @param {string} staging
 * @param {ReadonlyMap<string, OutputEntry>} files
 * @param {string} out
 * @param {ReadonlySet<string>} old
 */
async function fillFolder(staging, files, out, old) {
  const folders = new Set([staging]);
  const written = [];
  mkdirSync(staging);
  let count = 0;
  for (const [path, entry] of files) {
    const target = join(staging, path);
    if (!folders.has(dirname(target))) {
      mkdirSync(diskPath(dirname(target)), { recursive: true });
      for (let folder = dirname(target); !folders.has(folder); folder = dirname(folder)) folders.add(folder);
    }
    const linkFrom = old.has(path) ? join(out, path) : entry.linkFrom;
    if (entry.bytes && !old.has(path)) writeFileSync(diskPath(target), entry.bytes);
    else if (!linkFrom) throw new Error(`${path} has neither bytes nor a file to take them from`);
    else if (isInside(linkFrom, out) && tryLink(linkFrom, target)) continue;
    else copyFileSync(diskPath(linkFrom), diskPath(target), constants.COPYFILE_FICLONE);
    written.push(target);
    if (++count % FILES_AT_A_TIME === 0) await setImmediate();
  }
  return { written, folders };
}

/**
 * Links a file of the old out folder; false where the file system has no more links to give.
 * @param {string} from
 * @param {string} to
 */
function tryLink(from, to) {
  try {
    linkSync(diskPath(from), diskPath(to));
    return true;
  } catch (error) {
    if (hasCode(error, 'EPERM', 'EXDEV', 'EMLINK', 'ENOTSUP', 'EACCES')) return false;
    throw error;
  }
}

/**
 * Waits until files and folders are on the disk.
 * @param {Iterable<string>} paths
 */
async function syncAll(paths) {
  const waiting = [...paths];
  const syncNext = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const path = diskPath(next);
      // Windows has no handle for a folder, and needs one open for writing to sync a file.
      const isFolder = lstatSync(path).isDirectory();
      if (process.platform === 'win32' && isFolder) continue;
      const file = await open(path, process.platform === 'win32' ? 'r+' : 'r');
      await file.sync();
      await file.close();
    }
  };
  await Promise.all(Array.from({ length: SYNCS_AT_A_TIME }, syncNext));
}

/** @param {Uint8Array} bytes */
function hashOf(bytes) {
  return hash('sha256', bytes, 'hex');
}
