import { lstatSync, readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { InputError } from '../../base/errors.js';
import { FileStamps } from '../../base/file-stamps.js';
import { diskPath, readName } from '../../site/text/disk-name.js';
import { hasCode, MARKER_NAME, readMarker } from './marker.js';
import { readHash } from './read-hash.js';

/** Files that file managers create. */
const LITTER = new Set(['.DS_Store', 'Thumbs.db', 'desktop.ini']);

/**
 * Checks that an out folder may be written. Throws with the problem and the solution.
 * @param {string} outFolder
 * @param {{ inputFolder?: string | null, force?: boolean, stamps?: FileStamps }} [options]
 */
export function checkOutFolder(outFolder, { inputFolder = null, force = false, stamps } = {}) {
  const out = realPath(outFolder);
  if (inputFolder !== null) {
    const input = realPath(inputFolder);
    if (out === input) {
      throw new InputError(
        'out-is-input',
        `${outFolder} is the input itself. Choose another --out, or use --in-place.`,
      );
    }
    if (isInside(out, input)) {
      throw new InputError(
        'out-inside-input',
        `${outFolder} is inside the input ${inputFolder}. Choose an --out next to it.`,
      );
    }
    if (isInside(input, out)) {
      throw new InputError(
        'input-inside-out',
        `${inputFolder} is inside ${outFolder}, which the output would replace. Choose another --out.`,
      );
    }
  }
  const found = lstatOrNull(out);
  if (!found) return;
  if (!found.isDirectory()) {
    throw new InputError('out-is-file', `${outFolder} is not a folder. Choose another --out, or move it away.`);
  }
  if (force) return;
  const strays = findStrays(out, stamps);
  if (strays.length > 0) {
    const [first] = strays;
    const others = strays.length > 1 ? ` and ${strays.length - 1} more` : '';
    throw new InputError(
      'out-not-ours',
      `${outFolder} contains ${first}${others}, which pagethrift did not write in this form. Choose another ` +
        `--out, move them away, or use --force to delete them.`,
    );
  }
}

/**
 * Returns the files in a folder that differ from its marker, all of them if there is none.
 * @param {string} folder
 * @param {FileStamps} [stamps] files that are known from an earlier run, which are not read
 * @returns {string[]}
 */
export function findStrays(folder, stamps = new FileStamps()) {
  const { files = {}, links = {} } = readMarker(folder) ?? {};
  const strays = [];
  for (const path of listFiles(folder)) {
    if (LITTER.has(basename(path)) || path === MARKER_NAME) continue;
    const at = join(folder, path);
    const isOurs = Object.hasOwn(links, path)
      ? lstatOrNull(at)?.isSymbolicLink()
      : Object.hasOwn(files, path) && hashOfFile(at, path, stamps) === files[path];
    if (!isOurs) strays.push(path);
  }
  return strays.sort();
}

/**
 * Returns the hash of a file, null if there is none. A file that is known from an earlier run is not read.
 * @param {string} at @param {string} path inside the folder of the stamps @param {FileStamps} stamps
 */
function hashOfFile(at, path, stamps) {
  const stat = lstatSync(diskPath(at), { bigint: true, throwIfNoEntry: false });
  if (!stat?.isFile()) return null;
  const known = stamps.recall(path, stat);
  if (known) return known.hash;
  const hash = readHash(at);
  if (hash !== null) stamps.note(path, stat, { hash });
  return hash;
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
