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
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/*
 * folder/ab/cdef…   bytes, named by their SHA-256
 *
 * Not cacache: its blobs are no files under a stable name that the out folder can be cloned from, and it has no limits
 * of size or age.
 */

const DAY_MS = 86_400_000;
/** Bits of a mode. */
const WRITABLE_BY_OTHERS = 0o022;
/** Mode of written files, also under a mask that would let everybody write them. */
const OWN_FILE = 0o644;
/**
 * Error codes of reading a name that is not a file of this cache: missing, a folder, an unreadable file, or one that
 * another machine has replaced on a network disk.
 */
const NOT_THERE = new Set(['ENOENT', 'EISDIR', 'ENOTDIR', 'EACCES', 'ELOOP', 'ESTALE']);

/**
 * Bytes by their SHA-256, each in its own file, written atomically. They are verified against the hash when first read.
 */
export class BlobFiles {
  #folder;
  #now;
  /** Hashes of blobs that this process has read and verified. @type {Set<string>} */
  #whole = new Set();

  /** @param {string} folder @param {() => number} now in milliseconds */
  constructor(folder, now) {
    this.#folder = folder;
    this.#now = now;
  }

  /**
   * Stores bytes and returns the path of their file.
   * @param {Uint8Array} bytes
   * @param {string} [digest] hex SHA-256 of the bytes
   */
  store(bytes, digest = hash('sha256', bytes)) {
    const path = this.#placeOf(digest);
    if (this.#whole.has(digest) || readOrNull(path)?.equals(bytes)) keepFresh(path, this.#now());
    else writeWhole(path, bytes);
    this.#whole.add(digest);
    return path;
  }

  /**
   * Returns the path of stored bytes, or null if they are missing or damaged.
   * @param {string} digest
   */
  open(digest) {
    const path = this.#placeOf(digest);
    if (this.#whole.has(digest)) return path;
    return this.read(digest) && path;
  }

  /**
   * Returns stored bytes, or null if they are missing or damaged.
   * @param {string} digest
   */
  read(digest) {
    const path = this.#placeOf(digest);
    const bytes = readOrNull(path);
    if (!bytes) return null;
    if (!this.#whole.has(digest) && hash('sha256', bytes) !== digest) {
      rmSync(path, { force: true });
      return null;
    }
    keepFresh(path, this.#now());
    this.#whole.add(digest);
    return bytes;
  }

  /**
   * Removes entries that were unused for long, then the least recently used until the rest fits.
   * @param {{ maxBytes: number, oldestMs: number, freshMs: number }} limits `freshMs`: entries used since then may be
   *   in use by another process
   */
  async trim({ maxBytes, oldestMs, freshMs }) {
    const files = await this.#list();
    let total = files.reduce((sum, { size }) => sum + size, 0);
    for (const { path, size, usedMs, isLeftOver } of files.sort((a, b) => a.usedMs - b.usedMs)) {
      const ageMs = this.#now() - usedMs;
      if (ageMs > oldestMs || (ageMs > freshMs && (total > maxBytes || isLeftOver))) {
        await rm(path, { force: true });
        total -= size;
      }
    }
  }

  async #list() {
    const files = [];
    for (const entry of await readdir(this.#folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      // Another process may have trimmed it in the meantime.
      const found = await stat(path).catch(() => null);
      if (found)
        files.push({ path, size: found.size, usedMs: found.mtimeMs, isLeftOver: entry.name.endsWith('.part') });
    }
    return files;
  }

  /** @param {string} digest */
  #placeOf(digest) {
    return join(this.#folder, digest.slice(0, 2), digest.slice(2));
  }
}

/**
 * Writes a file completely or not at all. Synchronously, as small files are read: waiting for each step takes three
 * times as long.
 * @param {string} path
 * @param {Uint8Array} bytes
 */
export function writeWhole(path, bytes) {
  const temporary = `${path}.${randomUUID()}.part`;
  mkdirSync(dirname(path), { recursive: true });
  const file = openSync(temporary, 'wx', OWN_FILE);
  try {
    writeFileSync(file, bytes);
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
    // A folder at this path is removed.
    rmSync(path, { recursive: true, force: true });
    renameSync(temporary, path);
  }
}

/**
 * Stores the use of a file as its modification time, once a day.
 * @param {string} path
 * @param {number} now
 */
function keepFresh(path, now) {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found && now - found.mtimeMs > DAY_MS) utimesSync(path, now / 1000, now / 1000);
}

/**
 * Reads synchronously: for the thousands of small files of a rebuild, waiting for each takes five times as long. Files
 * that another user wrote or can write are not read, because they would decide the output.
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
