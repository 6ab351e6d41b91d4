import { execFile } from 'node:child_process';
import { accessSync, constants, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

/**
 * The wrapper in which a browser is started, with fewer rights than its caller: no network, not root.
 * @typedef {object} Confinement
 * @property {readonly string[]} command a program and its arguments before the browser's own; empty for none
 * @property {number | null} user that the browser runs as; null for the caller
 * @property {boolean} isOffline true if it has no network interface
 */

const runFile = promisify(execFile);
/** Time-out of a probe. A namespace is created within milliseconds. */
const PROBE_TIMEOUT_MS = 5000;

/** First of the users that systemd assigns to running services. No file on a disk belongs to them. */
const FIRST_TRANSIENT_USER = 61_184;
/** Count of these users, 61184 to 65519, for services without their own. */
const TRANSIENT_USERS = 4336;

/** @type {Confinement} */
export const UNCONFINED = Object.freeze({ command: [], user: null, isOffline: false });

/**
 * Returns the strictest confinement that this system allows for a program. On Linux that is a network namespace without
 * any interface, and for root a user without rights.
 * @param {string} program
 * @returns {Promise<Confinement>}
 */
export async function findConfinement(program) {
  if (process.platform !== 'linux') return UNCONFINED;
  const candidates = process.getuid?.() === 0 ? listForRoot() : listForUser();
  for (const candidate of candidates) if (await allows(candidate, program)) return candidate;
  return UNCONFINED;
}

/** @returns {Confinement[]} */
function listForRoot() {
  const user = pickTransientUser();
  const asUser = ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--clear-groups', '--'];
  return [
    { command: ['unshare', '--net', '--', ...asUser], user, isOffline: true },
    { command: asUser, user, isOffline: false },
    { command: ['unshare', '--net', '--'], user: null, isOffline: true },
  ];
}

/** @returns {Confinement[]} */
function listForUser() {
  return [{ command: ['unshare', '--user', '--map-current-user', '--net', '--'], user: null, isOffline: true }];
}

/** Returns a user without an account on this machine, which is unlikely to be used by another run. */
function pickTransientUser() {
  const accounts = readAccounts();
  const start = process.pid % TRANSIENT_USERS;
  for (let offset = 0; offset < TRANSIENT_USERS; offset += 1) {
    const user = FIRST_TRANSIENT_USER + ((start + offset) % TRANSIENT_USERS);
    if (!accounts.has(user)) return user;
  }
  return FIRST_TRANSIENT_USER;
}

function readAccounts() {
  try {
    const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
    return new Set(lines.map((line) => Number(line.split(':')[2])));
  } catch {
    return new Set();
  }
}

/**
 * Returns true if the system allows a program to run in this way.
 * @param {Confinement} confinement @param {string} program
 */
async function allows({ command }, program) {
  const [first, ...rest] = [...command, 'test', '-x', program];
  try {
    await runFile(first, rest, { timeout: PROBE_TIMEOUT_MS });
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the program and arguments that start a browser within a confinement. A program is named by its whole path.
 * @param {Confinement} confinement @param {string} program @param {readonly string[]} args
 */
export function confine({ command }, program, args) {
  const [first, ...rest] = [...command, program, ...args];
  return { program: findProgram(first), args: rest };
}

/** @param {string} name */
function findProgram(name) {
  if (name.includes('/') || process.platform === 'win32') return name;
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return folders.map((folder) => join(folder, name)).find(isExecutable) ?? name;
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
