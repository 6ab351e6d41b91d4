import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publishHeld } from './held.js';

/*
 * Folders that are removed with the process: at its end, at a signal that it handles, and, after it was killed, when
 * the next one starts. Their names contain their owner: `pagethrift-<process>-<characters>`.
 */

const NAME = /^pagethrift-(\d+)-\w+$/;

/** @type {Set<string>} */
const folders = new Set();

/** Creates a folder of this process in the temporary folder. */
export function makeTemporary() {
  clearUp();
  return makeUnfinished(join(tmpdir(), `pagethrift-${process.pid}-`));
}

/**
 * Removes a folder when the process ends, unless `keepAtExit` is called first.
 * @param {string} folder
 */
export function removeAtExit(folder) {
  if (folders.size === 0) process.once('exit', removeAll);
  folders.add(folder);
  publishHeld({ kind: 'folder', id: folder, isHeld: true });
  return folder;
}

/**
 * Creates a folder that is removed when the process ends. A signal can arrive as soon as it exists, so its removal is
 * planned first.
 * @param {string} start of its path, to which random characters are added
 */
export function makeUnfinished(start) {
  const folder = removeAtExit(`${start}${randomBytes(6).toString('hex')}`);
  mkdirSync(folder, { mode: 0o700 });
  return folder;
}

/** Keeps a folder at the end of the process, because it is gone or in its final place. @param {string} folder */
export function keepAtExit(folder) {
  folders.delete(folder);
  publishHeld({ kind: 'folder', id: folder, isHeld: false });
  if (folders.size === 0) process.removeListener('exit', removeAll);
}

function removeAll() {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}

/** Removes folders of this user's processes that no longer run. */
function clearUp() {
  for (const name of readdirSync(tmpdir())) {
    const owner = NAME.exec(name)?.[1];
    if (owner === undefined || isRunning(Number(owner))) continue;
    const path = join(tmpdir(), name);
    if (statSync(path, { throwIfNoEntry: false })?.uid === process.getuid?.())
      rmSync(path, { recursive: true, force: true });
  }
}

/** Returns true if a process runs, of this user or another. @param {number} pid */
export function isRunning(pid) {
  if (pid === process.pid) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
