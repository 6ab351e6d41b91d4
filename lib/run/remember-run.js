/** @import { Site } from '../site/types.ts' */
/** @import { Cache } from './cache/cache.js' */
/** @import { Outcome } from './optimize/index.js' */
/** @import { OutputEntry } from '../output/write/types.ts' */
/** @import { Settings } from './types.ts' */

import { createHash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { eachAtOnce } from '../base/at-once.js';
import { exact } from '../base/exact.js';
import { present } from '../base/present.js';
import { keepAlive } from '../base/working-on.js';
import { OutputFile } from '../output/write/output-file.js';
import { stampRun } from './stages.js';
import { VERSION } from './version.js';

/**
 * The stored result of a former run on the same input.
 * @typedef {{ report: Outcome['report'], isSound: boolean, entries: OutputEntry[] }} Remembered
 */

/** Settings that affect the speed of a run and the place of files, but not the result. */
const NO_MATTER = new Set(['jobs', 'queue', 'cache', 'remoteCache', 'cacheReadOnly', 'strict', 'budgets', 'tolerance']);

/** Fast compression: a report of thousands of pages becomes a tenth as large. */
const FAST = Object.freeze({ params: { [constants.ZSTD_c_compressionLevel]: 1 } });

/** Items of a list that are stored together. */
const PART_ITEMS = 500;
/** The name of the list of files, which is not in the report. */
const FILES = 'written files';
/** Bytes of the length before a part: 32 bits. */
const LENGTH_BYTES = 4;

/** Max files that are opened at the same time, if a server has to respond. */
const OPENED_AT_ONCE = 16;

/** Warnings of a part of a run that failed and can succeed in the next run. */
const FAILURES = new Set(['not-recorded', 'out-of-budget', 'rule-failed', 'unseen']);

/**
 * Returns true if nothing of a run failed. Only a complete run is stored for the next one.
 * @param {Pick<Outcome, 'report' | 'verdicts'>} outcome
 * @param {Pick<Settings, 'browser'>} settings
 */
export function isComplete({ report, verdicts }, { browser }) {
  const isMissed = (/** @type {{ code: string }} */ { code }) =>
    FAILURES.has(code) && !(browser === 'off' && code === 'not-recorded');
  return (
    !report.warnings.some(isMissed) &&
    !report.changes.some(
      ({ reason }) => reason === 'out-of-budget' || (reason === 'no-browser' && browser !== 'off'),
    ) &&
    verdicts.every(({ status, reason }) => status !== 'unseen' || reason === 'blank-page')
  );
}

/** Returns the settings that affect the result. @param {Settings} settings */
export function listEffective(settings) {
  return Object.entries(settings)
    .filter(([name]) => !NO_MATTER.has(name))
    .sort();
}

/**
 * Returns the key of a run's result: the input's bytes, the settings, the versions.
 * @param {Site} site
 * @param {Settings} settings
 * @param {Site | null} [former] the deployed files
 */
export function fingerprintOf(site, settings, former = null) {
  const hash = createHash('sha256');
  hash.update(JSON.stringify([stampRun(), process.versions.node, site.name]));
  hash.update(JSON.stringify(listEffective(settings)));
  for (const file of former?.files.values() ?? []) hash.update(`former ${file.path}\0${file.hash}\n`);
  for (const file of site.files.values()) hash.update(`${file.path}\0${file.hash}\n`);
  hash.update(JSON.stringify([[...(site.links ?? [])], [...(site.others ?? [])]]));
  return hash.digest('hex');
}

/**
 * @param {Cache} cache
 * @param {string} fingerprint
 * @param {Site} site
 * @param {{ report: Outcome['report'], isSound: boolean, entries: readonly OutputEntry[] }} run
 */
export async function rememberRun(cache, fingerprint, site, { report, isSound, entries }) {
  const own = new Set([...site.files.values()].map((file) => file.hash));
  for (const entry of entries) {
    const { hash } = entry;
    if (!hash || entry.linkFrom || own.has(hash)) continue;
    if (entry.bytes) await cache.store(entry.bytes, hash);
  }
  const files = entries.map(({ path, hash, like }) => exact([path, String(hash), like]));
  await cache.put(keyOf(fingerprint), formatRun({ report, isSound, files }));
}

/** @param {string} fingerprint */
function keyOf(fingerprint) {
  return `run-parts/${fingerprint}`;
}

/**
 * A result as it is stored, with the path, the hash and the original of each file.
 * @typedef {Pick<Remembered, 'report' | 'isSound'> & { files: readonly (readonly [string, string, string?])[] }} Stored
 */

/**
 * Formats a result in parts, each with its length before it: as a whole, the report of 10,000 pages would take several
 * hundred megabytes at a time. The first part has no lists, others have the name and some items of one.
 * @param {Stored} run
 */
function formatRun({ report, isSound, files }) {
  const lists = Object.entries(report).flatMap(([name, value]) => (Array.isArray(value) ? [exact([name, value])] : []));
  const bare = { ...report, ...Object.fromEntries(lists.map(([name]) => [name, []])) };
  const parts = [formatPart({ report: bare, isSound, files: [] })];
  for (const [name, list] of [...lists, exact([FILES, files])])
    for (let at = 0; at < list.length; at += PART_ITEMS)
      parts.push(formatPart([name, list.slice(at, at + PART_ITEMS)]));
  return Buffer.concat(parts.flat());
}

/** @param {unknown} part */
function formatPart(part) {
  const bytes = zstdCompressSync(serialize(part), FAST);
  keepAlive();
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(bytes.length);
  return [length, bytes];
}

/** @param {Uint8Array} bytes from `formatRun` @returns {Stored} */
function parseRun(bytes) {
  const parts = partsOf(bytes);
  const run = parts.next().value;
  for (const [name, items] of parts) (name === FILES ? run.files : run.report[name]).push(...items);
  return run;
}

/** @param {Uint8Array} bytes */
function* partsOf(bytes) {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 0; at < buffer.length; ) {
    const start = at + LENGTH_BYTES;
    at = start + buffer.readUInt32LE(at);
    yield deserialize(zstdDecompressSync(buffer.subarray(start, at)));
  }
}

/**
 * Returns the stored result of a former run on the same input, if all of it still exists.
 * @param {Cache} cache
 * @param {string} fingerprint
 * @param {Site} site
 * @returns {Promise<Remembered | null>}
 */
export async function recallRun(cache, fingerprint, site) {
  const bytes = await cache.get(keyOf(fingerprint));
  if (!bytes) return null;
  const { report, isSound, files } = parseRun(bytes);
  const tool = { ...report.tool, version: VERSION };
  const own = new Map([...site.files.values()].map((file) => [file.hash, file]));
  const hashes = new Set(files.flatMap(([, hash]) => (own.has(hash) ? [] : hash)));
  /** @type {Map<string, string>} */
  const made = new Map();
  let isMissing = false;
  await eachAtOnce(hashes, OPENED_AT_ONCE, async (hash) => {
    const path = isMissing ? null : await cache.open(hash);
    if (path) made.set(hash, path);
    else isMissing = true;
  });
  if (isMissing) return null;
  const entries = [];
  for (const [path, hash, like] of files) {
    const file = own.get(hash);
    const linkFrom = file ? (file.source ?? null) : present(made.get(hash));
    entries.push(new OutputFile({ path, hash, like, linkFrom }, file && !file.source ? file : null));
  }
  return { report: { ...report, tool }, isSound, entries };
}
