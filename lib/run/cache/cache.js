import { hash, randomUUID } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { keepAtExit, makeTemporary } from '../../base/temporary.js';

/*
 * Our own and not cacache: its blobs are not kept as files that the out folder can be cloned from under a stable name,
 * its index grows by a line each time a key is written, it has no limits of size or age, and it brings ten packages.
 *
 * folder/blobs/ab/cdef…   bytes, named by their SHA-256
 * folder/keys/ab/cdef…    a small value, named by the SHA-256 of its key: its own hash in hex, then the value
 */

const DAY_MS = 86_400_000;
/** What the cache may take: some ten sites of a thousand pages. */
const LIMIT_BYTES = 2 * 1024 ** 3;
/** What nobody used for so long goes. */
const OLDEST_DAYS = 30;
/** Something used so lately may be in use by another process, and is not thrown away for its size. */
const FRESH_MS = 2 * DAY_MS;
/** Bits of a mode. */
const WRITABLE_BY_OTHERS = 0o022;
/** The mode of what is written, also where everybody may write what one makes. */
const OWN_FILE = 0o644;
/** What opening a name says where no file of ours is behind it: nothing, a folder, what may not be read. */
const NOT_THERE = new Set(['ENOENT', 'EISDIR', 'ENOTDIR', 'EACCES', 'ELOOP']);

/**
 * @typedef {object} Cache
 * @property {string} folder
 * @property {(key: string) => Promise<Uint8Array | null>} get a small value; null where there is none, or a damaged one
 * @property {(key: string, bytes: Uint8Array) => Promise<void>} put
 * @property {(key: string) => Promise<boolean>} has
 * @property {(bytes: Uint8Array, hash?: string) => Promise<string>} store keeps bytes; the path of the file that holds
 *   them
 * @property {(hash: string) => Promise<string | null>} open the path of stored bytes, once read and found whole
 * @property {() => Promise<void>} close throws away what is old or too much; a temporary cache as a whole
 */

/**
 * Opens a cache that several processes may share and that survives being killed: files appear whole, by rename, and are
 * checked against their hash when read. Without a folder it is a temporary one, gone when closed.
 * @param {string | null} folder
 * @param {{ limitBytes?: number, oldestDays?: number, now?: () => number }} [options]
 * @returns {Promise<Cache>}
 */
export async function openCache(folder, { limitBytes = LIMIT_BYTES, oldestDays = OLDEST_DAYS, now = Date.now } = {}) {
  const root = folder ?? makeTemporary();
  await mkdir(root, { recursive: true });
  const keyPath = (/** @type {string} */ key) => placeOf(root, 'keys', hashOf(key));

  /** Blobs that this process has read and found whole. */
  const whole = new Set();

  /** @type {Cache} */
  const cache = {
    folder: root,

    async get(key) {
      const file = readOrNull(keyPath(key));
      if (!file) return null;
      const value = file.subarray(64);
      if (file.subarray(0, 64).toString('latin1') !== hashOf(value)) return null;
      await keepFresh(keyPath(key), now());
      return value;
    },

    put: (key, bytes) => writeWhole(keyPath(key), [Buffer.from(hashOf(bytes), 'latin1'), bytes]),

    async has(key) {
      return readOrNull(keyPath(key)) !== null;
    },

    async store(bytes, hash = hashOf(bytes)) {
      const path = placeOf(root, 'blobs', hash);
      if (whole.has(hash) || readOrNull(path)?.equals(bytes)) await keepFresh(path, now());
      else await writeWhole(path, [bytes]);
      return path;
    },

    async open(hash) {
      const path = placeOf(root, 'blobs', hash);
      if (whole.has(hash)) return path;
      const bytes = readOrNull(path);
      if (!bytes) return null;
      if (hashOf(bytes) !== hash) {
        await rm(path, { force: true });
        return null;
      }
      await keepFresh(path, now());
      whole.add(hash);
      return path;
    },

    async close() {
      if (folder === null) {
        await rm(root, { recursive: true, force: true });
        keepAtExit(root);
      } else await trimCache(root, { limitBytes, oldestMs: oldestDays * DAY_MS, now: now() });
    },
  };
  return Object.freeze(cache);
}

/**
 * Throws away what has not been used for long, then the least lately used until the rest is within its limit. Once a
 * day at most.
 * @param {string} root
 * @param {{ limitBytes: number, oldestMs: number, now: number }} options
 */
async function trimCache(root, { limitBytes, oldestMs, now }) {
  const stamp = join(root, 'trimmed');
  const last = await stat(stamp).catch(() => null);
  if (last && now - last.mtimeMs < DAY_MS) return;
  await writeFile(stamp, '');
  const files = [];
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name === 'trimmed') continue;
    const path = join(entry.parentPath, entry.name);
    // Another process may have trimmed it in the meantime.
    const found = await stat(path).catch(() => null);
    if (found) files.push({ path, size: found.size, usedMs: found.mtimeMs, isLeftOver: entry.name.endsWith('.part') });
  }
  let total = files.reduce((sum, { size }) => sum + size, 0);
  for (const { path, size, usedMs, isLeftOver } of files.sort((a, b) => a.usedMs - b.usedMs)) {
    const age = now - usedMs;
    if (age > oldestMs || (age > FRESH_MS && (total > limitBytes || isLeftOver))) {
      await rm(path, { force: true });
      total -= size;
    }
  }
}

/**
 * Writes in one go, as small files are read: waiting for each step takes three times as long.
 * @param {string} path
 * @param {Uint8Array[]} pieces
 */
async function writeWhole(path, pieces) {
  const temporary = `${path}.${randomUUID()}.part`;
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(temporary, 'wx', OWN_FILE);
  try {
    for (const piece of pieces) writeFileSync(file, piece);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
  try {
    renameSync(temporary, path);
  } catch (error) {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
    // A folder has no business here.
    rmSync(path, { recursive: true, force: true });
    renameSync(temporary, path);
  }
}

/**
 * Its last change tells when a file was last of use; once a day is enough.
 * @param {string} path
 * @param {number} now
 */
async function keepFresh(path, now) {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found && now - found.mtimeMs > DAY_MS) await utimes(path, now / 1000, now / 1000);
}

/**
 * Reads in one go: for the thousands of small files of a rebuild, waiting for each takes five times as long.
 * What another user wrote, or may write, is none of ours: it would decide what ships.
 * @param {string} path
 */
function readOrNull(path) {
  let file = null;
  try {
    file = openSync(path, 'r');
    return isOwn(fstatSync(file)) ? readFileSync(file) : null;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  } finally {
    if (file !== null) closeSync(file);
  }
}

/** @param {import('node:fs').Stats} stat */
function isOwn({ uid, mode }) {
  return process.getuid === undefined || (uid === process.getuid() && (mode & WRITABLE_BY_OTHERS) === 0);
}

/** @param {unknown} error */
function isMissing(error) {
  return error instanceof Error && 'code' in error && NOT_THERE.has(String(error.code));
}

/**
 * @param {string} root
 * @param {string} kind
 * @param {string} hash
 */
function placeOf(root, kind, hash) {
  return join(root, kind, hash.slice(0, 2), hash.slice(2));
}

/** @param {Uint8Array | string} data */
function hashOf(data) {
  return hash('sha256', data, 'hex');
}
