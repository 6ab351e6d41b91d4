import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publishHeld } from './held.js';

/*
 * Folders that go when the process goes, however it goes: at its end, at a signal that it hears, and, where it was
 * killed, when the next one starts. Their names say whose they are: `pagethrift-<process>-<some letters>`.
 */

const NAME = /^pagethrift-(\d+)-\w+$/;

/** @type {Set<string>} */
const folders = new Set();

/** Makes a folder of this process in the temporary folder. */
export function makeTemporary() {
  clearUp();
  return removeAtExit(mkdtempSync(join(tmpdir(), `pagethrift-${process.pid}-`)));
}

/**
 * Has a folder removed when the process ends before `keep` is called.
 * @param {string} folder
 */
export function removeAtExit(folder) {
  if (folders.size === 0) process.once('exit', removeAll);
  folders.add(folder);
  publishHeld({ kind: 'folder', id: folder, isHeld: true });
  return folder;
}

/** Leaves a folder where it is, since it went or has its place now. @param {string} folder */
export function keepAtExit(folder) {
  folders.delete(folder);
  publishHeld({ kind: 'folder', id: folder, isHeld: false });
  if (folders.size === 0) process.removeListener('exit', removeAll);
}

function removeAll() {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}

/** Removes what processes of this user left behind that run no more. */
function clearUp() {
  for (const name of readdirSync(tmpdir())) {
    const owner = NAME.exec(name)?.[1];
    if (owner === undefined || isRunning(Number(owner))) continue;
    const path = join(tmpdir(), name);
    if (statSync(path, { throwIfNoEntry: false })?.uid === process.getuid?.())
      rmSync(path, { recursive: true, force: true });
  }
}

/** Whether a process runs, be it another user's. @param {number} pid */
export function isRunning(pid) {
  if (pid === process.pid) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
