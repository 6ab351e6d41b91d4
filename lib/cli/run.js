/** @import { Site } from '../types.ts' */
/** @import { Outcome, Request } from '../optimize/index.js' */
/** @import { Settings, Values, World } from './types.ts' */

import { rules } from '../../rules/index.js';
import { openCache } from '../cache/cache.js';
import { makers as codecMakers } from '../codecs/makers.js';
import { checkConditions } from '../optimize/conditions.js';
import { openCrew } from '../optimize/crew.js';
import { optimize } from '../optimize/index.js';
import { openPacker } from '../pack/packer.js';
import { ruleSettings } from './config.js';
import { VERSION } from './help.js';
import { openProgress } from './progress.js';

/**
 * Opens what a run needs, runs it, and closes everything again.
 * @param {Site} site
 * @param {{ command: string, input: Request['input'], onlyFetched: boolean }} job
 * @param {{ world: World, values: Values, settings: Settings }} call
 * @param {(outcome: Outcome) => Promise<void>} [finish] runs while what was made can still be read
 * @returns {Promise<Outcome['report']>}
 */
export async function runOptimize(site, job, { world, values, settings }, finish = async () => {}) {
  const { jobs, effort, variants, safety, minify } = settings;
  const conditions = checkConditions(settings);
  const progress = openProgress(world.stderr, { quiet: values.quiet === true });
  const cache = await openCache(settings.cache === 'off' ? null : settings.cache);
  const store = settings.cache === 'off' ? null : cache;
  const crew = openCrew({ jobs, store, version: VERSION });
  const packer = openPacker({ jobs, cache, effort, variants, version: VERSION });
  const makers = Object.fromEntries(Object.keys(codecMakers).map((name) => [name, crew.makerOf(name)]));
  try {
    const request = {
      ...job,
      rules,
      settings: ruleSettings(settings, rules),
      safety,
      conditions,
      minify,
      version: VERSION,
      jobs,
    };
    const outcome = await optimize(site, request, { crew, packer, makers, store, progress: progress.tick });
    await finish(outcome);
    return outcome.report;
  } finally {
    progress.done();
    await Promise.all([crew.close(), packer.close()]);
    await cache.close();
  }
}
