import { hash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { writeWhole } from './blob-files.js';

/**
 * A store of results that several machines share. A result is never replaced by another one.
 * @typedef {object} RemoteStore
 * @property {(name: string) => Promise<Uint8Array | null>} get returns null if nothing is stored, or it is damaged
 * @property {(name: string, bytes: Uint8Array) => void} put returns at once; `close` waits for it
 * @property {((name: string) => Uint8Array | null) | null} getNow the same as `get`, where no server has to answer
 * @property {() => Promise<void>} close
 */

/** Max time that a server may take for one answer. */
const MAX_ANSWER_MS = 60_000;
/** Requests at a time. */
const REQUESTS_AT_ONCE = 16;
/** Bytes of the checksum before each result. */
const SUM_BYTES = 4;
const STATUS = Object.freeze({ missing: 404, exists: 409, unauthorised: 401, forbidden: 403 });

/**
 * Opens a remote store.
 * @param {string} address of a server with the interface of Nx's self-hosted caches, or a folder
 * @param {{ token: string, isReadOnly: boolean, warn: (message: string) => void }} options `warn` is told once why the
 *   rest of the run does without the store
 * @returns {RemoteStore}
 */
export function openRemoteStore(address, options) {
  return /^https?:\/\//i.test(address) ? new HttpStore(address, options) : new FolderStore(address, options);
}

/** Returns the name of a key in a remote store. @param {string} key */
function nameOf(key) {
  return hash('sha256', `pagethrift ${key}`);
}

/** @param {Uint8Array} bytes */
function withSum(bytes) {
  const sum = Buffer.alloc(SUM_BYTES);
  sum.writeUInt32LE(crc32(bytes));
  return Buffer.concat([sum, bytes]);
}

/** Returns bytes without their checksum, null if they are damaged. @param {Buffer} stored */
function withoutSum(stored) {
  if (stored.length < SUM_BYTES) return null;
  const bytes = stored.subarray(SUM_BYTES);
  return crc32(bytes) === stored.readUInt32LE() ? bytes : null;
}

/** A folder that several machines can reach, or that is copied from one to the next. Each result is a file. */
class FolderStore {
  #folder;
  #isReadOnly;

  /** @param {string} folder @param {{ isReadOnly: boolean }} options */
  constructor(folder, { isReadOnly }) {
    this.#folder = folder;
    this.#isReadOnly = isReadOnly;
    if (!isReadOnly) mkdirSync(folder, { recursive: true });
  }

  /** @param {string} key */
  getNow = (key) => {
    try {
      return withoutSum(readFileSync(this.#placeOf(key)));
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
      throw error;
    }
  };

  /** @param {string} key */
  async get(key) {
    return this.getNow(key);
  }

  /** @param {string} key @param {Uint8Array} bytes */
  put(key, bytes) {
    if (!this.#isReadOnly && this.getNow(key) === null) writeWhole(this.#placeOf(key), withSum(bytes));
  }

  async close() {}

  /** @param {string} key */
  #placeOf(key) {
    const name = nameOf(key);
    return join(this.#folder, name.slice(0, 2), name.slice(2));
  }
}

/**
 * A server with the interface of Nx's self-hosted caches: `GET` and `PUT /v1/cache/{hash}` with a bearer token. A
 * server that fails is not asked again in this run, which does the work itself then.
 */
class HttpStore {
  #address;
  #token;
  #warn;
  #mayWrite;
  #mayRead = true;
  /** @type {Set<Promise<void>>} */
  #writing = new Set();
  #free = REQUESTS_AT_ONCE;
  /** @type {(() => void)[]} */
  #waiting = [];
  getNow = null;

  /**
   * @param {string} address
   * @param {{ token: string, isReadOnly: boolean, warn: (message: string) => void }} options
   */
  constructor(address, { token, isReadOnly, warn }) {
    this.#address = address.replace(/\/$/, '');
    this.#token = token;
    this.#warn = warn;
    this.#mayWrite = !isReadOnly;
  }

  /** @param {string} key @returns {Promise<Uint8Array | null>} */
  async get(key) {
    if (!this.#mayRead) return null;
    const answer = await this.#ask('GET', key);
    if (!answer || answer.status === STATUS.missing) return null;
    if (answer.ok) return answer.bytes && withoutSum(answer.bytes);
    this.#stopReading(this.#explain(answer.status));
    return null;
  }

  /** @param {string} key @param {Uint8Array} bytes */
  put(key, bytes) {
    if (!this.#mayWrite) return;
    const writing = this.#write(key, bytes).finally(() => this.#writing.delete(writing));
    this.#writing.add(writing);
  }

  async close() {
    await Promise.all(this.#writing);
  }

  /** @param {string} key @param {Uint8Array} bytes */
  async #write(key, bytes) {
    const answer = this.#mayWrite ? await this.#ask('PUT', key, withSum(bytes)) : null;
    if (!answer || answer.ok || answer.status === STATUS.exists || !this.#mayWrite) return;
    this.#mayWrite = false;
    this.#warn(`The remote cache stores no results of this run: ${this.#explain(answer.status)}`);
  }

  /**
   * Sends a request as soon as fewer than the max number are under way. Returns null if the server does not answer.
   * @param {'GET' | 'PUT'} method @param {string} key @param {Uint8Array<ArrayBuffer>} [body]
   */
  async #ask(method, key, body) {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise((resolve) => this.#waiting.push(() => resolve(null)));
    try {
      const response = await fetch(`${this.#address}/v1/cache/${nameOf(key)}`, {
        method,
        headers: {
          ...(this.#token === '' ? {} : { authorization: `Bearer ${this.#token}` }),
          ...(body ? { 'content-type': 'application/octet-stream' } : {}),
        },
        ...(body ? { body } : {}),
        signal: AbortSignal.timeout(MAX_ANSWER_MS),
      });
      const bytes = Buffer.from(await response.arrayBuffer());
      return { ok: response.ok, status: response.status, bytes };
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      this.#mayWrite = false;
      this.#stopReading(`it does not answer (${cause instanceof Error ? cause.message : cause}).`);
      return null;
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#free += 1;
    }
  }

  /** @param {string} why */
  #stopReading(why) {
    if (!this.#mayRead) return;
    this.#mayRead = false;
    this.#warn(`The remote cache ${this.#address} is not used: ${why}`);
  }

  /** @param {number} status */
  #explain(status) {
    if (status === STATUS.unauthorised) return 'it rejects the token in PAGETHRIFT_CACHE_TOKEN (status 401).';
    if (status === STATUS.forbidden) return 'the token in PAGETHRIFT_CACHE_TOKEN does not permit it (status 403).';
    return `it answers with status ${status}.`;
  }
}
