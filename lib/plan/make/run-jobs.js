/** @import { Job, Made } from '../types.ts' */
/** @import { Site } from '../../site/types.ts' */

import { createHash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import { createSlots, mapMany } from '../../base/at-once.js';
import { countTask } from '../../base/count-task.js';
import { OverLimitError } from '../../base/errors.js';
import { fileOfImage } from '../../base/image-part.js';
import { ownValue } from '../../base/own-value.js';
import { readOnce } from '../../base/read-once.js';
import { timed } from '../../base/spans.js';

/**
 * Does a job on its bytes. `read` returns the bytes of other files, which the job must list under `siblings`. `make`
 * returns the result of another maker for the same bytes, which is made once for all callers.
 * @typedef {Readonly<Record<string, unknown>>} Options
 * @typedef {(bytes: Uint8Array, options: Options, read: (path: string) => Uint8Array | null,
 *   make: (maker: string, options: Options) => Promise<Made>) => Promise<Made>} Maker
 * @typedef {{ get(key: string): Promise<Uint8Array | null>, put(key: string, bytes: Uint8Array): Promise<unknown> }}
 *   Store
 */

/**
 * Returns the key of a job: the maker, its options and the bytes, without their name.
 * @param {Job} job
 * @param {Site} site
 */
export function keyOfJob({ maker, resource, options }, site) {
  const siblings = Array.isArray(options.siblings) ? hashesOf(options.siblings)(site) : [];
  return digest([maker, hashIn(site, resource), inOrder(options), siblings]);
}

/** @param {Options} options */
function inOrder(options) {
  return Object.entries(options)
    .map(([name, value]) => [name, typeof value === 'object' && value !== null ? digestOnce(value) : value])
    .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
}

/** Caches the digest of options, which many jobs share. */
const digestOnce = readOnce((/** @type {object} */ value) => digest(value));

const hashesOf = readOnce((/** @type {readonly string[]} */ paths) =>
  readOnce((/** @type {Site} */ site) => digest(paths.map((path) => hashIn(site, fileOfImage(path))))),
);

/** @param {unknown} value */
function digest(value) {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}

/**
 * @param {Site} site
 * @param {string} path
 */
function hashIn(site, path) {
  return site.files.get(path)?.hash ?? null;
}

/**
 * Does every distinct job once, some at a time, and stores the results.
 * @param {readonly Job[]} jobs
 * @param {{ site: Site, makers: Readonly<Record<string, Maker>>, store: Store | null, versionOf: (maker: string) =>
 *   string | null, capacity: { readonly atOnce: number }, isRunOver?: () => boolean }} context `versionOf`: begins
 *   cache keys, null for a maker that only combines results of others; `isRunOver`: returns true if the run reached its
 *   time limit, so that nothing more is made
 * @param {(done: number, of: number) => void} [tick]
 * @returns {Promise<Map<string, Made>>} by `keyOfJob`
 */
export async function runJobs(jobs, context, tick = () => {}) {
  const distinct = new Map(jobs.map((job) => [keyOfJob(job, context.site), job]));
  /** @type {Map<string, Promise<Made>>} */
  const underWay = new Map();
  /** @param {string} key @param {Job} job @returns {Promise<Made>} */
  const once = (key, job) => {
    const known =
      underWay.get(key) ??
      timed({ kind: 'file', by: job.maker, name: job.resource }, () =>
        makeOnce(key, job, context, (other) => once(keyOfJob(other, context.site), other)),
      );
    underWay.set(key, known);
    return known;
  };
  /** @type {Map<string, Made>} */
  const made = new Map();
  const slots = createSlots(context.capacity);
  await mapMany([...distinct], async ([key, job]) => {
    made.set(key, await slots(() => once(key, job)));
    tick(made.size, distinct.size);
  });
  return made;
}

/**
 * @param {string} key
 * @param {Job} job
 * @param {Parameters<typeof runJobs>[1]} context
 * @param {(job: Job) => Promise<Made>} makeOther
 * @returns {Promise<Made>}
 */
async function makeOnce(key, job, { site, makers, store, versionOf, isRunOver }, makeOther) {
  const maker = ownValue(makers, job.maker);
  const file = site.files.get(job.resource);
  if (!maker) return refuse('no-browser', `“${job.maker}” needs a browser, and none is available`);
  if (!file) return refuse('broken', `${job.resource} is not there`);
  const version = versionOf(job.maker);
  const slot = `${version}/${key}`;
  const remembered = version === null ? null : await store?.get(slot);
  countTask('make', Boolean(remembered));
  if (remembered) return deserialize(remembered);
  if (version !== null && isRunOver?.())
    return refuse('out-of-budget', 'the run reached its time limit (limits.runMinutes)');
  try {
    const read = (/** @type {string} */ path) => site.files.get(path)?.bytes ?? null;
    const make = (/** @type {string} */ other, /** @type {Options} */ options) =>
      makeOther({ ...job, maker: other, options });
    const made = await maker(file.bytes, job.options, read, make);
    // A job that failed without a browser can succeed the next time.
    if (version !== null && (made.ok || made.reason !== 'no-browser')) await store?.put(slot, serialize(made));
    return made;
  } catch (error) {
    if (error instanceof OverLimitError) {
      const made = refuse('out-of-budget', `${job.resource} ${error.message}`);
      if (error.isLasting && version !== null) await store?.put(slot, serialize(made));
      return made;
    }
    // An image for which a maker fails does not stop the build: it stays unchanged, and the report has the reason.
    const why = error instanceof Error ? error.message : String(error);
    return refuse('broken', `${job.maker} failed on ${job.resource}: ${why}`);
  }
}

/**
 * @param {Extract<Made, { ok: false }>['reason']} reason
 * @param {string} message
 * @returns {Made}
 */
function refuse(reason, message) {
  return { ok: false, reason, message };
}
