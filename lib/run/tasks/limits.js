/**
 * Limits of a task. Plain data, because it is sent to the process that runs the task.
 * @typedef {object} Limit
 * @property {number} cpuMs processor time of all threads of its process
 * @property {number} wallMs elapsed time, for a task that waits without end
 * @property {number} megabytes memory of its process, native code included
 *
 * @typedef {{ bytes?: Uint8Array, minify?: boolean, effort?: string }} Task the facts that decide a limit
 */

import { sniffImage } from '../../images/codecs/sniff.js';

/** Base time: loading a codec takes a second of it, and an animation of 2 kB can have 500 frames. */
const BASE_CPU_MS = 10_000;
/** The slowest real tasks encode AVIF: they take some 6 s per megabyte of a photograph. */
const CPU_MS_PER_MEGABYTE = 10_000;
/** A palette of a screenshot takes some 4 s per million pixels, however few bytes it has. */
const CPU_MS_PER_MEGAPIXEL = 6000;
/** Max time of a task, unless its time grows with the bytes alone. */
const MAX_CPU_MS = 30_000;
/** Compression takes a tenth of this, with `--effort max` a quarter. */
const COMPRESS_CPU_MS_PER_MEGABYTE = Object.freeze({ fast: 30_000, balanced: 60_000, max: 120_000 });
/** A process on a busy machine can get as little as a tenth of a core. */
const WALL_TIME_PER_CPU_TIME = 10;
/** Two processes of this size and the run itself stay below 1.5 GB. */
const MAX_MEGABYTES = 600;
/** Bytes of a megabyte. */
const MEGABYTE = 1e6;
/** Pixels of a million of them. */
const MEGAPIXEL = 1e6;
/** Messages are in seconds. */
const MS_PER_SECOND = 1000;

/**
 * Returns the limits of a task.
 * @param {string} kind
 * @param {Task} task
 * @returns {Limit}
 */
export function limitOf(kind, task) {
  const megabytes = (task.bytes?.length ?? Infinity) / MEGABYTE;
  const cpuMs = compresses(kind, task)
    ? BASE_CPU_MS + Math.ceil(megabytes * compressMs(task))
    : Math.min(MAX_CPU_MS, BASE_CPU_MS + Math.ceil(megabytes * CPU_MS_PER_MEGABYTE) + pixelMs(kind, task));
  return { cpuMs, wallMs: cpuMs * WALL_TIME_PER_CPU_TIME, megabytes: MAX_MEGABYTES };
}

/** Returns the time for the pixels of an image. @param {string} kind @param {Task} task */
function pixelMs(kind, { bytes }) {
  if (kind !== 'make' || !bytes) return 0;
  const { width, height } = sniffImage(bytes);
  return Math.ceil(((width * height) / MEGAPIXEL) * CPU_MS_PER_MEGAPIXEL);
}

/** Returns true if a task only compresses. @param {string} kind @param {Task} task */
function compresses(kind, { minify }) {
  return kind === 'weigh' || kind === 'delta' || (kind === 'pack' && minify === false);
}

/** @param {Task} task */
function compressMs({ effort = 'balanced' }) {
  return COMPRESS_CPU_MS_PER_MEGABYTE[/** @type {keyof typeof COMPRESS_CPU_MS_PER_MEGABYTE} */ (effort)];
}

/**
 * Describes the exceeded limit, as a text after the name of a file.
 * @param {keyof Limit} resource
 * @param {Limit} limit
 */
export function describeExcess(resource, limit) {
  if (resource === 'megabytes') return `takes more than ${limit.megabytes} MB of memory`;
  return `takes more than ${limit[resource] / MS_PER_SECOND} s${resource === 'cpuMs' ? ' of processor time' : ''}`;
}
