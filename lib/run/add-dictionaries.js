/** @import { TaskRunner } from './tasks/types.ts' */
/** @import { Site, SitePath } from '../site/types.ts' */
/** @import { Cache } from './cache/cache.js' */
/** @import { Outcome } from './optimize/index.js' */
/** @import { Packed } from './optimize/pack-site.js' */
/** @import { Compressor } from '../output/pack/compress-site.js' */
/** @import { DeltaTask } from '../output/dictionary/make-deltas.js' */
/** @import { Settings } from './types.ts' */

import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { countTask } from '../base/count-task.js';
import { exact } from '../base/exact.js';
import { present } from '../base/present.js';
import { CODINGS } from '../output/dictionary/codings.js';
import { DICTIONARY_FILE, dictionaryPath, idOf } from '../output/dictionary/names.js';
import { chooseDictionary } from '../output/dictionary/site-dictionary.js';
import { versionOf } from '../plan/price/conditions.js';
import { estimatePage, meanPagesPerVisit } from '../plan/price/index.js';
import { findDigestNames } from '../site/text/digest-name.js';
import { stampStage } from './stages.js';

const OLD_NODE = Object.freeze({
  code: 'old-node',
  message:
    `Node.js ${process.versions.node} compresses nothing against a dictionary: nothing of that was written; use ` +
    `22.19 or later`,
});

/** Files that a dictionary compresses well. */
const IS_TEXT = /\.(?:html?|css|m?js|json|svg|xml|txt)$/i;

/**
 * Adds a dictionary of the common parts of pages, if a visit gains by it, and compressed copies: of the pages against
 * the dictionary, and of changed files against the deployed version with another digest.
 * @param {Outcome} outcome
 * @param {Settings} settings
 * @param {{ former: Site | null, cache: Cache | null, packer: Compressor, runner: TaskRunner }} world
 * @returns {Promise<Outcome>}
 */
export async function addDictionaries(outcome, settings, { former, cache, packer, runner }) {
  // The dictionary of an earlier run in the folder does not belong to the site.
  const files = new Map([...outcome.files].filter(([path]) => !DICTIONARY_FILE.test(path)));
  const pages = [...files.values()].filter(({ path }) => /\.html?$/i.test(path));
  const texts = new Map(await Promise.all(pages.map(async (page) => exact([page.path, await bytesOf(page)]))));
  const pagesPerVisit = meanPagesPerVisit(settings.pagesPerVisit, pages.length);
  const kept = [...(former?.files.values() ?? [])].find(({ path }) => DICTIONARY_FILE.test(path));
  const chosen = chooseDictionary([...texts.values()], { pagesPerVisit, former: kept?.bytes ?? null });
  const dictionary = chosen && doesGain(chosen, pages, settings, pagesPerVisit) ? chosen.bytes : null;

  /** @type {{ path: SitePath, dictionary: Uint8Array }[]} */
  const wanted = [];
  for (const path of dictionary ? texts.keys() : [])
    wanted.push({ path, dictionary: /** @type {Uint8Array} */ (dictionary) });
  for (const [path, bytes] of formerVersions(files, former)) wanted.push({ path, dictionary: bytes });
  await writeDeltas(files, wanted, settings, { cache, runner });
  if (dictionary) {
    const path = dictionaryPath(dictionary);
    const entries = [entryOf(path, dictionary)];
    const made = {
      path,
      bytesBefore: dictionary.length,
      changed: false,
      reason: null,
      note: null,
      failure: null,
      entries,
    };
    files.set(path, await packer.compress(made, { path, type: 'text' }));
  }
  const warnings = CODINGS.length > 0 ? [] : [OLD_NODE];
  return {
    ...outcome,
    files,
    report: { ...outcome.report, warnings: [...outcome.report.warnings, ...warnings] },
  };
}

/**
 * Returns true if a visit of several pages gains in the network model: it needs no additional packets, and no page is
 * slower.
 * @param {import('../output/dictionary/site-dictionary.js').SiteDictionary} dictionary
 * @param {readonly Packed[]} pages
 * @param {Settings} settings
 * @param {number} pagesPerVisit
 */
function doesGain({ sentBytes, savedBytes }, pages, { link, http }, pagesPerVisit) {
  const sizes = pages.map(smallestOf).toSorted((a, b) => a - b);
  const typical = sizes[sizes.length >> 1];
  const conditions = { link, http: versionOf(http), visit: exact('first') };
  const costOf = (/** @type {number[]} */ bytes) => {
    const files = bytes.map((size, index) => ({
      url: `${index}`,
      type: exact('html'),
      bytes: Math.max(1, Math.round(size)),
    }));
    const references = files.slice(1).map(({ url }) => ({ from: '0', to: url, atByte: 0, deferred: true }));
    return estimatePage({ url: '0', files, references }, conditions).estimate;
  };
  const [first, firstWith, later, laterWith] = [[typical], [typical, sentBytes], [typical], [typical - savedBytes]].map(
    costOf,
  );
  const packets = firstWith.packets - first.packets + (laterWith.packets - later.packets) * (pagesPerVisit - 1);
  return packets < 0 && laterWith.ms <= later.ms;
}

/**
 * Returns the deployed version of each file. Both versions have a digest in their names, because browsers cache only
 * such files without revalidation.
 * @param {ReadonlyMap<SitePath, Packed>} files
 * @param {Site | null} former
 * @returns {Map<SitePath, Uint8Array>}
 */
function formerVersions(files, former) {
  if (!former) return new Map();
  const names = findDigestNames([...files.keys(), ...former.files.keys()]);
  const patternOf = (/** @type {SitePath} */ path) => {
    const place = names.get(path);
    return place && IS_TEXT.test(path) ? `${path.slice(0, place.start)}*${path.slice(place.end)}` : null;
  };
  const before = Map.groupBy(
    [...former.files.values()].filter(({ path }) => !files.has(path)),
    ({ path }) => patternOf(path),
  );
  return new Map(
    [...files.keys()].flatMap((path) => {
      const pattern = former.files.has(path) ? null : patternOf(path);
      const [version, another] = pattern === null ? [] : (before.get(pattern) ?? []);
      return version && !another ? [exact([path, version.bytes])] : [];
    }),
  );
}

/**
 * @param {Map<SitePath, Packed>} files
 * @param {readonly { path: SitePath, dictionary: Uint8Array }[]} wanted
 * @param {Settings} settings
 * @param {{ cache: Cache | null, runner: TaskRunner }} world
 */
async function writeDeltas(files, wanted, { effort }, { cache, runner }) {
  await Promise.all(
    wanted.map(async ({ path, dictionary }) => {
      const id = idOf(dictionary);
      const file = files.get(path);
      if (id === null || !file) return;
      const bytes = await bytesOf(file);
      const made = await remember(cache, { bytes, dictionary, smallest: smallestOf(file), effort }, runner);
      const deltas = made.map(({ coding, bytes: delta }) => ({
        ...entryOf(`${path}.${id}.${coding}`, Buffer.from(delta)),
        encoding: coding,
      }));
      const now = present(files.get(path));
      files.set(path, { ...now, entries: [...now.entries, ...deltas] });
    }),
  );
}

/**
 * @param {Cache | null} cache
 * @param {DeltaTask} task
 * @param {TaskRunner} runner
 * @returns {Promise<import('../output/dictionary/make-deltas.js').Delta[]>}
 */
async function remember(cache, task, runner) {
  const { bytes, dictionary, smallest, effort } = task;
  const { brotli, zstd } = process.versions;
  const parts = [
    stampStage('delta'),
    brotli,
    zstd,
    effort,
    smallest,
    hash('sha256', bytes),
    hash('sha256', dictionary),
  ];
  const key = `delta/${hash('sha256', JSON.stringify(parts))}`;
  const known = cache && (await cache.get(key));
  countTask('delta', Boolean(known));
  if (known) {
    const { codings } = JSON.parse(Buffer.from(known).toString());
    return codings.map(
      (/** @type {[import('../output/dictionary/codings.js').DictionaryCoding, string]} */ [coding, base64]) => ({
        coding,
        bytes: Buffer.from(base64, 'base64'),
      }),
    );
  }
  /** @type {import('../output/dictionary/make-deltas.js').Delta[]} */
  const made = await runner.run('delta', task);
  const codings = made.map((delta) => [delta.coding, Buffer.from(delta.bytes).toString('base64')]);
  await cache?.put(key, Buffer.from(JSON.stringify({ codings })));
  return made;
}

/** @param {Packed} file */
async function bytesOf({ entries: [{ bytes, linkFrom }] }) {
  return bytes ?? readFile(String(linkFrom));
}

/** @param {Packed} file */
function smallestOf({ entries }) {
  return Math.min(...entries.map(({ size }) => size));
}

/** @param {SitePath} path @param {Uint8Array} bytes */
function entryOf(path, bytes) {
  const encoding = exact('identity');
  return { path, encoding, size: bytes.length, hash: hash('sha256', bytes), linkFrom: null, bytes };
}
