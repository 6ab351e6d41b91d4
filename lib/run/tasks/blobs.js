/** @import { Redis } from 'ioredis' */

import { hash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';

/** Blobs expire after a day without access; no run lasts that long. */
const KEPT_SECONDS = 86_400;

/**
 * Opens a store of bytes by their hash, in Redis, for the time of a run.
 * @param {Redis} redis
 */
export function openBlobs(redis) {
  const slot = (/** @type {string} */ name) => `pagethrift:blob:${name}`;
  /** @type {Set<string>} hashes that this process has seen there */
  const known = new Set();
  // A restarted server can have lost them.
  redis.on('ready', () => known.clear());

  return {
    /** Returns true if this process has stored bytes there. @param {string} name */
    has: (name) => known.has(name),
    /** @param {string} name @returns {Promise<Uint8Array | null>} */
    get: (name) => redis.getBuffer(slot(name)),
    /** @param {string} name @param {Uint8Array} bytes */
    async put(name, bytes) {
      if (known.has(name)) return;
      await redis.set(slot(name), Buffer.from(bytes), 'EX', KEPT_SECONDS, 'NX');
      known.add(name);
    },
  };
}

/** @typedef {ReturnType<typeof openBlobs>} Blobs */

/**
 * A file that a task needs. Its bytes are only read if no other task has sent them.
 * @typedef {{ readonly hash?: string, readonly bytes: Uint8Array }} TaskFile
 *
 * A task in transit: the bytes of its file by their hash, because several tasks share a file, and the rest as text.
 * @typedef {{ kind: string, file: string, rest: string }} Parcel
 *
 * The answer of a worker: the result of the task, or the limit that it exceeded.
 * @typedef {{ done: unknown } | { excess: string }} QueueAnswer
 */

/**
 * @param {string} kind @param {{ bytes?: Uint8Array, files?: ReadonlyMap<string, TaskFile> }} task
 * @returns {{ parcel: Parcel, key: string, sent: ReadonlyMap<string, () => Uint8Array> }} `key` identifies the task by
 *   all its input; `sent`: the bytes that the parcel names, by their hash
 */
export function wrapTask(kind, { bytes = new Uint8Array(), files, ...others }) {
  const file = hash('sha256', bytes, 'hex');
  /** @type {Map<string, () => Uint8Array>} */
  const sent = new Map([[file, () => bytes]]);
  const named = [...(files ?? [])].map(([name, one]) => {
    const digest = one.hash ?? hash('sha256', one.bytes, 'hex');
    sent.set(digest, () => one.bytes);
    return [name, digest];
  });
  const rest = serialize(files ? { ...others, named } : others).toString('base64');
  return { parcel: { kind, file, rest }, key: hash('sha256', `${kind} ${file} ${rest}`, 'hex'), sent };
}

/**
 * Returns the task of a parcel: its bytes, and the bytes of its files by their names.
 * @param {Parcel} parcel @param {Pick<Blobs, 'get'>} blobs
 * @returns {Promise<object>}
 */
export async function unwrapTask({ file, rest }, blobs) {
  const read = async (/** @type {string} */ digest) => {
    const bytes = await blobs.get(digest);
    if (!bytes || hash('sha256', bytes, 'hex') !== digest) throw new Error(`the bytes ${digest} are missing`);
    return bytes;
  };
  const { named, ...others } = deserialize(Buffer.from(rest, 'base64'));
  const bytes = await read(file);
  if (!named) return { ...others, bytes };
  /** @type {Map<string, Uint8Array>} */
  const files = new Map();
  for (const [name, digest] of named) files.set(name, await read(digest));
  return { ...others, bytes, files };
}
