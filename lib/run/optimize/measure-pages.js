/** @import { Rule } from '../../plan/types.ts' */
/** @import { Site } from '../../site/types.ts' */
/** @import { Linked } from '../../site/graph/build-graph.js' */
/** @import { Request, Tools } from './index.js' */

import { measureFirstScreens } from '../../visit/measure/first-screens.js';
import { measureBoxes } from '../../visit/measure/measure-boxes.js';

/**
 * Measures the sizes at which pages render their images, if an active rule needs them, and the styles that first
 * screens need, if a run gives advice.
 * @param {{ site: Site, linked: Linked }} normalised
 * @param {Parameters<typeof measureBoxes>[0]['images']} images
 * @param {Request} request
 * @param {Pick<Tools, 'openVerifier' | 'store' | 'stampStage'>} tools
 * @param {(done: number, of: number) => void} tick
 */
export async function measurePages({ site, linked }, images, { rules, settings, verify, onlyFetched }, tools, tick) {
  const openFor = async (/** @type {boolean} */ isAsked) =>
    (isAsked && verify !== 'off' ? await tools.openVerifier() : null)?.browser ?? null;
  const browser = await openFor(rules.some((rule) => asksForBoxes(rule, settings)));
  const [said, written] = [['advise'], ['on', 'error']].map((levels) =>
    rules.some(({ meta }) => meta.reads.includes('firstScreens') && levels.includes(levelIn(settings, meta.id))),
  );
  const eyes = await openFor(written || (onlyFetched && said));
  const measuring = {
    site,
    graph: linked.graph,
    images,
    browser,
    store: tools.store,
    version: tools.stampStage('boxes'),
    records: linked.seen.records,
  };
  const { boxes, warnings } = await measureBoxes(measuring, tick);
  const first = await measureFirstScreens({ site, graph: linked.graph, browser: eyes, all: written });
  return { boxes, firstScreens: first.firstScreens, warnings: [...warnings, ...first.warnings] };
}

/**
 * Returns true if a rule is active and needs the sizes at which images are rendered.
 * @param {Rule} rule
 * @param {Request['settings']} settings
 */
function asksForBoxes({ meta }, settings) {
  return meta.reads.includes('boxes') && !['off', 'advise'].includes(levelIn(settings, meta.id));
}

/** @param {Request['settings']} settings @param {string} id */
function levelIn(settings, id) {
  return settings.get(id)?.level ?? 'off';
}
