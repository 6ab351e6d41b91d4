/** @import { HashedEntry, Plan } from './types.ts' */

import { lstatSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { InputError } from '../../base/errors.js';
import { diskPath } from '../../site/text/disk-name.js';
import { carryOver, finishFolders, giveMode } from './carry-over.js';
import { checkCase } from './case-twins.js';
import { copyFile } from './copy-file.js';
import { hasCode, MARKER_NAME } from './marker.js';

/** Files after which other work gets a turn. A file takes well below a millisecond. */
const FILES_AT_A_TIME = 200;
/** Syncs at a time. More bring nothing on one disk. */
const SYNCS_AT_A_TIME = 8;
/** Mode of a folder until it is filled and gets its final mode. */
const OWN = 0o700;
/** Mode of a new folder before the system's mask. */
const ALL = 0o777;

/**
 * Creates a folder as planned, with its marker, and waits until it is on the disk.
 * @param {string} staging
 * @param {Plan} plan
 * @param {string} marker
 */
export async function fillFolder(staging, plan, marker) {
  const folders = new Set(['']);
  const makeFolder = (/** @type {string} */ path) => {
    if (folders.has(path)) return;
    mkdirSync(diskPath(join(staging, path)), { recursive: true, mode: plan.folders.has(path) ? OWN : ALL });
    for (let folder = path; !folders.has(folder); folder = folderOf(folder)) folders.add(folder);
  };
  mkdirSync(staging, { mode: plan.folders.has('') ? OWN : ALL });
  checkCase(staging, [...plan.staying.keys(), ...plan.written.keys(), ...plan.links.keys()]);
  for (const path of plan.folders.keys()) makeFolder(path);
  let count = 0;
  const rest = async () => ++count % FILES_AT_A_TIME === 0 && (await setImmediate());
  for (const path of plan.staying) {
    makeFolder(folderOf(path));
    carryOver(plan.out, staging, path);
    await rest();
  }
  for (const entry of plan.written.values()) {
    makeFolder(folderOf(entry.path));
    await writeEntry(staging, entry, plan);
    await rest();
  }
  for (const [path, target] of plan.links) {
    makeFolder(folderOf(path));
    makeLink(staging, path, target, !plan.written.has(target) && !plan.staying.has(target));
  }
  writeFileSync(join(staging, MARKER_NAME), marker);
  await syncAll([...plan.written.keys(), MARKER_NAME, ...folders].map((path) => join(staging, path)));
  finishFolders(plan.out, staging, plan.folders);
}

/**
 * @param {string} staging
 * @param {HashedEntry} entry
 * @param {Plan} plan
 */
async function writeEntry(staging, entry, { modelOf }) {
  const { path, bytes, linkFrom } = entry;
  const target = diskPath(join(staging, path));
  if (bytes) writeFileSync(target, bytes);
  else if (linkFrom) await copyFile(diskPath(linkFrom), target);
  else throw new Error(`${path} has neither bytes nor a file to take them from`);
  const model = modelOf(entry);
  if (model) giveMode(target, path, model);
}

/**
 * Creates a relative symbolic link, which stays correct if the folder is moved.
 * @param {string} staging
 * @param {string} path
 * @param {string} target
 * @param {boolean} isFolder
 */
function makeLink(staging, path, target, isFolder) {
  const way = posix.relative(folderOf(path), target) || '.';
  try {
    symlinkSync(diskPath(way), diskPath(join(staging, path)), isFolder ? 'dir' : 'file');
  } catch (error) {
    if (!hasCode(error, 'EPERM', 'ENOSYS', 'ENOTSUP')) throw error;
    const remedy = `Exclude it with --exclude ${path}, or permit links.`;
    throw new InputError(
      'no-links',
      `“${path}” is a link to ${target}, and this system does not permit links. ${remedy}`,
    );
  }
}

/** Returns the folder of a path, empty for the outermost. @param {string} path */
function folderOf(path) {
  const folder = posix.dirname(path);
  return folder === '.' ? '' : folder;
}

/**
 * Waits until files and folders are on the disk.
 * @param {Iterable<string>} paths
 */
export async function syncAll(paths) {
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
