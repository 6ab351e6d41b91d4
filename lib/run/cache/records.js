import { hash } from 'node:crypto';
import { chmodSync, existsSync, lstatSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';

/** The version of the tables. A file with another version is replaced by an empty one. */
const FORMAT = 1;
/** Milliseconds of a day, the unit in which use is stored. */
const DAY_MS = 86_400_000;
/** Records are written together in one transaction, after this many records or bytes, or this time. */
const BATCH = Object.freeze({ records: 2000, bytes: 4 * 1024 ** 2, ms: 1000 });
/** Bytes that SQLite reads at a time, and bytes of the file in mapped memory. */
const READING = Object.freeze({ page: 16_384, mapped: 64 * 1024 ** 2 });
/** Max time that a process waits for another one that writes. */
const BUSY_MS = 10_000;
/** Bits of a mode. */
const MODES = Object.freeze({ own: 0o600, writableByOthers: 0o022 });
/** Result codes of SQLite: https://www.sqlite.org/rescode.html */
const CODES = Object.freeze({ busy: 5, corrupt: 11, noDatabase: 26 });
/** The errors of the file system that result codes of SQLite stand for. @type {Readonly<Record<number, string>>} */
const SYSTEM_CODES = Object.freeze({ 5: 'EBUSY', 10: 'EIO', 13: 'ENOSPC' });

const TABLES = `
  CREATE TABLE IF NOT EXISTS records (
    name BLOB PRIMARY KEY, used INTEGER NOT NULL, sum INTEGER NOT NULL, value BLOB NOT NULL
  );
  PRAGMA user_version = ${FORMAT};
`;

/**
 * @typedef {object} Statements
 * @property {import('node:sqlite').StatementSync} get
 * @property {import('node:sqlite').StatementSync} put
 * @property {import('node:sqlite').StatementSync} touch
 * @property {import('node:sqlite').StatementSync} remove
 */

/**
 * Small records by key, in one SQLite file that several processes share. A process that is killed loses at most the
 * records of its last second. A damaged file, or one of another format, is replaced by an empty one.
 */
export class Records {
  #path;
  #now;
  #busyMs;
  /** @type {DatabaseSync} */
  #database;
  /** @type {Statements} */
  #statements;
  /** Records to be written, by name in hex. @type {Map<string, { name: Uint8Array, value: Uint8Array }>} */
  #waiting = new Map();
  #waitingBytes = 0;
  /** Records that were read and whose day of use must be written. @type {Map<string, Uint8Array>} */
  #touched = new Map();
  /** Names of records to be removed. @type {Map<string, Uint8Array>} */
  #removed = new Map();
  /** @type {NodeJS.Timeout | null} */
  #timer = null;

  /**
   * @param {string} folder @param {() => number} now in milliseconds
   * @param {number} [busyMs] max time to wait for another process that writes
   */
  constructor(folder, now, busyMs = BUSY_MS) {
    this.#path = join(folder, 'records.sqlite');
    this.#now = now;
    this.#busyMs = busyMs;
    [this.#database, this.#statements] = this.#open();
  }

  /** Returns the value that was put under a key, or null. @param {string} key */
  get(key) {
    const name = nameOf(key);
    const id = idOf(name);
    const waiting = this.#waiting.get(id);
    if (waiting) return waiting.value;
    const row = this.#repair(() => this.#statements.get.get(name));
    if (!row || !(row.value instanceof Uint8Array) || crc32(row.value) !== row.sum) return null;
    if (row.used !== this.#today()) this.#touched.set(id, name);
    return row.value;
  }

  /** @param {string} key @param {Uint8Array} value */
  put(key, value) {
    const name = nameOf(key);
    this.#removed.delete(idOf(name));
    this.#waiting.set(idOf(name), { name, value });
    this.#waitingBytes += value.length;
    if (this.#waiting.size >= BATCH.records || this.#waitingBytes >= BATCH.bytes) this.flush();
    else this.#timer ??= setTimeout(() => this.#flushIdle(), BATCH.ms).unref();
  }

  /** Removes the value of a key. @param {string} key */
  remove(key) {
    const name = nameOf(key);
    this.#waiting.delete(idOf(name));
    this.#removed.set(idOf(name), name);
  }

  /** Writes pending records. If another process writes for too long, they stay pending. */
  flush() {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#waiting.size + this.#touched.size + this.#removed.size === 0) return;
    this.#repair(() => this.#writeAll());
  }

  /**
   * Writes pending records in the background. On a full disk they stay pending, and the next call fails. A run that
   * fails closes the file while some of its work goes on.
   */
  #flushIdle() {
    if (!this.#database.isOpen) return;
    try {
      this.flush();
    } catch (error) {
      if (!isFault(error)) throw error;
    }
  }

  #writeAll() {
    const { put, touch, remove } = this.#statements;
    const today = this.#today();
    try {
      this.#database.exec('BEGIN IMMEDIATE');
    } catch (error) {
      if (resultCodeOf(error) === CODES.busy) return;
      throw error;
    }
    try {
      for (const name of this.#removed.values()) remove.run(name);
      for (const { name, value } of this.#waiting.values()) put.run(name, today, crc32(value), value);
      for (const name of this.#touched.values()) touch.run(today, name);
      this.#database.exec('COMMIT');
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
    this.#waiting.clear();
    this.#waitingBytes = 0;
    this.#touched.clear();
    this.#removed.clear();
  }

  /**
   * Removes records that were unused for long, then the least recently used until the rest fits. Returns the bytes of
   * the rest.
   * @param {{ maxBytes: number, oldestMs: number, freshMs: number }} limits `freshMs`: records used since then may be
   *   in use by another process
   */
  trim({ maxBytes, oldestMs, freshMs }) {
    this.flush();
    const dayOf = (/** @type {number} */ ageMs) => Math.floor((this.#now() - ageMs) / DAY_MS);
    const left = this.#repair(() => {
      const database = this.#database;
      database.prepare('DELETE FROM records WHERE used < ?').run(dayOf(oldestMs));
      const days = database
        .prepare('SELECT used, sum(length(value)) AS bytes FROM records GROUP BY used ORDER BY used')
        .all();
      let total = days.reduce((sum, { bytes }) => sum + Number(bytes), 0);
      for (const { used, bytes } of days) {
        if (total <= maxBytes || Number(used) >= dayOf(freshMs)) break;
        database.prepare('DELETE FROM records WHERE used = ?').run(Number(used));
        total -= Number(bytes);
      }
      database.exec('PRAGMA incremental_vacuum');
      return total;
    });
    return left ?? 0;
  }

  close() {
    this.flush();
    this.#database.close();
  }

  /** Closes the file without writing. */
  discard() {
    if (this.#timer) clearTimeout(this.#timer);
    this.#database.close();
  }

  #today() {
    return Math.floor(this.#now() / DAY_MS);
  }

  /** @returns {[DatabaseSync, Statements]} */
  #open() {
    // Records that another user wrote or can write are not used, because they would decide the output.
    if (!['', '-wal', '-shm'].every((suffix) => isOwnOrMissing(this.#path + suffix))) this.#remove();
    try {
      return openTables(this.#path, this.#busyMs);
    } catch (error) {
      if (!isDamage(error)) throw toFault(error, this.#path);
      this.#remove();
      return openTables(this.#path, this.#busyMs);
    }
  }

  #remove() {
    for (const suffix of ['', '-wal', '-shm']) rmSync(this.#path + suffix, { recursive: true, force: true });
  }

  /**
   * Runs work on the file. If the file is damaged, it is replaced by an empty one.
   * @template T
   * @param {() => T} work
   * @returns {T | null} null if the file was damaged, or if another process writes for too long
   */
  #repair(work) {
    try {
      return work();
    } catch (error) {
      if (resultCodeOf(error) === CODES.busy) return null;
      if (!isDamage(error)) throw toFault(error, this.#path);
      this.#database.close();
      this.#remove();
      [this.#database, this.#statements] = this.#open();
      return null;
    }
  }
}

/**
 * Returns true if a folder has records of this format. Others would be replaced by opening them.
 * @param {string} folder
 */
export function hasRecords(folder) {
  const path = join(folder, 'records.sqlite');
  if (!existsSync(path)) return false;
  try {
    const database = new DatabaseSync(path, { readOnly: true, timeout: BUSY_MS });
    const version = database.prepare('PRAGMA user_version').get()?.user_version;
    database.close();
    return version === FORMAT;
  } catch (error) {
    if (isDamage(error)) return false;
    throw toFault(error, path);
  }
}

/** @param {string} path @param {number} busyMs @returns {[DatabaseSync, Statements]} */
function openTables(path, busyMs) {
  const database = new DatabaseSync(path, { timeout: busyMs });
  try {
    chmodSync(path, MODES.own);
    // With write-ahead logging a killed process leaves a complete file, and a power cut can only lose the last records.
    // Large pages, row ids and mapped memory make reads several times as fast.
    database.exec(
      `PRAGMA page_size = ${READING.page}; PRAGMA mmap_size = ${READING.mapped}; PRAGMA synchronous = NORMAL`,
    );
    const version = database.prepare('PRAGMA user_version').get()?.user_version;
    // These are stored in the file. Setting them again would wait for a process that writes.
    const stored = 'PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL';
    if (version !== FORMAT) database.exec(`${stored}; DROP TABLE IF EXISTS records; ${TABLES}`);
    return [
      database,
      {
        get: database.prepare('SELECT used, sum, value FROM records WHERE name = ?'),
        put: database.prepare('INSERT OR REPLACE INTO records (name, used, sum, value) VALUES (?, ?, ?, ?)'),
        remove: database.prepare('DELETE FROM records WHERE name = ?'),
        touch: database.prepare('UPDATE records SET used = ? WHERE name = ?'),
      },
    ];
  } catch (error) {
    database.close();
    throw error;
  }
}

/** @param {string} path */
function isOwnOrMissing(path) {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return true;
  if (!found.isFile()) return false;
  return (
    process.getuid === undefined || (found.uid === process.getuid() && (found.mode & MODES.writableByOthers) === 0)
  );
}

/** @param {string} key @returns {Uint8Array} */
function nameOf(key) {
  return hash('sha256', key, 'buffer');
}

/** @param {Uint8Array} name */
function idOf(name) {
  return Buffer.from(name.buffer, name.byteOffset, name.length).toString('latin1');
}

/** Returns true if a file turned out to be damaged or something else. @param {unknown} error */
function isDamage(error) {
  const code = resultCodeOf(error);
  return code === CODES.corrupt || code === CODES.noDatabase;
}

/**
 * Returns an error of SQLite that stands for one of the file system as such an error, others unchanged.
 * @param {unknown} error @param {string} path
 */
function toFault(error, path) {
  const code = SYSTEM_CODES[resultCodeOf(error)];
  if (code === undefined) return error;
  return Object.assign(new Error(`${path} cannot be used`, { cause: error }), { code, path, syscall: 'write' });
}

/** @param {unknown} error */
function isFault(error) {
  return error instanceof Error && 'syscall' in error;
}

/** Returns the primary result code of an error of SQLite, or 0. @param {unknown} error */
function resultCodeOf(error) {
  return error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
}
