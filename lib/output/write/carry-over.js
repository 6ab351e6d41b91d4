/** @import { BigIntStats } from 'node:fs' */
/** @import { Model, Standing } from './types.ts' */

import { spawnSync } from 'node:child_process';
import {
  accessSync,
  chmodSync,
  constants,
  copyFileSync,
  lchownSync,
  linkSync,
  lstatSync,
  lutimesSync,
  readdirSync,
  readlinkSync,
  symlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../../base/errors.js';
import { diskPath, readName } from '../../site/text/disk-name.js';
import { hasCode } from './marker.js';

/*
 * Entries of a replaced folder that were not chosen are carried over unchanged: a file by a hard link, which keeps
 * content, mode, owner, times and all other attributes; a folder as a new one with the same mode, owner and times. An
 * entry that cannot be carried over stops the build before anything has moved.
 */

/** All bits of a mode that can be set. */
const MODE_BITS = 0o7777n;
/** Names that fit on one command line on every system. */
const NAMES_AT_A_TIME = 500;
/** Nanoseconds of a second: file times are nanoseconds, and `lutimes` takes seconds. */
const NS_PER_S = 1e9;

/**
 * Lists a folder with all facts about each name. Throws if an entry cannot be carried over or removed.
 * @param {string} root
 * @returns {Standing}
 */
export function listStanding(root) {
  /** @type {Map<string, BigIntStats>} */
  const folders = new Map();
  /** @type {Map<string, BigIntStats>} */
  const others = new Map();
  const waiting = [''];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const path = diskPath(join(root, folder));
    const stat = lstatSync(path, { bigint: true });
    checkFolder(path, folder || '.', stat, folders.get('') ?? stat);
    folders.set(folder, stat);
    for (const entry of readdirSync(path, { withFileTypes: true, encoding: 'buffer' })) {
      const name = readName(entry.name);
      const inside = folder ? `${folder}/${name}` : name;
      if (entry.isDirectory()) waiting.push(inside);
      else others.set(inside, lstatSync(diskPath(join(root, inside)), { bigint: true }));
    }
  }
  return { folders, others };
}

/**
 * @param {string | Buffer} path
 * @param {string} name
 * @param {BigIntStats} stat
 * @param {BigIntStats} root
 */
function checkFolder(path, name, stat, root) {
  if (stat.dev !== root.dev) throw notKept(name, 'it is on another disk than its parent folder');
  try {
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    // The owner of a folder can lack the bits to change it, and still change its mode.
    const mayRead = hasCode(error, 'EACCES') && (Number(stat.mode) & 0o500) === 0o500;
    if (!mayRead || stat.uid !== BigInt(process.getuid?.() ?? -1)) {
      throw notKept(name, `this user cannot read and change it`);
    }
  }
}

/**
 * Carries over one file, link or other entry. Both folders name the file then, until one of them is removed.
 * @param {string} from
 * @param {string} to
 * @param {string} name
 */
export function carryOver(from, to, name) {
  const [source, target] = [diskPath(join(from, name)), diskPath(join(to, name))];
  // The link call of some systems follows a symbolic link instead of naming it.
  if (process.platform === 'linux' || !lstatSync(source).isSymbolicLink()) {
    try {
      return linkSync(source, target);
    } catch (error) {
      if (!hasCode(error, 'EPERM', 'EXDEV', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EACCES')) throw error;
    }
  }
  const stat = lstatSync(source, { bigint: true });
  if (stat.isSymbolicLink()) symlinkSync(readlinkSync(source, 'buffer'), target);
  else if (stat.isFile() && stat.nlink === 1n) copyFileSync(source, target, constants.COPYFILE_FICLONE);
  else throw notKept(name, 'the file system does not support hard links to it');
  giveOwner(target, name, stat);
  if (stat.isFile()) chmodSync(target, Number(stat.mode & MODE_BITS));
  giveTimes(target, stat);
}

/**
 * Gives the new folders the owners, modes and times of the old ones, the innermost first.
 * @param {string} from
 * @param {string} to
 * @param {ReadonlyMap<string, BigIntStats>} folders
 */
export function finishFolders(from, to, folders) {
  const innermostFirst = [...folders].reverse();
  for (const [name, stat] of innermostFirst) {
    const target = diskPath(join(to, name));
    giveOwner(target, name || '.', stat);
    chmodSync(target, Number(stat.mode & MODE_BITS));
    giveTimes(target, stat);
  }
  giveExactTimes(innermostFirst.map(([name]) => [join(from, name), join(to, name)]));
}

/**
 * Sets the mode of a written file, and its owner if one is given.
 * @param {string | Buffer} path
 * @param {string} name
 * @param {Model} model
 */
export function giveMode(path, name, { mode, owner }) {
  if (owner) giveOwner(path, name, owner);
  chmodSync(path, Number(mode & MODE_BITS));
}

/**
 * @param {string | Buffer} path
 * @param {string} name
 * @param {{ uid: bigint, gid: bigint }} wanted
 */
function giveOwner(path, name, wanted) {
  const now = lstatSync(path, { bigint: true });
  if (now.uid === wanted.uid && now.gid === wanted.gid) return;
  try {
    lchownSync(path, Number(wanted.uid), Number(wanted.gid));
  } catch (error) {
    if (!hasCode(error, 'EPERM', 'EINVAL')) throw error;
    throw notKept(
      name,
      `it belongs to user ${wanted.uid} and group ${wanted.gid}, and only they or root can keep that`,
    );
  }
}

/** @param {string | Buffer} path @param {BigIntStats} stat */
function giveTimes(path, { atimeNs, mtimeNs }) {
  lutimesSync(path, Number(atimeNs) / NS_PER_S, Number(mtimeNs) / NS_PER_S);
}

/**
 * Sets exact times. Node uses microseconds, file systems nanoseconds, and `touch` can set them. Without `touch` the
 * times stay rounded.
 * @param {readonly (readonly [string, string])[]} pairs
 */
function giveExactTimes(pairs) {
  if (process.platform === 'win32') return;
  const names = pairs.filter((pair) => pair.every((path) => typeof diskPath(path) === 'string'));
  for (let start = 0; start < names.length; start += NAMES_AT_A_TIME) {
    const some = names.slice(start, start + NAMES_AT_A_TIME).flat();
    spawnSync('sh', ['-c', 'while [ $# -gt 1 ]; do touch -r "$1" "$2" || exit 1; shift 2; done', 'sh', ...some]);
  }
}

/** @param {string} name @param {string} why */
export function notKept(name, why) {
  const remedy = 'nothing was changed; build with --out into another folder, or move it out of this one';
  return new InputError('not-kept', `--in-place cannot keep ${name} as it is: ${why}; ${remedy}`);
}
