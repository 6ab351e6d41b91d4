/** @import { FileType, Site } from '../site/types.ts' */
/** @import { Memory } from '../visit/measure/record-page.js' */
/** @import { Course } from './run-pace.js' */
/** @import { Settings } from './types.ts' */

import { createHash } from 'node:crypto';
import { listEffective } from './remember-run.js';
import { RunPace } from './run-pace.js';
import { stampRun } from './stages.js';

/** Raised when the form of the record changes. */
const FORMAT = 1;
/** Kinds of runs that are kept for a site: complete ones, small changes, changes of all pages. */
const MAX_RUNS = 5;
/** Characters of a digest that tell the files of one site apart. */
const DIGEST_CHARACTERS = 12;
/** Runs whose shares of changed files differ by more than this factor take different times. */
const MAX_SHARE_RATIO = 2;

/**
 * The share of the files of each type that changed since the run before.
 * @typedef {Partial<Record<FileType, number>>} Changed
 *
 * Former runs of a site with the same settings, the latest first, with the version and the files of the latest. A new
 * version does all its work again, so all files count as changed.
 * @typedef {{ version: string, files: string[], runs: (Course & { changed: Changed })[] }} PastRuns
 *
 * @typedef {object} Source
 * @property {Memory['store'] | null} store null: nothing is kept
 * @property {Site} site
 * @property {string} command
 * @property {Settings} settings
 * @property {() => number} [now] in milliseconds
 */

/**
 * Follows a run, with the time that is left if a former run of the site had as much to do, and keeps its course for
 * later runs.
 */
export class RunHistory {
  #store;
  #key;
  #past;
  #files;
  #changed;
  #now;
  #pace;

  /** @param {Pick<Source, 'store' | 'site' | 'now'> & { key: string, past: PastRuns }} options */
  constructor({ store, site, now = () => performance.now(), key, past }) {
    this.#store = store;
    this.#key = key;
    this.#past = past;
    this.#files = [...site.files.values()].map(({ hash }) => hash.slice(0, DIGEST_CHARACTERS));
    this.#changed = changedSince(site, new Set(past.version === stampRun() ? past.files : []));
    this.#now = now;
    const former = past.runs.find(({ changed }) => isSimilar(changed, this.#changed)) ?? null;
    this.#pace = new RunPace(now(), former);
  }

  /** @param {string} stage @param {number} done @param {number} of @returns {number | null} the remaining time in ms */
  step(stage, done, of) {
    return this.#pace.step({ stage, done, of, nowMs: this.#now() });
  }

  /** Keeps the course of the run, which ends now. */
  async keep() {
    if (!this.#store) return;
    const changed = this.#changed;
    const others = this.#past.runs.filter((run) => !isSimilar(run.changed, changed));
    const runs = [{ ...this.#pace.courseUntil(this.#now()), changed }, ...others].slice(0, MAX_RUNS);
    await this.#store.put(this.#key, Buffer.from(JSON.stringify({ version: stampRun(), files: this.#files, runs })));
  }
}

/** Opens the history of a run's site. @param {Source} source */
export async function openRunHistory(source) {
  const { store, site, command, settings } = source;
  const parts = [FORMAT, site.root, command, settings.jobs, listEffective(settings)];
  const key = `pace/${createHash('sha256').update(JSON.stringify(parts)).digest('hex')}`;
  const known = await store?.get(key);
  const past = known ? JSON.parse(Buffer.from(known).toString()) : { version: '', files: [], runs: [] };
  return new RunHistory({ ...source, key, past });
}

/** @param {Site} site @param {ReadonlySet<string>} former @returns {Changed} */
function changedSince(site, former) {
  /** @type {Changed} */
  const changed = {};
  for (const [type, files] of Map.groupBy(site.files.values(), (file) => file.type)) {
    const fresh = files.filter(({ hash }) => !former.has(hash.slice(0, DIGEST_CHARACTERS)));
    changed[type] = fresh.length / files.length;
  }
  return changed;
}

/** @param {Changed} one @param {Changed} other */
function isSimilar(one, other) {
  const types = /** @type {FileType[]} */ (Object.keys({ ...one, ...other }));
  return types.every((type) => {
    const [less, more] = [one[type] ?? 0, other[type] ?? 0].sort((a, b) => a - b);
    return more <= less * MAX_SHARE_RATIO;
  });
}
