/** @import { BigIntStats } from 'node:fs' */
/** @import { HashedEntry, Model, Plan, Standing } from './types.ts' */

import { dirname, join } from 'node:path';
import { InputError } from '../../base/errors.js';
import { present } from '../../base/present.js';
import { listStanding, notKept } from './carry-over.js';
import { MARKER_NAME } from './marker.js';
import { readHash } from './read-hash.js';

/** Bits of a folder's mode that also apply to its files: all except those for execution. */
const FILE_BITS = 0o666n;

/**
 * Plans each name of a folder that is replaced in place: chosen files are written again or removed, all others stay.
 * @param {string} out
 * @param {ReadonlyMap<string, HashedEntry>} files
 * @param {ReadonlyMap<string, string>} chosen hashes of the files that were chosen, as read
 * @param {ReadonlyMap<string, string>} links targets of the symbolic links among them
 * @returns {Plan}
 */
export function planInPlace(out, files, chosen, links) {
  const standing = listStanding(out);
  const stays = (/** @type {readonly [string, BigIntStats]} */ [name, stat]) =>
    name !== MARKER_NAME && doesStay(name, stat, { out, files, chosen, links });
  const staying = new Set([...standing.others].filter(stays).map(([name]) => name));
  const written = new Map([...files].filter(([path]) => !staying.has(path)));
  for (const path of written.keys()) {
    if (standing.folders.has(path)) throw notKept(path, 'the build writes a file with the name of this folder');
  }
  const isGone = [...standing.others.keys()].some((name) => name !== MARKER_NAME && !staying.has(name));
  return {
    out,
    staying,
    written,
    links: new Map(),
    folders: standing.folders,
    modelOf: (entry) => modelOf(entry, standing),
    isSame: written.size === 0 && !isGone,
  };
}

/**
 * @param {string} name
 * @param {BigIntStats} stat
 * @param {{ out: string, files: ReadonlyMap<string, HashedEntry>, chosen: ReadonlyMap<string, string>, links:
 *   ReadonlyMap<string, string> }} plan
 */
function doesStay(name, stat, { out, files, chosen, links }) {
  const entry = files.get(name);
  const was = chosen.get(name);
  if (was === undefined) {
    if (entry) throw notKept(name, 'the build writes a file with this name, and this one is excluded');
    return true;
  }
  if (stat.isSymbolicLink()) {
    const target = links.get(name) ?? '';
    if (!entry) return false;
    if (entry.hash !== (files.get(target)?.hash ?? readHash(join(out, target)))) {
      throw notKept(name, `it is a link to ${target}, and the two would differ`);
    }
    return true;
  }
  if (readHash(join(out, name)) !== was) {
    throw new InputError(
      'input-changed',
      `“${name}” changed during the build, so nothing was written. Build the site again.`,
    );
  }
  return entry?.hash === was;
}

/**
 * Returns the file that a new one is made from, otherwise the permissions that the folder implies.
 * @param {HashedEntry} entry
 * @param {Standing} standing
 * @returns {Model}
 */
function modelOf({ path, like }, { folders, others }) {
  const former = others.get(path) ?? others.get(like ?? path);
  if (former?.isFile()) return { mode: former.mode, owner: former };
  let folder = dirname(path);
  while (folder !== '.' && !folders.has(folder)) folder = dirname(folder);
  const around = present(folders.get(folder === '.' ? '' : folder));
  return { mode: around.mode & FILE_BITS, owner: around };
}
