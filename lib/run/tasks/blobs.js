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
 * A task in transit: the bytes of its file by their hash, because several tasks share a file, and the rest as text.
 * @typedef {{ kind: string, file: string, rest: string }} Parcel
 *
 * The answer of a worker: the result of the task, or the limit that it exceeded.
 * @typedef {{ done: unknown } | { excess: string }} QueueAnswer
 */

/**
 * @param {string} kind @param {{ bytes?: Uint8Array }} task
 * @returns {{ parcel: Parcel, key: string, bytes: Uint8Array }} `key` identifies the task by all its input
 */
export function wrapTask(kind, { bytes = new Uint8Array(), ...others }) {
  const file = hash('sha256', bytes, 'hex');
  const rest = serialize(others).toString('base64');
  return { parcel: { kind, file, rest }, key: hash('sha256', `${kind} ${file} ${rest}`, 'hex'), bytes };
}

/**
 * @param {Parcel} parcel @param {Blobs} blobs
 * @returns {Promise<object>}
 */
export async function unwrapTask({ file, rest }, blobs) {
  const bytes = await blobs.get(file);
  if (!bytes || hash('sha256', bytes, 'hex') !== file) throw new Error(`the bytes ${file} are missing`);
  return { ...deserialize(Buffer.from(rest, 'base64')), bytes };
}
