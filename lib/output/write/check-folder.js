/** @import { BigIntStats } from 'node:fs' */

import { lstatSync, readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { InputError } from '../../base/errors.js';
import { exact } from '../../base/exact.js';
import { FileStamps } from '../../base/file-stamps.js';
import { diskPath, readName } from '../../site/text/disk-name.js';
import { hasCode, MARKER_NAME, readMarker } from './marker.js';
import { readHash } from './read-hash.js';

/** Files that file managers create. */
const LITTER = new Set(['.DS_Store', 'Thumbs.db', 'desktop.ini']);

/** The parts of a file's state that change with its content. */
const STAMP_PARTS = exact(['ino', 'size', 'mtimeNs', 'ctimeNs']);

/**
 * The content of an out folder: the files that were written here and are unchanged, and the names of all others.
 * @typedef {{ files: ReadonlyMap<string, OwnFile>, strays: readonly string[] }} OutContent
 * @typedef {{ hash: string, stamp: Stamp }} OwnFile
 * @typedef {Pick<BigIntStats, typeof STAMP_PARTS[number]>} Stamp
 */

/**
 * Checks that an out folder may be written, and returns its content. Throws with the problem and the solution.
 * @param {string} outFolder
 * @param {{ inputFolder?: string | null, force?: boolean, stamps?: FileStamps }} [options]
 * @returns {OutContent}
 */
export function checkOutFolder(outFolder, { inputFolder = null, force = false, stamps } = {}) {
  const out = realPath(outFolder);
  if (!checkPlace(outFolder, inputFolder)) return { files: new Map(), strays: [] };
  const content = readContent(out, stamps);
  const { strays } = content;
  if (strays.length > 0 && !force) {
    const [first] = strays;
    const others = strays.length > 1 ? ` and ${strays.length - 1} more` : '';
    throw new InputError(
      'out-not-ours',
      `“${outFolder}” contains “${first}”${others}, which pagethrift did not write in this form. Choose another ` +
        `--out, move them away, or use --force to delete them.`,
    );
  }
  return content;
}

/**
 * Returns true if a folder has exactly the files of an earlier check, and they are unchanged since.
 * @param {string} outFolder @param {OutContent} content of a check without strays
 */
export function isAsChecked(outFolder, { files, strays }) {
  const out = realPath(outFolder);
  if (strays.length > 0 || !lstatOrNull(out)?.isDirectory()) return false;
  const paths = listFiles(out).filter((path) => !LITTER.has(basename(path)) && path !== MARKER_NAME);
  return paths.length === files.size && paths.every((path) => isSameFile(join(out, path), files.get(path)));
}

/** @param {string} at @param {OwnFile | undefined} former */
function isSameFile(at, former) {
  const now = former && lstatSync(diskPath(at), { bigint: true, throwIfNoEntry: false });
  return Boolean(now?.isFile()) && STAMP_PARTS.every((part) => now?.[part] === former?.stamp[part]);
}

/**
 * Checks that an out folder is a folder, and apart from the input. Returns true if it exists.
 * @param {string} outFolder @param {string | null} inputFolder
 */
export function checkPlace(outFolder, inputFolder) {
  const out = realPath(outFolder);
  if (inputFolder !== null) {
    const input = realPath(inputFolder);
    if (out === input) {
      throw new InputError(
        'out-is-input',
        `“${outFolder}” is the input itself. Choose another --out, or use --in-place.`,
      );
    }
    if (isInside(out, input)) {
      throw new InputError(
        'out-inside-input',
        `“${outFolder}” is inside the input “${inputFolder}”. Choose an --out next to it.`,
      );
    }
    if (isInside(input, out)) {
      throw new InputError(
        'input-inside-out',
        `“${inputFolder}” is inside “${outFolder}”, which the output would replace. Choose another --out.`,
      );
    }
  }
  const found = lstatOrNull(out);
  if (found && !found.isDirectory()) {
    throw new InputError('out-is-file', `“${outFolder}” is not a folder. Choose another --out, or move it away.`);
  }
  return found !== null;
}

/**
 * Compares the files in a folder with its marker. If there is none, all are strays.
 * @param {string} folder
 * @param {FileStamps} [stamps] files that are known from an earlier run, which are not read
 * @returns {OutContent}
 */
function readContent(folder, stamps = new FileStamps()) {
  const { files: written = {}, links = {} } = readMarker(folder) ?? {};
  /** @type {Map<string, OwnFile>} */
  const files = new Map();
  const strays = [];
  for (const path of listFiles(folder)) {
    if (LITTER.has(basename(path)) || path === MARKER_NAME) continue;
    const at = join(folder, path);
    const isLink = Object.hasOwn(links, path);
    const file = !isLink && Object.hasOwn(written, path) ? readFile(at, path, stamps) : null;
    if (file && file.hash === written[path]) files.set(path, file);
    else if (!isLink || !lstatOrNull(at)?.isSymbolicLink()) strays.push(path);
  }
  return { files, strays: strays.sort() };
}

/**
 * Returns the hash of a file, null if there is none. A file that is known from an earlier run is not read.
 * @param {string} at @param {string} path inside the folder of the stamps @param {FileStamps} stamps
 * @returns {OwnFile | null}
 */
function readFile(at, path, stamps) {
  const stat = lstatSync(diskPath(at), { bigint: true, throwIfNoEntry: false });
  if (!stat?.isFile()) return null;
  const known = stamps.recall(path, stat);
  if (known) return { hash: known.hash, stamp: stampOf(stat) };
  const hash = readHash(at);
  if (hash === null) return null;
  stamps.note(path, stat, { hash });
  return { hash, stamp: stampOf(stat) };
}

/** @param {BigIntStats} stat @returns {Stamp} */
function stampOf({ ino, size, mtimeNs, ctimeNs }) {
  return { ino, size, mtimeNs, ctimeNs };
}

/**
 * @param {string} root
 * @param {string} [folder] inside it, with a slash at its end
 * @returns {string[]}
 */
function listFiles(root, folder = '') {
  const entries = readdirSync(diskPath(join(root, folder)), { withFileTypes: true, encoding: 'buffer' });
  return entries.flatMap((entry) => {
    const path = folder + readName(entry.name);
    return entry.isDirectory() ? listFiles(root, `${path}/`) : path;
  });
}

/**
 * Returns the path that a folder has, or will have, with symbolic links followed as far as it exists.
 * @param {string} folder
 * @returns {string}
 */
export function realPath(folder) {
  const path = resolve(folder);
  try {
    return realpathSync(path);
  } catch (error) {
    if (!hasCode(error, 'ENOENT') || dirname(path) === path) throw error;
    return join(realPath(dirname(path)), basename(path));
  }
}

/**
 * @param {string} inner
 * @param {string} outer
 */
export function isInside(inner, outer) {
  return inner.startsWith(outer.endsWith(sep) ? outer : outer + sep);
}

/** @param {string} path */
function lstatOrNull(path) {
  return lstatSync(path, { throwIfNoEntry: false }) ?? null;
}
