/** @import { TaskRunner } from '../../run/tasks/types.ts' */
/** @import { FileType } from '../../site/types.ts' */
/** @import { ChosenMinifier } from './chosen-minifier.js' */
/** @import { PackedBytes, PackTask } from './pack-file.js' */
/** @import { Effort, VariantName } from './variants.js' */

import { hash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import { createSlots } from '../../base/at-once.js';
import { countTask } from '../../base/count-task.js';
import { OverLimitError } from '../../base/errors.js';
import { exact } from '../../base/exact.js';
import { readOnce } from '../../base/read-once.js';
import { timed } from '../../base/spans.js';
import { isCompressible } from './variants.js';

/**
 * @typedef {object} PackInput
 * @property {string} path
 * @property {FileType} type
 * @property {Uint8Array} bytes read only if the file was not packed before
 * @property {string} [hash] hex SHA-256 of the bytes
 * @property {number} [size]
 * @property {readonly string[]} [spaceSelectors] of the sheets that a page links: see `findSpaceSelectors`
 * @property {readonly import('./lines.js').FlowSelectors[] | null} [flowSelectors] of the same, see
 *   `findFlowSelectors`; null if one of them is not available
 * @property {readonly string[]} [integrityHashes] of code in pages that must not change
 * @property {Uint8Array | null} [pair] the map of a script, or the script of a map
 * @property {boolean} [minify] false: variants only
 */

/**
 * @typedef {object} PackedEntry a file to write
 * @property {string} path
 * @property {'identity' | 'gzip' | 'br' | 'zstd' | 'deflate' | 'dcb' | 'dcz'} encoding
 * @property {number} size
 * @property {string} hash hex SHA-256
 * @property {string | null} linkFrom a file with these bytes, in the cache
 * @property {Uint8Array | null} bytes if there is no such file
 */

/**
 * Why a file was not packed although it may be in another run, null if that is not so.
 * @typedef {'out-of-budget' | 'failed' | null} PackFailure
 */

/**
 * @typedef {object} PackedFile
 * @property {string} path
 * @property {number} bytesBefore
 * @property {boolean} changed true if the content of the file changed
 * @property {string | null} reason why a page is not packed
 * @property {string | null} note why another packer than the chosen one made a page
 * @property {PackFailure} failure
 * @property {PackedEntry[]} entries the file itself, then its variants
 */

/**
 * @typedef {{ reason: string | null, note: string | null, changed: boolean, failure: PackFailure, parts: { suffix:
 *   string, encoding: PackedEntry['encoding'], size: number, hash: string }[] }} PackRecord
 */

/**
 * @typedef {object} PackCache the part of a cache that a packer uses
 * @property {(key: string) => unknown} [recallPlain] returns records at once that need no server
 * @property {(key: string) => Promise<Uint8Array | null>} get
 * @property {(key: string, bytes: Uint8Array) => Promise<void>} put
 * @property {(bytes: Uint8Array, hash?: string) => Promise<string>} store
 * @property {(hash: string) => Promise<string | null>} open
 */

const { zlib, brotli, zstd } = process.versions;

/** @type {PackedBytes & { failure: PackFailure }} */
const RUN_IS_OVER = Object.freeze({
  bytes: null,
  variants: [],
  reason: 'the run reached its time limit (limits.runMinutes)',
  note: null,
  failure: 'out-of-budget',
});

/** Input of a file that depends on no other. */
const AS_IT_IS = Object.freeze({
  spaceSelectors: [],
  flowSelectors: null,
  integrityHashes: [],
  pair: null,
  minify: true,
});

/**
 * @typedef {object} PackerOptions
 * @property {TaskRunner} runner
 * @property {PackCache | null} [cache]
 * @property {Effort} [effort]
 * @property {readonly VariantName[]} [variants]
 * @property {boolean} [compresses] false: variants are made later, by another packer
 * @property {ChosenMinifier | null} [htmlMinifier]
 * @property {string} [version] of the stage, with which cache keys begin
 * @property {(path: string) => Promise<Uint8Array>} [readMade] reads files from the cache
 * @property {(path: string, message: string) => void} [onExcess] is called for files whose packing exceeds its limit
 * @property {() => boolean} [isRunOver] returns true if the run has reached its time limit: then no file is packed
 *
 * @typedef {{ record: PackRecord, blobs: (Uint8Array | string)[] }} PackWork
 */

/**
 * Packs files with the run's task runner. Equal files are packed once, and results of earlier runs are reused. The
 * number of files in progress is limited to the capacity of the runner, so that memory does not grow with the site.
 */
export class Packer {
  #options;
  #cache;
  #slots;
  /** Settings that are part of each cache key. */
  #settings;
  /** Beginning of each cache key. */
  #stage;
  /** Files in progress or done, by cache key. @type {Map<string, Promise<PackWork>>} */
  #works = new Map();

  /** @param {PackerOptions} options */
  constructor({ runner, cache = null, effort = 'balanced', variants: sent = ['gz', 'br', 'zst'], ...options }) {
    const { htmlMinifier = null, version = '', compresses = true } = options;
    const [variants, keepsQuotes] = [compresses ? sent : [], sent.includes('br')];
    this.#options = { ...options, runner, effort, variants, keepsQuotes, htmlMinifier };
    this.#cache = cache;
    this.#slots = createSlots(runner);
    this.#stage = version === '' ? '' : `${version}/`;
    const sorted = [...variants].sort();
    const settings = JSON.stringify([version, zlib, brotli, zstd, effort, sorted, keepsQuotes, htmlMinifier]);
    this.#settings = JSON.stringify(settings);
  }

  /** Packs a file. @param {PackInput} file @returns {Promise<PackedFile>} */
  async pack(file) {
    const { path, type, size = file.bytes.length, hash = hashOf(file.bytes) } = file;
    const read = async () => file.bytes;
    return describe({ path, size }, await this.#start({ path, type, ...aroundOf(file), hash, read }));
  }

  /**
   * Makes compressed copies of a file that is packed in another way, or was renamed since.
   * @param {PackedFile} packed
   * @param {Pick<import('../../site/types.ts').SiteFile, 'path' | 'type'>} file
   * @returns {Promise<PackedFile>}
   */
  async compress(packed, { path, type }) {
    const [{ bytes, linkFrom, hash, size }] = packed.entries;
    const read = async () => bytes ?? this.#readMade(String(linkFrom));
    const work = await this.#start({ path, type, minify: false, hash, read });
    const { reason, entries } = describe({ path, size }, work);
    return { ...packed, path, reason: packed.reason ?? reason, entries };
  }

  /** @param {string} path */
  #readMade(path) {
    const { readMade } = this.#options;
    if (!readMade) throw new Error(`This packer cannot read “${path}” from the cache.`);
    return readMade(path);
  }

  /**
   * Packs a file, unless that is in progress or done.
   * @param {Omit<PackInput, 'bytes'> & { hash: string, read: () => Promise<Uint8Array> }} file
   */
  #start({ read, hash, ...file }) {
    const { effort, variants, keepsQuotes, htmlMinifier } = this.#options;
    const sent = { htmlMinifier, effort, variants, keepsQuotes };
    const asked = { ...AS_IT_IS, ...file };
    const key = this.#keyOf(asked, hash);
    const work = this.#works.get(key) ?? this.#packOnce(key, async () => ({ ...asked, bytes: await read(), ...sent }));
    this.#works.set(key, work);
    return work;
  }

  /** @param {Omit<PackInput, 'bytes'>} file @param {string} hash of its bytes */
  #keyOf({ path, type, minify, spaceSelectors, flowSelectors, integrityHashes, pair }, hash) {
    const kind = [type, isCompressible(path, type), /\.[^./]*$/.exec(path)?.[0].toLowerCase()];
    const selectors = `${formatOnce(spaceSelectors ?? [])},${flowSelectors ? formatOnce(flowSelectors) : null}`;
    const rest = JSON.stringify([integrityHashes, pair && hashOf(pair)]).slice(1);
    const text = `[${this.#settings},${JSON.stringify(kind)},"${hash}",${minify},${selectors},${rest}`;
    return `${this.#stage}${hashOf(text)}`;
  }

  /**
   * Packs a file, or returns the result of an earlier run.
   * @param {string} key
   * @param {() => Promise<PackTask>} open reads the file when a slot is free
   * @returns {Promise<PackWork>}
   */
  async #packOnce(key, open) {
    const known = this.#cache && (await recall(this.#cache, key));
    countTask('pack', Boolean(known));
    if (known) return known;
    const { task, packed } = await this.#slots(() => this.#run(open));
    const identity = { suffix: '', encoding: exact('identity'), bytes: packed.bytes ?? task.bytes };
    const parts = [identity, ...packed.variants].map((part) => ({
      ...part,
      size: part.bytes.length,
      hash: hashOf(part.bytes),
    }));
    /** @type {PackRecord} */
    const record = {
      reason: packed.reason,
      note: packed.note,
      changed: packed.bytes !== null,
      failure: packed.failure,
      parts: parts.map(({ suffix, encoding, size, hash }) => ({ suffix, encoding, size, hash })),
    };
    // A failure may not repeat in the next run.
    if (!this.#cache || packed.failure) return { record, blobs: parts.map(({ bytes }) => bytes) };
    const blobs = [];
    for (const { bytes, hash } of parts) blobs.push(await this.#cache.store(bytes, hash));
    await this.#cache.put(key, serialize(record));
    return { record, blobs };
  }

  /** Runs the task of a file, unless the run is over. @param {() => Promise<PackTask>} open */
  async #run(open) {
    const { runner, onExcess = () => {}, isRunOver = () => false } = this.#options;
    const task = await open();
    const work = async () => (isRunOver() ? RUN_IS_OVER : runTask(runner, task, onExcess));
    return { task, packed: await timed({ kind: 'file', by: 'pack', name: task.path }, work) };
  }
}

/** Returns lists as JSON. Many pages share those of selectors. */
const formatOnce = readOnce((/** @type {readonly unknown[]} */ list) => JSON.stringify(list));

/** Returns the inputs of packing a file, without its bytes. @param {PackInput} file */
function aroundOf(file) {
  return {
    spaceSelectors: file.spaceSelectors ?? AS_IT_IS.spaceSelectors,
    flowSelectors: file.flowSelectors ?? AS_IT_IS.flowSelectors,
    integrityHashes: file.integrityHashes ?? AS_IT_IS.integrityHashes,
    pair: file.pair ?? AS_IT_IS.pair,
    minify: file.minify ?? AS_IT_IS.minify,
  };
}

/**
 * @param {PackCache} cache
 * @param {string} key
 * @returns {Promise<{ record: PackRecord, blobs: string[] } | null>}
 */
async function recall(cache, key) {
  const near = cache.recallPlain?.(key);
  const bytes = near === undefined ? await cache.get(key) : null;
  if (near === undefined && !bytes) return null;
  const record = /** @type {PackRecord} */ (bytes ? deserialize(bytes) : near);
  const blobs = [];
  for (const { hash } of record.parts) {
    const path = await cache.open(hash);
    if (!path) return null;
    blobs.push(path);
  }
  return { record, blobs };
}

/**
 * @param {{ path: string, size: number }} file
 * @param {{ record: PackRecord, blobs: (Uint8Array | string)[] }} work
 * @returns {PackedFile}
 */
function describe(file, { record, blobs }) {
  return {
    path: file.path,
    bytesBefore: file.size,
    changed: record.changed,
    reason: record.reason,
    note: record.note,
    failure: record.failure,
    entries: record.parts.map(({ suffix, encoding, size, hash }, index) => {
      const blob = blobs[index];
      const isPath = typeof blob === 'string';
      return {
        path: file.path + suffix,
        encoding,
        size,
        hash,
        linkFrom: isPath ? blob : null,
        bytes: isPath ? null : blob,
      };
    }),
  };
}

/**
 * Packs a file. If a minifier fails or exceeds its limit, the file is compressed unchanged and shipped with the reason.
 * @param {TaskRunner} runner
 * @param {PackTask} task
 * @param {(path: string, message: string) => void} onExcess
 * @returns {Promise<PackedBytes & { failure: PackFailure }>}
 */
async function runTask(runner, task, onExcess) {
  let reason = null;
  /** @type {PackFailure} */
  let failure = null;
  for (const attempt of [task, { ...task, minify: false }, { ...task, minify: false, variants: [] }]) {
    try {
      /** @type {PackedBytes} */
      const packed = await runner.run('pack', attempt);
      return { ...packed, reason: reason ?? packed.reason, failure };
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const isExcess = error instanceof OverLimitError;
      if (isExcess) onExcess(task.path, error.message);
      failure ??= isExcess ? 'out-of-budget' : 'failed';
      reason ??= isExcess ? `packing ${error.message}` : `packing failed: ${error.message}`;
    }
  }
  return { bytes: null, variants: [], reason, note: null, failure };
}

/** @param {Uint8Array | string} data */
function hashOf(data) {
  return hash('sha256', data, 'hex');
}
