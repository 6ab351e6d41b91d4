/** @import { Change, Rule, Safety } from '../../plan/types.ts' */
/** @import { Site, SitePath, Warning } from '../../site/types.ts' */
/** @import { PageRecord } from '../../visit/types.ts' */
/** @import { Linked } from '../../site/graph/build-graph.js' */
/** @import { RuleSetting } from '../../plan/detect/run-rules.js' */
/** @import { Memo } from '../../base/memo.js' */
/** @import { Maker, Store } from '../../plan/make/run-jobs.js' */
/** @import { Conditions } from '../../plan/price/conditions.js' */
/** @import { Fingerprinted } from '../../output/fingerprint/types.ts' */
/** @import { Packed, Packer } from './pack-site.js' */
/** @import { Forbidden } from './forbidden.js' */
/** @import { Verifier } from './verify-site.js' */

import { present } from '../../base/present.js';
import { enterStage } from '../../base/spans.js';
import { describeFonts } from '../../fonts/describe-fonts.js';
import { findFixedNames } from '../../output/fingerprint/may-rename.js';
import { compressSite } from '../../output/pack/compress-site.js';
import { applyPlan } from '../../plan/apply/apply-plan.js';
import { lookAtImages } from '../../plan/detect/look-at-images.js';
import { runRules } from '../../plan/detect/run-rules.js';
import { withoutIdle } from '../../plan/detect/without-idle.js';
import { draftChanges } from '../../plan/make/draft-changes.js';
import { copiesOf, normaliseSite, settleNormalised } from '../../plan/normalise/normalise-site.js';
import { openPlanner, settlePlan } from '../../plan/plan-site.js';
import { openPageInputs, sentBytesOf } from '../../plan/price/page-inputs.js';
import { openPlanPricer } from '../../plan/price/price-site.js';
import { limitSize } from '../../plan/price/site-size.js';
import { weighFiles, weighPacked } from '../../plan/price/weights.js';
import { linkSite } from '../../site/graph/build-graph.js';
import { observeSite } from '../../visit/measure/observe-site.js';
import { recordPage } from '../../visit/measure/record-page.js';
import { buildAfterSite } from './after-site.js';
import { forbidBlank } from './blank-pages.js';
import { refuseNamed } from './excluded.js';
import { mayPack } from './forbidden.js';
import { openIntegrity } from './integrity.js';
import { findElements, findKeeps, warnOfUnused } from './keeps.js';
import { measurePages } from './measure-pages.js';
import { packSite } from './pack-site.js';
import { reportSite, sentAs, sentAtBest } from './report-site.js';
import { settleChanges } from './settle-changes.js';
import { settleNames } from './settle-names.js';
import { openVerification } from './verify-site.js';

/**
 * Tools that a run needs. The caller opens and closes them.
 * @typedef {object} Tools
 * @property {import('../tasks/types.ts').TaskRunner} runner
 * @property {import('../tasks/worker-pool.js').WorkerPool} workers
 * @property {Packer & import('../../output/pack/compress-site.js').Compressor} packer
 * @property {((packed: ReadonlyMap<SitePath, Packed>, except: ReadonlyMap<SitePath, string>) =>
 *   Promise<Fingerprinted | null>) | null} nameFiles returns packed files under their final names; `except`: files that
 *   keep theirs, with the reason; null: nothing is shipped, or names are unchanged
 * @property {Readonly<Record<string, Maker>>} makers
 * @property {Store | null} store
 * @property {import('../../visit/measure/record-page.js').Memory} memory keeps visits
 * @property {Memo} memo keeps results of stages
 * @property {(stage: import('../stages.js').StageName) => string} stampStage begins the cache keys of a stage
 * @property {import('../../visit/browser/budget.js').Budgets} budgets what each page, and the run, may use up
 * @property {() => Promise<Verifier | null>} openVerifier null: no browser starts
 * @property {(stage: string, done: number, of: number) => void} progress
 *
 * @typedef {object} Request
 * @property {string} command
 * @property {import('../../report/types.ts').Report['input']} input
 * @property {readonly Rule[]} rules
 * @property {ReadonlyMap<string, RuleSetting>} settings
 * @property {Safety} safety
 * @property {Conditions} conditions
 * @property {boolean} minify
 * @property {boolean} compresses whether compressed files will stand beside texts
 * @property {string} verify which pages are rendered before and after
 * @property {readonly string[]} routes addresses without a file that are visited like pages
 * @property {boolean} onlyFetched pack what pages fetch, and nothing that is only passed on
 * @property {boolean} [onlyLimits] make nothing but what a limit asks for: rules at level `error`, and no packing
 * @property {import('./keeps.js').KeepSettings} [keep] what stays as it is, by rule
 * @property {string} version
 * @property {import('./shard.js').IsOwn | null} [isOwn] the part that this machine does; null: everything
 *
 * @typedef {{ report: import('../../report/types.ts').FullReport, files: ReadonlyMap<SitePath, Packed>,
 *   fetches: ReadonlyMap<SitePath, readonly SitePath[]>,
 *   verdicts: readonly import('./verify-site.js').Seen[] }} Outcome
 */

/** Max steps of a stage that are told to the user, who sees no smaller ones. */
const MAX_STEPS = 1000;

/**
 * Finds and applies the changes that make a site cheaper, and reports the saving of each.
 * @param {Site} original
 * @param {Request} request
 * @param {Tools} tools
 * @returns {Promise<Outcome>}
 */
export async function optimize(original, request, tools) {
  const at = openStages(tools);
  const prepared = await prepare(original, request, tools, at);
  const { asked, before, normalised, plan, forbidden, after, applied, verification, packing, unmeasured } = prepared;
  const { failures, keeps } = prepared;
  const planned = { ...settlePlan(plan, applied, after.removed), written: applied.written };
  const known = after.site === original ? before.weights : null;
  const { visits, observed } = verification.loads();
  const { records } = before.linked.seen;
  const packed = await packAfter(after, { ...packing, weights: known, records }, request, tools, at);
  const { files, afterWeights, shipped, names } = packed;
  const renamed = settleNormalised(normalised, forbidden.originals);
  const { integrity } = packing;
  const result = { normalised, renamed, planned, after, files, afterWeights, integrity, visits, observed };
  const report = reportSite(before, result, asked, tools.memo, at('pricing'));
  const { looks, warnings } = verification.summarise();
  const all = [...report.warnings, ...failures, ...unmeasured, ...warnings, ...warnOfUnused(keeps)];
  const full = { ...report, ...looks, ...names, warnings: all };
  return { files: shipped, fetches: after.linked.graph.fetches, report: full, verdicts: verification.verdicts() };
}

/**
 * Runs the part of a build that `request.isOwn` selects, and stores its results in the cache. Writes no output.
 * @param {Site} original
 * @param {Request} request
 * @param {Tools} tools
 * @returns {Promise<{ own: number, all: number }>} the number of files that were packed, and of all
 */
export async function fillCache(original, request, tools) {
  const at = openStages(tools);
  const { after, packing } = await prepare(original, request, tools, at);
  const only = new Set([...after.site.files.keys()].filter((path) => request.isOwn?.(path) ?? true));
  const packed = await packSite(after, { ...packing, packer: tools.packer, only }, at('packing'));
  await compressSite(after.site, packed, { packer: tools.packer, named: null }, at('compressing'));
  return { own: packed.size, all: after.site.files.size };
}

/** @param {Tools} tools */
function openStages({ progress }) {
  return (/** @type {string} */ stage) => {
    enterStage(stage);
    progress(stage, 0, 1);
    return (/** @type {number} */ done, /** @type {number} */ of) => {
      if (done === of || done % Math.ceil(of / MAX_STEPS) === 0) progress(stage, done, of);
    };
  };
}

/**
 * Plans the changes of a site, verifies them and applies them.
 * @param {Site} original @param {Request} request @param {Tools} tools @param {ReturnType<typeof openStages>} at
 */
async function prepare(original, request, tools, at) {
  const { settings, minify, verify, isOwn = null } = request;
  const { runner, workers, makers, store, memory, memo, stampStage, budgets, openVerifier } = tools;
  const rules = rulesOf(request);

  const read = linkSite(original, { tick: at('reading'), memo });
  if (request.command === 'build') refuseNamed(original, read);
  // Visits are needed even without verification, because rules depend on what scripts do.
  const observing = { openVerifier, ...memory, routes: request.routes, isOwn };
  const whole = await observeSite(original, read, observing, at('observing'));
  const keeps = findKeeps(original, whole, request.keep ?? {});
  const held = openIntegrity(original, findFixedNames(original, whole), keeps);
  const images = rules.length > 0 ? await lookAtImages(original, whole, workers, at('looking')) : new Map();
  const fonts = await describeFonts(original, whole.drawn, (file) => workers.readFont(file));
  enterStage('normalising');
  /** @type {Warning[]} */
  const failures = [];
  const toNormalise = { site: original, linked: whole, images, rules, settings, integrity: held, failures, memo };
  const normalised = normaliseSite(toNormalise);
  const { site, linked } = normalised;
  // Renamed files move the elements behind their names.
  const integrity = held.withElements(findElements(site));
  const asked = { ...request, rules };
  const seen = await measurePages(normalised, images, asked, tools, at('measuring'));
  const { boxes, firstScreens, warnings: unmeasured } = seen;
  const facts = { site, linked, images, boxes, firstScreens, fonts };
  const all = runRules({ ...facts, rules, settings, failures, memo }, at('detecting'));
  const found = withoutIdle(all, linked);
  const making = { ...request, site, rules, integrity, makers, store, isRunOver: budgets.isRunOver };
  const versionOf = (/** @type {string} */ maker) =>
    // Its result depends on whether there is a browser.
    maker === 'modern-jpeg' ? null : stampStage(maker === 'text-image' ? maker : 'make');
  const drafts = await draftChanges(found, { ...making, versionOf, capacity: runner }, at('making'));
  const weights = await weighFiles(original, [...fetchedBy(whole), ...fetchedBy(linked)], workers, at('weighing'));
  const verifier = mayShow(request, [...normalised.accepted, ...drafts.changes]) ? await openVerifier() : null;
  const canPack = (/** @type {SitePath} */ path, /** @type {Forbidden} */ forbidden) =>
    minify && integrity.mayWork(path, 'minify') && mayPack(path, forbidden);

  const planSite = openPlanner(planningOf(request, original, whole, normalised, { weights, memo }));
  const looked = {
    original,
    copies: copiesOf(normalised),
    site,
    linked,
    integrity,
    canPack,
    mode: verify,
    memo,
    isOwn,
  };
  const verification = openVerification(looked, verifier, () => at('verifying'));
  const isLooked = verify === 'off' || verifier !== null;
  const toSettle = { drafts, isLooked, mayInline: !integrity.hasPolicy, planSite, verification };
  const { plan, forbidden } = await settleChanges({ ...toSettle, forbidden: forbidBlank(whole) }, at);
  const applied = applyPlan(site, plan.accepted, linked);
  for (const path of forbidden.originals) applied.files.set(path, fileOf(original, path));
  const after = buildAfterSite(site, linked, applied.files, { original: whole, memo, changes: plan.accepted });
  return {
    asked,
    before: { site: original, linked: whole, images, weights },
    packing: { integrity, canPack: (/** @type {SitePath} */ path) => canPack(path, forbidden) },
    ...{ normalised, plan, forbidden, applied, after, verification, unmeasured, failures, keeps },
  };
}

/**
 * Returns the files that are shipped, and their weights. Packs nothing if only limits count.
 * @param {ReturnType<typeof buildAfterSite>} after
 * @param {Pick<Parameters<typeof packSite>[1], 'integrity' | 'canPack'> & { weights: ReadonlyMap<SitePath,
 *   import('../../plan/types.ts').Weight> | null, records: ReadonlyMap<SitePath, PageRecord> }} packing `weights` of
 *   what is shipped, where they are known; `records` of visits before the changes
 * @param {Request} request @param {Tools} tools @param {ReturnType<typeof openStages>} at
 */
async function packAfter(after, packing, { onlyFetched, onlyLimits, conditions }, tools, at) {
  const { packer, workers } = tools;
  const fetched = fetchedBy(after.linked);
  const tick = at('packing');
  if (onlyLimits) {
    const afterWeights = packing.weights ?? (await weighFiles(after.site, fetched, workers, tick));
    return { files: new Map(), shipped: new Map(), afterWeights, names: {} };
  }
  const packed = await packSite(after, { ...packing, packer, only: onlyFetched ? new Set(fetched) : null }, tick);
  const { named, restated } = await settleNames({
    ...{ packed, integrity: packing.integrity, records: packing.records, site: after.site },
    nameFiles: async (except) => (await tools.nameFiles?.(packed, except)) ?? null,
    openVisit: () => openVisit(after.site, tools),
  });
  const made = await compressSite(after.site, packed, { packer, named: restated }, at('compressing'));
  const names = named && { names: { renamed: Object.fromEntries(named.names), left: named.left } };
  return {
    ...made,
    afterWeights: await weighPacked(after.site, made.files, { server: conditions.server, workers }),
    names,
  };
}

/**
 * Returns the function that visits pages as they will be shipped, null without a browser.
 * @param {Site} site
 * @param {Tools} tools
 * @returns {Promise<import('./settle-names.js').Visit | null>}
 */
async function openVisit({ place }, { openVerifier, memory }) {
  const verifier = await openVerifier();
  if (!verifier) return null;
  const { browser, budgets } = verifier;
  return (path, followsLinks, files) => {
    const page = { path, files, budget: budgets.of(path), tour: { followsLinks }, ...(place ? { place } : {}) };
    return recordPage(browser, page, memory);
  };
}

/**
 * Returns the order for the planner.
 * @param {Request} request
 * @param {Site} original
 * @param {Linked} whole
 * @param {Pick<import('../../plan/normalise/normalise-site.js').Normalised, 'site' | 'linked'>} normalised
 * @param {{ weights: ReadonlyMap<SitePath, import('../../plan/types.ts').Weight>, memo: Memo }} known
 * @returns {import('../../plan/plan-site.js').Order}
 */
function planningOf({ settings, conditions, safety, minify, compresses }, original, whole, { site, linked }, known) {
  const { weights, memo } = known;
  // Text that is inserted into a page is compressed together with the page.
  const isPacked = compresses && conditions.server === 'identity';
  const sentBytes = sentBytesOf(weights, isPacked ? sentAtBest : sentAs(conditions.server));
  return {
    site,
    linked,
    safety,
    levelOf: ({ rule }) => settings.get(rule)?.level ?? 'off',
    most: limitSize(whole, openPageInputs(original, whole, sentBytes).fileAt, weights, minify),
    inputOf: openPageInputs(site, linked, sentBytes),
    pricer: openPlanPricer(linked, conditions, memo),
    others: conditions.links
      .filter((link) => link !== conditions.link)
      .map((link) => openPlanPricer(linked, { ...conditions, link }, memo)),
    memo,
  };
}

/**
 * Returns true if a change needs verification by rendering.
 * @param {Request} request
 * @param {readonly Change[]} changes
 */
function mayShow({ verify, settings }, changes) {
  const isDone = (/** @type {Change} */ { rule, isAdvice }) => !isAdvice && settings.get(rule.id)?.level !== 'advise';
  return verify !== 'off' && changes.some(isDone);
}

/** @param {Site} site @param {SitePath} path */
function fileOf({ files }, path) {
  return present(files.get(path));
}

/**
 * @param {Linked} linked
 * @returns {SitePath[]}
 */
function fetchedBy({ graph }) {
  return [...graph.fetches.values()].flat();
}

/**
 * Returns the rules of a run. A build omits rules that would make images only for advice, which an audit gives. A gate
 * only runs the rules by which it can fail.
 * @param {Request} request
 */
function rulesOf({ rules, settings, onlyFetched, onlyLimits }) {
  const levelOf = (/** @type {Rule} */ { meta }) => settings.get(meta.id)?.level;
  if (onlyLimits) return rules.filter((rule) => levelOf(rule) === 'error');
  return rules.filter((rule) => onlyFetched || !rule.jobs || levelOf(rule) !== 'advise');
}
