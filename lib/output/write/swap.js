import { spawn } from 'node:child_process';
import { chmodSync, existsSync, lstatSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { InputError } from '../../base/errors.js';
import { isRunning, keepAtExit, removeAtExit } from '../../base/temporary.js';
import { hasCode } from './marker.js';

/*
 * No system that Node runs on can exchange two folders in one call. A folder that is missing or empty is replaced by
 * one rename, which is atomic. A folder with files is replaced by two renames, some microseconds apart, in a separate
 * process and session: a signal that ends the build, even its whole process group, cannot stop it between the two. If
 * the machine itself stops there, both folders are complete next to the place, and the next build restores the old one.
 */

/** Mode of a folder that its owner can empty. */
const OWN = 0o700;

/** @typedef {{ staging: string, retired: string }} SwapNames */

/**
 * Returns names for the folders next to an out folder, with the process that owns them.
 * @param {string} out
 * @returns {SwapNames}
 */
export function swapNames(out) {
  const id = `${process.pid}-${process.hrtime.bigint().toString(36)}`;
  return { staging: removeAtExit(`${prefixOf(out)}new-${id}`), retired: `${prefixOf(out)}old-${id}` };
}

/** @param {string} out */
function prefixOf(out) {
  return join(dirname(out), `.${basename(out)}.pagethrift-`);
}

/**
 * Puts the staging folder in the place of the out folder and removes the old one.
 * @param {string} out
 * @param {SwapNames} names
 */
export async function swapIn(out, { staging, retired }) {
  // From here on the separate process finishes the work.
  keepAtExit(staging);
  if (!isFilled(out)) {
    // Windows cannot rename onto a folder, even an empty one.
    if (process.platform === 'win32') rmSync(out, { recursive: true, force: true });
    renameSync(staging, out);
    return;
  }
  const code = await runApart([fileURLToPath(new URL('./exchange.js', import.meta.url)), out, staging, retired]);
  if (code !== 0) {
    const why = 'a program has a file in it open, something is mounted there, or its parent folder is not writable';
    throw new InputError('not-replaced', `“${out}” could not be replaced and is unchanged (${why}).`);
  }
  removeTree(retired);
}

/**
 * Removes a folder with its content, also if it is read-only.
 * @param {string} folder
 */
export function removeTree(folder) {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    if (!hasCode(error, 'EACCES', 'EPERM')) throw error;
    makeWritable(folder);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string | Buffer} folder */
function makeWritable(folder) {
  chmodSync(folder, OWN);
  for (const name of readdirSync(folder, { encoding: 'buffer' })) {
    const path = Buffer.concat([Buffer.from(folder), Buffer.from(sep), name]);
    if (lstatSync(path).isDirectory()) makeWritable(path);
  }
}

/**
 * Cleans up after builds that were killed: restores an old folder if none is in its place, and removes the rest.
 * @param {string} out
 */
export function recoverSwap(out) {
  const prefix = basename(prefixOf(out));
  for (const name of namesIn(dirname(out))) {
    const owner = /^(new|old)-(\d+)-/.exec(name.startsWith(prefix) ? name.slice(prefix.length) : '');
    if (!owner || isRunning(Number(owner[2]))) continue;
    const path = join(dirname(out), name);
    if (owner[1] === 'old' && !existsSync(out)) renameSync(path, out);
    else removeTree(path);
  }
}

/** @param {string} folder */
function isFilled(folder) {
  return namesIn(folder).length > 0;
}

/** @param {string} folder */
function namesIn(folder) {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
}

/**
 * Runs a module in its own session. Returns its exit code.
 * @param {string[]} command
 * @returns {Promise<number | null>}
 */
function runApart(command) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, command, { detached: true, stdio: 'ignore' });
    child.once('error', reject);
    child.once('exit', resolve);
  });
}
