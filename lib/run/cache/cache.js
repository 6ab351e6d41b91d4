/** @import { RemoteStore } from './remote-store.js' */

import { hash } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deserialize } from 'node:v8';
import { keepAtExit, makeTemporary } from '../../base/temporary.js';
import { STAGES } from '../stages.js';
import { BlobFiles } from './blob-files.js';
import { BYTES_FORM, PLAIN_FORM } from './part-forms.js';
import { hasRecords, Records } from './records.js';
import { Trails } from './trails.js';

/*
 * folder/records.sqlite   small records by key
 * folder/blobs/ab/cdef…   large records and files, by their SHA-256
 */

const DAY_MS = 86_400_000;
/** Max size of a cache: some ten sites of a thousand pages. */
const LIMIT_BYTES = 2 * 1024 ** 3;
/** Age after which unused entries are removed. */
const OLDEST_DAYS = 30;
/** Age up to which entries may be in use by another process, and are not removed for their size. */
const FRESH_MS = 2 * DAY_MS;
/** Max share of records in the database. */
const RECORDS_SHARE = 0.5;
/** Larger records are stored as files, because a database copies its content. */
const MAX_INLINE_BYTES = 64 * 1024;
/** Stages with a result for each page, which is plain data. @type {ReadonlySet<string>} */
const PLAIN_STAGES = new Set(['read', 'detect', 'price', 'plan', 'weigh', 'pack']);
/** @type {ReadonlySet<string>} */
const OTHER_STAGES = new Set(STAGES.map(({ name }) => name).filter((name) => !PLAIN_STAGES.has(name)));
/** The first byte of a record: its value follows, or the hash of the file with it. */
const KINDS = Object.freeze({ inline: 0, file: 1 });

/**
 * A cache that several processes share and that survives a kill. `get` and `put` are for small values by key, `store`
 * and `open` for files by their hash.
 */
export class Cache {
  #limits;
  #isTemporary;
  #records;
  #blobs;
  #now;
  /** Paths of files outside of the cache, by hash. @type {ReadonlyMap<string, string>} */
  #lent = new Map();
  /** @type {{ bytes: Trails<Uint8Array>, plain: Trails<unknown> } | null} */
  #trails = null;

  #remote;
  #base;

  /**
   * @param {string} folder
   * @param {{ limitBytes: number, oldestDays: number, now: () => number, isTemporary: boolean, remote: RemoteStore |
   *   null, base: Cache | null }} options `base`: another cache, which is read and never written
   */
  constructor(folder, { limitBytes, oldestDays, now, isTemporary, remote, base }) {
    this.folder = folder;
    this.#remote = remote;
    this.#base = base;
    this.#limits = { maxBytes: limitBytes, oldestMs: oldestDays * DAY_MS, freshMs: FRESH_MS };
    this.#isTemporary = isTemporary;
    this.#now = now;
    const blobs = join(folder, 'blobs');
    mkdirSync(blobs, { recursive: true });
    this.#records = new Records(folder, now);
    this.#blobs = new BlobFiles(blobs, now);
  }

  /**
   * Returns the value of a key, null if there is none or it is damaged.
   * @param {string} key
   * @returns {Uint8Array | null}
   */
  recall(key) {
    const followed = this.#trails?.bytes.get(key);
    if (followed) return this.#read(followed);
    const found = this.#find(key);
    if (found) this.#note(key, found);
    return found;
  }

  /**
   * Stores a value under a key.
   * @param {string} key
   * @param {Uint8Array} bytes
   */
  keep(key, bytes) {
    this.#keepOwn(key, bytes);
    // Small results of the build itself are not worth a request each.
    if (this.#remote?.getNow) this.#remote.put(key, bytes);
  }

  /**
   * Returns the plain data that was stored under a key, undefined if there is none. It can be part of other results,
   * and must not be changed.
   * @param {string} key
   * @returns {unknown}
   */
  recallPlain(key) {
    const followed = this.#trails?.plain.get(key);
    if (followed !== undefined) return followed;
    const found = this.recall(key);
    return found ? deserialize(found) : undefined;
  }

  /** Returns the value of a key that no part contains. @param {string} key @returns {Uint8Array | null} */
  #find(key) {
    const record = this.#records.get(key);
    const own = (record && this.#read(record)) ?? this.#base?.recall(key) ?? null;
    const found = own ?? this.#remote?.getNow?.(key) ?? null;
    if (found && !own) this.#keepOwn(key, found);
    return found;
  }

  /** @param {Uint8Array} record */
  #read(record) {
    const value = record.subarray(1);
    return record[0] === KINDS.file ? this.#blobs.read(Buffer.from(value).toString('latin1')) : value;
  }

  /** @param {string} key @param {Uint8Array} bytes */
  #keepOwn(key, bytes) {
    if (bytes.length <= MAX_INLINE_BYTES) this.#records.put(key, Buffer.concat([Buffer.of(KINDS.inline), bytes]));
    else {
      const digest = hash('sha256', bytes);
      this.#blobs.store(bytes, digest);
      this.#records.put(key, Buffer.concat([Buffer.of(KINDS.file), Buffer.from(digest, 'latin1')]));
    }
    this.#note(key, bytes);
  }

  /** Notes that the run used a value. @param {string} key @param {Uint8Array} bytes */
  #note(key, bytes) {
    this.#trails?.bytes.note(key);
    // Large plain data is read as fast by itself.
    if (bytes.length <= MAX_INLINE_BYTES) this.#trails?.plain.note(key);
  }

  /** @param {string} key @returns {Promise<Uint8Array | null>} */
  async get(key) {
    const own = this.recall(key);
    const found = own ?? (await this.#remote?.get(key)) ?? null;
    if (found && !own) this.#keepOwn(key, found);
    return found;
  }

  /** @param {string} key @param {Uint8Array} bytes */
  async put(key, bytes) {
    this.#keepOwn(key, bytes);
    this.#remote?.put(key, bytes);
  }

  /**
   * Stores bytes and returns the path of the file with them.
   * @param {Uint8Array} bytes
   * @param {string} [digest] hex SHA-256 of the bytes
   */
  async store(bytes, digest = hash('sha256', bytes)) {
    this.#remote?.put(`blob/${digest}`, bytes);
    return this.#blobs.store(bytes, digest);
  }

  /**
   * Adds files outside of the cache, whose bytes it need not read then.
   * @param {ReadonlyMap<string, string>} files paths by hex SHA-256
   */
  lend(files) {
    this.#lent = files;
  }

  /**
   * Returns the path of a file with bytes, null if they are missing or damaged.
   * @param {string} digest
   * @returns {Promise<string | null>}
   */
  async open(digest) {
    const known = this.#lent.get(digest) ?? this.#blobs.open(digest) ?? (await this.#base?.open(digest)) ?? null;
    if (known || !this.#remote) return known;
    const bytes = await this.#remote.get(`blob/${digest}`);
    return bytes && hash('sha256', bytes) === digest ? this.#blobs.store(bytes, digest) : null;
  }

  /**
   * Reads the records that the last run on the same input used in large parts, until `keepTrails`.
   * @param {string} input names the input, for example its folder
   */
  followTrails(input) {
    const records = this.#records;
    const loadPlain = (/** @type {string} */ key) => {
      const found = this.#find(key);
      return found ? deserialize(found) : undefined;
    };
    this.#trails = {
      bytes: new Trails(records, input, BYTES_FORM, OTHER_STAGES, (key) => records.get(key) ?? undefined),
      plain: new Trails(records, input, PLAIN_FORM, PLAIN_STAGES, loadPlain),
    };
  }

  /** Stores the records of this run in large parts for the next one. */
  keepTrails() {
    this.#trails?.bytes.keep();
    this.#trails?.plain.keep();
    this.#trails = null;
  }

  /** Closes the cache without writing anything. */
  discard() {
    this.#records.discard();
  }

  /** Writes pending records, and removes old and excess ones, of a temporary cache everything. */
  async close() {
    this.#base?.discard();
    await this.#remote?.close();
    if (this.#isTemporary) {
      this.#records.close();
      await rm(this.folder, { recursive: true, force: true });
      keepAtExit(this.folder);
      return;
    }
    if (await this.#isTrimDue()) {
      const { maxBytes, ...ages } = this.#limits;
      const recordBytes = this.#records.trim({ maxBytes: maxBytes * RECORDS_SHARE, ...ages });
      await this.#blobs.trim({ maxBytes: maxBytes - recordBytes, ...ages });
    }
    this.#records.close();
  }

  /** Returns true once a day. */
  async #isTrimDue() {
    const stamp = join(this.folder, 'trimmed');
    const last = await stat(stamp).catch(() => null);
    if (last && this.#now() - last.mtimeMs < DAY_MS) return false;
    await writeFile(stamp, '');
    return true;
  }
}

/**
 * Opens a cache. Without a folder it is a temporary one, which is removed when closed.
 * @param {string | null} folder
 * @param {{ limitBytes?: number, oldestDays?: number, now?: () => number, isReadOnly?: boolean, remote?: RemoteStore |
 *   null }} [options] `isReadOnly`: results are read from the folder, and new ones are kept until the cache is closed
 * @returns {Promise<Cache>}
 */
export async function openCache(
  folder,
  { limitBytes = LIMIT_BYTES, oldestDays = OLDEST_DAYS, now = Date.now, isReadOnly = false, remote = null } = {},
) {
  const limits = { limitBytes, oldestDays, now };
  const root = isReadOnly || folder === null ? makeTemporary() : folder;
  await mkdir(root, { recursive: true });
  if (root === folder) await hideFromGit(folder);
  const isRead = isReadOnly && folder !== null && hasRecords(folder);
  const base = isRead ? new Cache(folder, { ...limits, isTemporary: false, remote: null, base: null }) : null;
  return new Cache(root, { ...limits, isTemporary: root !== folder, remote, base });
}

/**
 * Keeps a cache within a repository out of its commits.
 * @param {string} folder
 */
async function hideFromGit(folder) {
  const path = join(folder, '.gitignore');
  if (!existsSync(path)) await writeFile(path, '*\n');
}
