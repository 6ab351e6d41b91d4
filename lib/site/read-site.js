/** @import { Site, SiteFile, SitePath, Warning } from '../types.ts' */

import { createHash } from 'node:crypto';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import picomatch from 'picomatch';
import { InputError } from '../errors.js';
import { diskPath, readName } from '../text/disk-name.js';
import { fileTypeOf } from './file-type.js';
import { findPlace } from './find-place.js';

const READS_AT_ONCE = 32;

/** What this tool writes into its own out folders is no part of a site. */
const OURS = '.pagethrift.json';

/**
 * Reads a folder with all its files.
 * @param {string} folder
 * @param {{ include?: readonly string[], exclude?: readonly string[], url?: string }} [options]
 * @returns {Promise<Site>}
 */
export async function readSite(folder, { include = [], exclude = [], url = '' } = {}) {
  const root = resolve(folder);
  const kind = await stat(root).catch(() => null);
  if (!kind)
    throw new InputError(
      'no-folder',
      `${folder}: there is no such folder; build the site first, or name the folder that the build writes`,
    );
  if (!kind.isDirectory())
    throw new InputError('not-a-folder', `${folder} is a file; name the folder that holds the built site`);
  /** @type {Warning[]} */
  const warnings = [];
  const isWanted = include.length > 0 ? picomatch([...include], { dot: true }) : () => true;
  const isLeftOut = exclude.length > 0 ? picomatch([...exclude], { dot: true }) : () => false;
  const all = await listFiles(root, '', new Set([await realpath(root)]), warnings);
  const listed = all.filter((path) => path !== OURS && isWanted(path) && !isLeftOut(path));
  /** @type {Map<SitePath, SiteFile>} */
  const files = new Map(listed.map((path) => [path, /** @type {any} */ (null)]));
  const queue = listed.values();
  const keep = shareBytes();
  await Promise.all(Array.from({ length: READS_AT_ONCE }, () => readQueue(root, queue, files, warnings, keep)));
  for (const [path, file] of files) if (file === null) files.delete(path);
  if (files.size === 0) throw new InputError('empty', `${folder} holds no file that can be read; build the site first`);
  warnings.sort((a, b) => (String(a.page) < String(b.page) ? -1 : 1));
  const place = findPlace(files, url);
  return Object.freeze({ root, name: basename(root), files, place, warnings: Object.freeze(warnings) });
}

/**
 * @param {string} root
 * @param {Iterator<SitePath>} queue
 * @param {Map<SitePath, SiteFile>} files
 * @param {Warning[]} warnings
 * @param {ReturnType<typeof shareBytes>} keep
 */
async function readQueue(root, queue, files, warnings, keep) {
  for (let next = queue.next(); !next.done; next = queue.next()) {
    const path = next.value;
    try {
      const bytes = await readFile(diskPath(join(root, path)));
      files.set(path, keep(makeFile(path, bytes)));
    } catch (error) {
      warnings.push(unreadable(path, error));
    }
  }
}

/**
 * A file of a site, from its bytes.
 * @param {SitePath} path
 * @param {Uint8Array} bytes
 * @returns {SiteFile}
 */
export function makeFile(path, bytes) {
  const hash = createHash('sha256').update(bytes).digest('hex');
  return Object.freeze({ path, size: bytes.length, hash, type: fileTypeOf(path, bytes), bytes });
}

/**
 * Keeps the bytes of equal files once: sites in several languages hold the same page many times.
 * @returns {(file: SiteFile) => SiteFile}
 */
export function shareBytes() {
  /** @type {Map<string, Uint8Array>} */
  const known = new Map();
  return (file) => {
    const bytes = known.get(file.hash);
    if (bytes) return Object.freeze({ ...file, bytes });
    known.set(file.hash, file.bytes);
    return file;
  };
}

/**
 * Files below a folder, sorted; symbolic links are followed, but never into a folder that is already above.
 * @param {string} root
 * @param {SitePath} folder
 * @param {Set<string>} above
 * @param {Warning[]} warnings
 * @returns {Promise<SitePath[]>}
 */
async function listFiles(root, folder, above, warnings) {
  const options = /** @type {const} */ ({ withFileTypes: true, encoding: 'buffer' });
  const entries = await readdir(diskPath(join(root, folder)), options).catch((error) => {
    warnings.push(unreadable(folder, error));
    return [];
  });
  const named = entries.map((entry) => ({ name: readName(entry.name), entry }));
  /** @type {SitePath[]} */
  const found = [];
  for (const { name, entry } of named.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = folder ? `${folder}/${name}` : name;
    const kind = entry.isSymbolicLink() ? await stat(diskPath(join(root, path))).catch(() => null) : entry;
    if (kind?.isFile()) found.push(path);
    else if (kind?.isDirectory()) {
      const real = await realpath(diskPath(join(root, path)));
      if (above.has(real)) {
        warnings.push({
          code: 'folder-loop',
          page: path,
          message: `${path} is a link to a folder that holds it: not followed`,
        });
      } else found.push(...(await listFiles(root, path, new Set([...above, real]), warnings)));
    } else {
      warnings.push({
        code: 'not-a-file',
        page: path,
        message: `${path} is neither a file nor a folder, or a link that leads nowhere: left out`,
      });
    }
  }
  return found;
}

/**
 * @param {SitePath} path
 * @param {unknown} error
 * @returns {Warning}
 */
function unreadable(path, error) {
  const why = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  return {
    code: 'unreadable',
    page: path,
    message: `${path} cannot be read (${why}): it is left out; mend its permissions`,
  };
}
