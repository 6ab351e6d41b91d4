/** @import { Site, SitePath, Warning } from '../site/types.ts' */
/** @import { Packed } from './optimize/pack-site.js' */
/** @import { Outcome } from './optimize/index.js' */
/** @import { OutputEntry } from '../output/write/types.ts' */
/** @import { Settings } from './types.ts' */

import { realpathSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { countTask } from '../base/count-task.js';
import { InputError } from '../base/errors.js';
import { exact } from '../base/exact.js';
import { enterStage } from '../base/spans.js';
import { checkOutFolder } from '../output/write/check-folder.js';
import { OutputFile } from '../output/write/output-file.js';
import { writeOutput } from '../output/write/write-output.js';
import { meanPagesPerVisit } from '../plan/price/index.js';
import { readSite } from '../site/read-site.js';
import { addDictionaries } from './add-dictionaries.js';
import { listMissingShards } from './build-shard.js';
import { filesByHash, openFolderStamps } from './cache/folder-stamps.js';
import { openRunCache } from './cache/open-run-cache.js';
import { countVisits } from './count-visits.js';
import { imagePairs } from './image-pairs.js';
import { isOwnOutput, listBrought, stampSettings, withoutChanges } from './own-output.js';
import { readBuildInput, withPageVisit } from './read-build-input.js';
import { fingerprintOf, isComplete, recallRun, rememberRun } from './remember-run.js';
import { runOptimize } from './run-optimize.js';
import { checkServerPaths, writeServerFiles } from './server-files.js';

const MISSING_PREVIOUS = '--visit return compares with the last deployment. Name its folder with --previous.';

/**
 * Optimises a folder into another one, completely or not at all. Reuses the results of an earlier run on the same
 * input.
 * @param {{ folder: string, out: string, inPlace: boolean, force: boolean, servers?: string | null, hints?: string |
 *   null, prefetch?: boolean, isIllustrated?: boolean, shards?: number }} where absolute paths; `servers`: where to
 *   write what servers need; `hints`: the same, with what pages preload; `prefetch`: and what is fetched ahead;
 *   `isIllustrated`: a report will show what was made; `shards`: number of shards whose results are merged
 * @param {Settings} asked
 * @param {Parameters<typeof runOptimize>[3]} progress
 * @returns {Promise<{ report: Outcome['report'], isSound: boolean, images: ReturnType<typeof imagePairs> }>}
 */
export async function buildSite(where, asked, progress) {
  checkServerPaths({ out: where.out, servers: where.servers ?? where.hints ?? null });
  /** @type {Warning[]} */
  const ofCache = [];
  const cache = asked.cache === 'off' ? null : await openRunCache(asked, ofCache);
  try {
    const built = await buildWith(cache, where, asked, progress);
    return { ...built, report: withWarnings(built.report, ofCache) };
  } finally {
    await cache?.close();
  }
}

/**
 * @param {import('./cache/cache.js').Cache | null} cache
 * @param {Parameters<typeof buildSite>[0]} where
 * @param {Settings} asked
 * @param {Parameters<typeof runOptimize>[3]} progress
 * @returns {ReturnType<typeof buildSite>}
 */
async function buildWith(cache, where, asked, progress) {
  const { folder, out, inPlace, force, isIllustrated = false, shards = 0 } = where;
  const [input, output] = [openFolderStamps(cache, folder), openFolderStamps(cache, out, { isLinked: true })];
  const content = inPlace ? null : checkOutFolder(out, { inputFolder: folder, force, stamps: output.stamps });
  if (content) cache?.lend(filesByHash(out, content));
  const { whole, site, own } = await readBuildInput(where, asked, input.stamps);
  input.keep();
  const counted = withPageVisit(asked);
  const settings = isOwnOutput(site, folder, asked) ? withoutChanges(counted) : counted;
  if (asked.visit === 'return' && settings.previous === '') throw new InputError('usage', MISSING_PREVIOUS);
  const former = settings.previous === '' ? null : await readSite(settings.previous);
  const fingerprint = fingerprintOf(site, { ...settings, visit: asked.visit }, former);
  // Another folder receives the whole site. In place, files that were not chosen are kept.
  const isChosen = (/** @type {SitePath} */ path) => !inPlace || !site.others?.has(path);
  const chosen = [...whole.files.values()].filter(({ path }) => isChosen(path));
  const options = {
    inputFolder: folder,
    force,
    links: site.links,
    settings: stampSettings(asked),
    brought: listBrought(site, folder),
    chosen: inPlace ? new Map(chosen.map(({ path, hash }) => [path, hash])) : null,
    stamps: output.stamps,
    content,
  };
  const asMade = { own, makesDictionary: settings.dictionaries || former !== null };
  /** @type {Warning[]} */
  const ofServers = cache && shards > 0 ? await warnOfShards(cache, fingerprintOf(site, asked), shards) : [];
  const write = async (/** @type {readonly OutputEntry[]} */ entries) => {
    enterStage('writing');
    await writeOutput(out, entries, options);
    output.keep();
    ofServers.push(...(await writeServers(where, entries, site, asMade)));
  };
  const known = cache && (await recallRun(cache, fingerprint, site));
  countTask('report', Boolean(known));
  if (known) {
    await write(known.entries);
    return { ...known, report: withWarnings(known.report, ofServers), images: new Map() };
  }
  cache?.followTrails(realpathSync(folder));
  const named = { kind: exact('folder'), name: basename(resolve(folder)) };
  const job = { command: 'build', input: named, onlyFetched: false, isShipped: true, isIllustrated, cache };
  const { report, verdicts, files } = await runOptimize(
    site,
    job,
    settings,
    progress,
    async (outcome, { packer, runner }) => {
      const delivered = asMade.makesDictionary
        ? await addDictionaries(outcome, settings, { former, cache, packer, runner })
        : outcome;
      const finished = wantsVisits(asked) ? withVisits(delivered, settings, former) : delivered;
      await write(entriesOf(finished.files, isChosen, own));
      return finished;
    },
  );
  const isSound = verdicts.every(({ status }) => status === 'same' || status === 'skipped');
  if (cache && isComplete({ report, verdicts }, settings))
    await rememberRun(cache, fingerprint, site, { report, isSound, entries: entriesOf(files, isChosen, own) });
  cache?.keepTrails();
  return { report: withWarnings(report, ofServers), isSound, images: imagePairs(verdicts) };
}

/**
 * @param {import('./cache/cache.js').Cache} cache @param {string} fingerprint @param {number} of number of shards
 * @returns {Promise<Warning[]>}
 */
async function warnOfShards(cache, fingerprint, of) {
  const missing = await listMissingShards(cache, fingerprint, of);
  if (missing.length === 0) return [];
  const names =
    missing.length === 1 ? `Shard ${missing[0]} of ${of} has` : `Shards ${missing.join(', ')} of ${of} have`;
  const message = `${names} left no results in the cache for this site and these settings. The merge did their work.`;
  return [{ code: 'missing-shard', message }];
}

/** Returns true if the settings concern visits of more than one page. @param {Settings} settings */
function wantsVisits({ visit, fingerprint, dictionaries, previous }) {
  return visit === 'tour' || visit === 'return' || fingerprint || dictionaries || previous !== '';
}

/**
 * @param {Outcome} outcome
 * @param {Settings} settings
 * @param {Site | null} former
 * @returns {Outcome}
 */
function withVisits(outcome, settings, former) {
  const { files, report } = outcome;
  const nameNow = (/** @type {SitePath} */ path) => report.names?.renamed[path] ?? path;
  const fetches = new Map([...outcome.fetches].map(([page, fetched]) => [page, fetched.map(nameNow)]));
  const pages = [...files.keys()].filter((path) => /\.html?$/i.test(path)).length;
  const pagesPerVisit = meanPagesPerVisit(settings.pagesPerVisit, pages);
  const visits = countVisits({ files, fetches, former, pagesPerVisit, conditions: settings });
  return { ...outcome, report: { ...report, visits } };
}

/**
 * Returns the files to write. Compressed files of the input are replaced with copies of the shipped files.
 * @param {Outcome['files']} all
 * @param {(path: SitePath) => boolean} isChosen
 * @param {ReadonlySet<SitePath>} own files that are called like compressed ones: they stay
 * @returns {OutputEntry[]}
 */
function entriesOf(all, isChosen, own) {
  const files = new Map([...all].filter(([path]) => isChosen(path)));
  const made = new Map(
    [...files.values()].flatMap(({ path: like, entries }) =>
      entries
        .slice(1)
        .filter(({ path }) => !own.has(path))
        .map((entry) => exact([entry.path, outputOf(entry, like)])),
    ),
  );
  for (const { path, entries } of files.values()) {
    if (!made.has(path) && (own.has(path) || !isStale(path, files))) made.set(path, outputOf(entries[0], path));
  }
  return [...made.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/**
 * @param {Packed['entries'][number]} entry
 * @param {SitePath} like the file that it is made from
 * @returns {OutputEntry}
 */
function outputOf(entry, like) {
  const { path, hash, linkFrom } = entry;
  return new OutputFile({ path, hash, like, linkFrom }, entry);
}

/**
 * Returns true if a compressed file of the input differs from its text, which was changed.
 * @param {string} path
 * @param {Outcome['files']} files
 */
function isStale(path, files) {
  const suffix = /\.(?:gz|br|zst)$/.exec(path)?.[0];
  const text = suffix === undefined ? undefined : files.get(path.slice(0, -suffix.length));
  return text ? text.changed : false;
}

/**
 * Adds the warnings of what is written after the report.
 * @param {Outcome['report']} report
 * @param {readonly Warning[]} warnings
 */
function withWarnings(report, warnings) {
  return warnings.length === 0 ? report : { ...report, warnings: [...report.warnings, ...warnings] };
}

/**
 * Writes the server files of a build into each folder that was named for them. Returns their warnings.
 * @param {Parameters<typeof buildSite>[0]} where
 * @param {readonly OutputEntry[]} entries
 * @param {Site} site
 * @param {import('./server-files.js').Made} made
 */
async function writeServers({ out, servers = null, hints = null, prefetch = false }, entries, site, made) {
  const warnings = [];
  for (const folder of [servers, hints]) {
    if (folder === null) continue;
    const place = { out, servers: folder, isHinting: folder === hints, isPrefetching: prefetch };
    warnings.push(...(await writeServerFiles(place, entries, site, made)));
  }
  return warnings;
}
