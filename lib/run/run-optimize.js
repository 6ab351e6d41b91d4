/** @import { Cache } from './cache/cache.js' */
/** @import { Part } from './project/parts.js' */
/** @import { TaskRunner } from './tasks/types.ts' */
/** @import { Site, SitePath, Warning } from '../site/types.ts' */
/** @import { Memory } from '../visit/measure/record-page.js' */
/** @import { Outcome, Request } from './optimize/index.js' */
/** @import { Packed } from './optimize/pack-site.js' */
/** @import { Settings } from './types.ts' */

import { readFile } from 'node:fs/promises';
import { FORMER_IDS, rules } from '../../rules/index.js';
import { NO_MEMO } from '../base/memo.js';
import { FONT_MAKER_NAMES } from '../fonts/names.js';
import { MAKER_NAMES } from '../images/codecs/names.js';
import { Packer } from '../output/pack/packer.js';
import { createTextReading } from '../plan/make/explain-texts.js';
import { createJpegMakers } from '../plan/make/jpeg-maker.js';
import { makeSmallest } from '../plan/make/smallest-maker.js';
import { createTextImageMaker } from '../plan/make/text-image-maker.js';
import { textMakers } from '../plan/make/text-makers.js';
import { checkConditions } from '../plan/price/conditions.js';
import { openBudgets } from '../visit/browser/budget.js';
import { openRunCache } from './cache/open-run-cache.js';
import { createStageMemo } from './cache/stage-memo.js';
import { fingerprintFiles } from './fingerprint-files.js';
import { listKept } from './keep.js';
import { findMinifier } from './minifier.js';
import { fillCache, optimize } from './optimize/index.js';
import { installCommand, listMissingParts } from './project/parts.js';
import { openRunHistory } from './run-history.js';
import { ruleSettings } from './settings.js';
import { stampRun, stampStage } from './stages.js';
import { BrowserQueue } from './tasks/browser-queue.js';
import { TaskProcesses } from './tasks/processes.js';
import { openQueue } from './tasks/queue.js';
import { WorkerPool } from './tasks/worker-pool.js';
import { VERSION } from './version.js';

/**
 * Opens the tools of a run, runs it, and closes them again.
 * @param {Site} site
 * @param {Pick<Request, 'command' | 'input' | 'onlyFetched' | 'onlyLimits'> & { isShipped?: boolean, isIllustrated?:
 *   boolean, cache?: Cache | null }} job `isShipped`: the output will be served, so files get their final names;
 *   `isIllustrated`: a report will contain renderings; `cache`: opened if it is missing
 * @param {Settings} settings
 * @param {(stage: string, done: number, of: number, restMs: number | null) => void} progress `restMs`: of the whole
 *   run, null if it is unknown
 * @param {(outcome: Outcome, tools: Awaited<ReturnType<typeof openTools>>) => Promise<Outcome>} [finish] runs
 *   before the cache is closed
 * @returns {Promise<Outcome>}
 */
export async function runOptimize(
  site,
  { isShipped = false, isIllustrated = false, cache = null, ...job },
  settings,
  progress,
  finish = async (outcome) => outcome,
) {
  const tools = await openTools(settings, { isIllustrated, cache });
  try {
    const own = readRequest(settings);
    const tied = { ...site, others: new Set([...(site.others ?? []), ...listKept(site.files.keys(), settings.keep)]) };
    const nameFiles = isShipped
      ? (/** @type {ReadonlyMap<SitePath, Packed>} */ packed, /** @type {ReadonlyMap<SitePath, string>} */ except) =>
          fingerprintFiles(packed, tied, { all: settings.fingerprint, except })
      : null;
    const history = await openRunHistory({ store: tools.store, site, command: job.command, settings });
    const tick = (/** @type {string} */ stage, /** @type {number} */ done, /** @type {number} */ of) =>
      progress(stage, done, of, history.step(stage, done, of));
    const outcome = await optimize(site, { ...job, ...own }, { ...tools, nameFiles, progress: tick });
    const excesses = listExcesses(outcome.report.changes, tools.excesses);
    const late = tools.budgets.isRunOver() ? [warnOfTime(settings)] : [];
    const renamed = settings.renamed.map(warnOfName);
    const missing = outcome.report.resources.some(({ image }) => image) ? await listMissingParts() : [];
    const found = [...outcome.report.warnings, ...tools.warnings, ...excesses, ...late];
    const warnings = [...renamed, ...missing.map(warnOfPart), ...found];
    const finished = await finish({ ...outcome, report: { ...outcome.report, warnings } }, tools);
    await history.keep();
    return finished;
  } finally {
    await tools.close();
  }
}

/**
 * Runs the part of a build that belongs to a shard, and stores its results in the cache.
 * @param {Site} site
 * @param {Pick<Request, 'input' | 'isOwn'> & { cache: Cache }} job
 * @param {Settings} settings
 * @param {(stage: string, done: number, of: number) => void} progress
 */
export async function runShard(site, { cache, ...job }, settings, progress) {
  const tools = await openTools(settings, { isIllustrated: false, cache });
  try {
    const request = { command: 'build', onlyFetched: false, ...job, ...readRequest(settings) };
    return await fillCache(site, request, { ...tools, nameFiles: null, progress });
  } finally {
    await tools.close();
  }
}

/** Returns the part of a request that follows from the settings. @param {Settings} settings */
function readRequest(settings) {
  return {
    rules,
    settings: ruleSettings(settings, rules),
    keep: settings.keep,
    safety: settings.safety,
    conditions: checkConditions(settings),
    minify: settings.minify !== false,
    compresses: settings.variants.length > 0,
    verify: settings.verify,
    routes: settings.routes,
    version: VERSION,
  };
}

/**
 * Opens the processes, the cache and the browser of a run. Processes and browser start when they are first used.
 * @param {Settings} settings @param {{ isIllustrated: boolean, cache: Cache | null }} given
 */
async function openTools(settings, given) {
  const { jobs, effort, variants, limits, queue } = settings;
  /** @type {Warning[]} */
  const warnings = [];
  const cache = given.cache ?? (await openRunCache(settings, warnings));
  const store = settings.cache === 'off' ? null : cache;
  const warn = (/** @type {string} */ message) => warnings.push({ code: 'queue', message });
  const processes = new TaskProcesses(jobs);
  const runner = queue ? await openQueue(queue, { version: stampRun(), local: processes, warn }) : processes;
  /** @type {Map<string, string>} */
  const excesses = new Map();
  const onExcess = (/** @type {string} */ path, /** @type {string} */ message) => void excesses.set(path, message);
  const workers = new WorkerPool({ runner, store, onExcess });
  const budgets = openBudgets(limits);
  const htmlMinifier = findMinifier(settings.minify);
  const version = stampStage('pack');
  const packing = { onExcess, isRunOver: budgets.isRunOver, runner, cache, htmlMinifier, version, readMade: readFile };
  const bare = new Packer({ ...packing, effort, variants, compresses: false });
  const browser = new SharedBrowser(settings);
  const away = queue ? new BrowserQueue(queue, { version: stampRun(), share: () => browser.open(), warn }) : null;
  const reading = createTextReading(() => browser.open());
  const memory = {
    store: store ?? createRunStore(),
    version: stampStage('visit'),
    ...(away ? { visit: away.visit } : {}),
  };
  const { isIllustrated } = given;
  const verifying = { browser, budgets, cache, memory, packer: bare, processes, isIllustrated };
  return {
    runner,
    warnings,
    excesses,
    budgets,
    workers,
    packer: new SplitPacker(bare, new Packer({ ...packing, effort, variants })),
    store,
    memory,
    memo: store ? createStageMemo(store) : NO_MEMO,
    stampStage,
    makers: {
      ...Object.fromEntries([...MAKER_NAMES, ...FONT_MAKER_NAMES].map((name) => [name, workers.makerOf(name)])),
      ...textMakers,
      ...createJpegMakers({ share: () => browser.open(), compare: (pair) => processes.run('liken', pair) }),
      smallest: makeSmallest,
      'text-image': createTextImageMaker(async () => (await away?.openReading()) ?? reading),
    },
    openVerifier: () => openVerifier(verifying),
    close: async () => {
      await Promise.all([reading.close(), away?.close()]);
      await Promise.all([runner.close(), browser.close()]);
      if (!given.cache) await cache.close();
    },
  };
}

/** Packs files without compressed copies, and compresses them later, when their names are final. */
class SplitPacker {
  #bare;
  #compressing;

  /** @param {Packer} bare @param {Packer} compressing */
  constructor(bare, compressing) {
    this.#bare = bare;
    this.#compressing = compressing;
  }

  /** @param {Parameters<Packer['pack']>} args */
  pack(...args) {
    return this.#bare.pack(...args);
  }

  /** @param {Parameters<Packer['compress']>} args */
  compress(...args) {
    return this.#compressing.compress(...args);
  }
}

/** Keeps results until the run ends. @returns {NonNullable<Memory['store']>} */
function createRunStore() {
  /** @type {Map<string, Uint8Array>} */
  const kept = new Map();
  return { get: async (key) => kept.get(key) ?? null, put: async (key, bytes) => kept.set(key, bytes) };
}

/** The browser of a run, opened on its first use. */
class SharedBrowser {
  #settings;
  /** @type {ReturnType<typeof import('../visit/browser/open.js').openBrowser> | null} */
  #opening = null;

  /** @param {Settings} settings */
  constructor(settings) {
    this.#settings = settings;
  }

  /** Returns the browser, null if there is none. */
  open() {
    this.#opening ??= this.#launch();
    return this.#opening;
  }

  async close() {
    await (await this.#opening)?.close();
  }

  async #launch() {
    const { browser, jobs, limits } = this.#settings;
    // Loading the code that starts browsers takes a while.
    if (browser === 'off') return null;
    const { openBrowser } = await import('../visit/browser/open.js');
    return openBrowser({ browser, jobs, pageMegabytes: limits.pageMegabytes });
  }
}

/**
 * Opens the tools that verify pages. Returns null if there is no browser.
 * @param {{ browser: SharedBrowser, budgets: ReturnType<typeof openBudgets>, cache: Cache, memory: Memory, packer:
 *   Packer, processes: TaskProcesses, isIllustrated: boolean }} parts
 * @returns {Promise<import('./optimize/verify-site.js').Verifier | null>}
 */
async function openVerifier({ browser, budgets, cache, memory, packer, processes, isIllustrated }) {
  const opened = await browser.open();
  return (
    opened && {
      browser: opened,
      budgets,
      cache: verdictCache(cache),
      memory,
      pack: (file) => packBare(packer, file),
      isIllustrated,
      // Renderings are large, so they are compared on this machine, even if a queue shares the work.
      comparePictures: (pairs) => processes.run('compare', { pairs }),
    }
  );
}

/**
 * Warns of files whose tasks exceeded their limits. They ship unchanged.
 * @param {Outcome['report']['changes']} changes
 * @param {ReadonlyMap<string, string>} excesses
 * @returns {Warning[]}
 */
function listExcesses(changes, excesses) {
  const all = new Map(excesses);
  for (const { reason, resource, message } of changes) {
    const isOfTask = reason === 'out-of-budget' && resource && message.startsWith(`${resource} `);
    if (isOfTask && !all.has(resource)) all.set(resource, message.slice(resource.length + 1));
  }
  return [...all]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([page, why]) => ({ code: 'out-of-budget', page, message: `“${page}” ${why}, so it is shipped unchanged.` }));
}

/** @param {string} id the former id of a rule @returns {Warning} */
function warnOfName(id) {
  return { code: 'renamed-rule', message: `The rule “${id}” was renamed to “${FORMER_IDS[id]}”. Use the new id.` };
}

/** @param {Part} part @returns {Warning} */
function warnOfPart(part) {
  const { name, loss } = part;
  return { code: 'missing-part', message: `${name} is not installed: ${loss}. Run “${installCommand(part)}”.` };
}

/** @param {Settings} settings @returns {Warning} */
function warnOfTime({ limits: { runMinutes } }) {
  const message =
    `The run reached its time limit of ${runMinutes} minutes (limits.runMinutes). ` +
    `All other files are shipped unchanged.`;
  return { code: 'out-of-budget', message };
}

/**
 * Returns the bytes of a page as it will be shipped.
 * @param {Packer} packer
 * @param {import('../output/pack/packer.js').PackInput} file
 */
async function packBare(packer, file) {
  const { entries } = await packer.pack(file);
  const { bytes, linkFrom } = entries[0];
  return bytes ?? readFile(String(linkFrom));
}

/**
 * @param {import('../plan/make/run-jobs.js').Store} store
 * @returns {import('../visit/verify/remember.js').VerdictCache}
 */
function verdictCache(store) {
  const stamped = (/** @type {string} */ key) => `${stampStage('verdict')}/${key}`;
  return {
    get: async (key) => {
      const bytes = await store.get(stamped(key));
      return bytes && JSON.parse(Buffer.from(bytes).toString());
    },
    set: async (key, verdict) => {
      await store.put(stamped(key), Buffer.from(JSON.stringify(verdict)));
    },
  };
}
