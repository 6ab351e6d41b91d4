import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MAKER_NAMES } from '../../lib/images/codecs/names.js';
import { applyPlan } from '../../lib/plan/apply/apply-plan.js';
import { lookAtImages } from '../../lib/plan/detect/look-at-images.js';
import { runRules } from '../../lib/plan/detect/run-rules.js';
import { draftChanges } from '../../lib/plan/make/draft-changes.js';
import { makeSmallest } from '../../lib/plan/make/smallest-maker.js';
import { textMakers } from '../../lib/plan/make/text-makers.js';
import { openPlanner } from '../../lib/plan/plan-site.js';
import { checkConditions } from '../../lib/plan/price/conditions.js';
import { openPageInputs, sentBytesOf } from '../../lib/plan/price/page-inputs.js';
import { openPlanPricer } from '../../lib/plan/price/price-site.js';
import { limitSize } from '../../lib/plan/price/site-size.js';
import { weighFiles } from '../../lib/plan/price/weights.js';
import { buildAfterSite } from '../../lib/run/optimize/after-site.js';
import { openIntegrity } from '../../lib/run/optimize/integrity.js';
import { readSettings, ruleSettings } from '../../lib/run/settings.js';
import { TASKS } from '../../lib/run/tasks/tasks.js';
import { linkSite } from '../../lib/site/graph/build-graph.js';
import { readSite } from '../../lib/site/read-site.js';
import { rules } from '../../rules/index.js';

/** @typedef {<T>(record: T) => T} Pass */

const HARBOUR = new URL('../../fixtures/sites/harbour/site/', import.meta.url);
const settings = await readSettings('.', '', { cache: 'off' });
const levels = ruleSettings(settings, rules);
const conditions = checkConditions(settings);
const workers = /** @type {any} */ ({
  look: (/** @type {any} */ { bytes }, /** @type {unknown} */ usages) => TASKS.look({ bytes, usages }),
  weigh: (/** @type {any} */ { bytes, type }) => TASKS.weigh({ bytes, type }),
});
const makers = /** @type {any} */ ({
  ...Object.fromEntries(
    MAKER_NAMES.map((maker) => [
      maker,
      (/** @type {any} */ bytes, /** @type {any} */ options) => TASKS.make({ maker, bytes, options }),
    ]),
  ),
  ...textMakers,
  smallest: makeSmallest,
});

/**
 * Runs the stages of a build, from files to changed files.
 * @param {Pass} pass hands a record from one stage to the next
 */
async function runStages(pass) {
  const site = pass(await readSite(HARBOUR.pathname));
  const linked = pass(linkSite(site));
  const images = pass(await lookAtImages(site, linked, workers, () => {}));
  const weights = pass(await weighFiles(site, [...linked.graph.fetches.values()].flat(), workers, () => {}));
  const found = pass(runRules({ site, linked, images, rules, settings: levels }));
  const making = {
    rules,
    makers,
    store: null,
    versionOf: () => 'test',
    capacity: { atOnce: 1 },
    safety: settings.safety,
  };
  const drafts = await draftChanges(found, { site, integrity: openIntegrity(site), ...making }, () => {});
  const { changes, refused } = pass({ changes: drafts.changes, refused: drafts.refused });
  const inputOf = openPageInputs(
    site,
    linked,
    sentBytesOf(weights, ({ identity }) => identity),
  );
  const planSite = openPlanner({
    ...{ site, linked, safety: settings.safety, inputOf, others: [] },
    levelOf: ({ rule }) => levels.get(rule)?.level ?? 'off',
    most: pass(limitSize(linked, inputOf.fileAt, weights, true)),
    pricer: openPlanPricer(linked, conditions),
  });
  const plan = pass(planSite({ changes, refused }, () => {}));
  const applied = pass(applyPlan(site, plan.accepted, linked).files);
  const after = buildAfterSite(site, linked, applied);
  return {
    files: [...after.site.files.values()].map(({ path, hash }) => [path, hash]),
    accepted: plan.accepted.map(({ proposal }) => proposal),
    refused: plan.refused.map(({ proposal, reason }) => [proposal, reason]),
  };
}

test('every record survives structuredClone between two stages, and the output is the same', async () => {
  const direct = await runStages((record) => record);
  const cloned = await runStages((record) => structuredClone(record));
  assert.ok(direct.accepted.length > 0);
  assert.deepEqual(cloned, direct);
});
