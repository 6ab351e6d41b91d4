/** @import { Site } from '../types.ts' */
/** @import { Outcome, Request } from '../optimize/index.js' */
/** @import { Settings } from './types.ts' */

import { readFile } from 'node:fs/promises';
import { rules } from '../../rules/index.js';
import { openBrowser } from '../browser/open.js';
import { openCache } from '../cache/cache.js';
import { makers as codecMakers } from '../codecs/makers.js';
import { openLetteringMaker } from '../make/lettering-maker.js';
import { makeSmallest } from '../make/smallest-maker.js';
import { textMakers } from '../make/text-makers.js';
import { checkConditions } from '../optimize/conditions.js';
import { openCrew } from '../optimize/crew.js';
import { optimize } from '../optimize/index.js';
import { openPacker } from '../pack/packer.js';
import { ruleSettings } from './settings.js';
import { stampCode, stampPacking, VERSION } from './version.js';

/**
 * Opens what a run needs, runs it, and closes everything again.
 * @param {Site} site
 * @param {{ command: string, input: Request['input'], onlyFetched: boolean }} job
 * @param {Settings} settings
 * @param {(stage: string, done: number, of: number) => void} progress
 * @param {(outcome: Outcome) => Promise<void>} [finish] runs while what was made can still be read
 * @returns {Promise<Outcome>}
 */
export async function runOptimize(site, job, settings, progress, finish = async () => {}) {
  const { jobs, safety, minify, verify } = settings;
  const conditions = checkConditions(settings);
  const tools = await openTools(settings);
  try {
    const own = {
      rules,
      settings: ruleSettings(settings, rules),
      safety,
      conditions,
      minify,
      compresses: settings.variants.length > 0,
      verify,
      version: VERSION,
      code: stampCode(),
      jobs,
    };
    const outcome = await optimize(site, { ...job, ...own }, { ...tools, progress });
    await finish(outcome);
    return outcome;
  } finally {
    await tools.close();
  }
}

/**
 * Threads, cache and browser of a run; what is not asked for is not started.
 * @param {Settings} settings
 */
async function openTools({ jobs, effort, variants, browser, cache: folder }) {
  const cache = await openCache(folder === 'off' ? null : folder);
  const store = folder === 'off' ? null : cache;
  const crew = openCrew({ jobs, store, version: stampCode() });
  const packer = openPacker({ jobs, cache, effort, variants, version: stampPacking() });
  const bare = openPacker({ jobs, cache, variants: [], version: stampPacking() });
  /** @type {ReturnType<typeof openBrowser> | null} */
  let opening = null;
  const share = () => {
    opening ??= openBrowser({ browser, jobs });
    return opening;
  };
  const lettering = openLetteringMaker({ share });
  return {
    crew,
    packer,
    store,
    makers: {
      ...Object.fromEntries(Object.keys(codecMakers).map((name) => [name, crew.makerOf(name)])),
      ...textMakers,
      smallest: makeSmallest,
      lettering: lettering.letter,
    },
    /** @returns {Promise<import('../optimize/verify-site.js').Verifier | null>} */
    openVerifier: async () => {
      const opened = await share();
      return (
        opened && {
          browser: opened,
          cache: verdictCache(cache),
          pack: (file) => packBare(bare, file),
        }
      );
    },
    close: async () => {
      await lettering.close();
      await Promise.all([crew.close(), packer.close(), bare.close(), (await opening)?.close()]);
      await cache.close();
    },
  };
}

/**
 * A page as it will be shipped, without its compressed files.
 * @param {ReturnType<typeof openPacker>} packer
 * @param {import('../pack/packer.js').PackInput} file
 */
async function packBare(packer, file) {
  const { entries } = await packer.pack(file);
  const { bytes, linkFrom } = entries[0];
  return bytes ?? readFile(/** @type {string} */ (linkFrom));
}

/**
 * @param {import('../make/run-jobs.js').Store} store
 * @returns {import('../verify/remember.js').VerdictCache}
 */
function verdictCache(store) {
  const slot = (/** @type {string} */ key) => `verdict/${stampCode()}/${key}`;
  return {
    get: async (key) => {
      const bytes = await store.get(slot(key));
      return bytes && JSON.parse(Buffer.from(bytes).toString());
    },
    set: async (key, verdict) => {
      await store.put(slot(key), Buffer.from(JSON.stringify(verdict)));
    },
  };
}
