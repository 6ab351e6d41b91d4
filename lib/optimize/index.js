/** @import { Proposal, Rule, Safety, Site, SitePath } from '../types.ts' */
/** @import { Linked } from '../graph/build-graph.js' */
/** @import { RuleSetting } from '../detect/run-rules.js' */
/** @import { Maker, Store } from '../make/run-jobs.js' */
/** @import { Conditions } from './conditions.js' */
/** @import { Ready } from './apply-plan.js' */
/** @import { Refused } from './gather.js' */
/** @import { Packed, Packer } from './pack-site.js' */
/** @import { Taken, Verifier } from './verify-site.js' */

import { runRules } from '../detect/run-rules.js';
import { linkSite } from '../graph/build-graph.js';
import { buildAfterSite } from './after-site.js';
import { applyPlan } from './apply-plan.js';
import { changeRows, packEffectOf, packRows } from './change-rows.js';
import { gather } from './gather.js';
import { sendLonePlates } from './lone-plates.js';
import { lookAtImages } from './look-at-images.js';
import { leaveMixedRows } from './mixed-rows.js';
import { packSite } from './pack-site.js';
import { openPageInputs, sentBytesOf } from './page-inputs.js';
import { openPlanner, settlePlan } from './plan-site.js';
import { openPlanPricer, openPricer, priceSite } from './price-site.js';
import { reportSite, sentAs, sentAtBest } from './report-site.js';
import { openSeals } from './seals.js';
import { setAside } from './set-aside.js';
import { copiesOf, settleShared, shareRepeated } from './share-repeated.js';
import { limitSize } from './site-size.js';
import { countLooks, isTakenBack, mayPack, settle, verifyPlan, warnOfUnseen } from './verify-site.js';
import { weighFiles, weighPacked } from './weights.js';

/**
 * What a run needs of the world; whoever starts it opens and closes them.
 * @typedef {object} Tools
 * @property {ReturnType<typeof import('./crew.js').openCrew>} crew
 * @property {Packer} packer
 * @property {Readonly<Record<string, Maker>>} makers
 * @property {Store | null} store
 * @property {() => Promise<Verifier | null>} openVerifier null: no browser starts
 * @property {(stage: string, done: number, of: number) => void} progress
 *
 * @typedef {object} Request
 * @property {string} command
 * @property {{ kind: string, name: string }} input
 * @property {readonly Rule[]} rules
 * @property {ReadonlyMap<string, RuleSetting>} settings
 * @property {Safety} safety
 * @property {Conditions} conditions
 * @property {boolean} minify
 * @property {boolean} compresses whether compressed files will stand beside texts
 * @property {string} verify which pages are rendered before and after
 * @property {boolean} onlyFetched pack what pages fetch, and nothing that is only passed on
 * @property {string} version
 * @property {string} code names the code that is running, for what is remembered
 * @property {number} jobs
 *
 * @typedef {{ report: import('../report/types.ts').FullReport, files: ReadonlyMap<SitePath, Packed>,
 *   verdicts: readonly import('./verify-site.js').Seen[] }} Outcome
 */

/**
 * Works out what can be made cheaper, does it, and says what each change saves.
 * @param {Site} original
 * @param {Request} request
 * @param {Tools} tools
 * @returns {Promise<Outcome>}
 */
export async function optimize(original, request, tools) {
  const { settings, conditions, minify, compresses, verify, onlyFetched } = request;
  const rules = onlyFetched ? request.rules : request.rules.filter((rule) => !isCostlyAdvice(rule, settings));
  const { crew, packer, makers, store, openVerifier, progress } = tools;
  const at = (/** @type {string} */ stage) => (/** @type {number} */ done, /** @type {number} */ of) =>
    progress(stage, done, of);

  const levelOf = (/** @type {Proposal} */ { rule }) => settings.get(rule)?.level ?? 'off';
  const whole = linkSite(original, { tick: at('reading') });
  const seals = openSeals(original);
  const images = await lookAtImages(original, whole, crew, at('looking'));
  const making = { ...request, version: request.code, seals, makers, store, atOnce: request.jobs };
  const { first = [], later = [] } = Object.groupBy(rules, ({ meta }) => (meta.isFirst ? 'first' : 'later'));
  const shared = await shareRepeated(
    { ...making, site: original, linked: whole, images, rules: first, levelOf },
    at('detecting'),
  );
  const { site, linked } = shared;
  const found = runRules({ site, linked, images, rules: later, settings }, at('detecting'));
  const gathered = await gather(found, { ...making, site }, at('making'));
  const weights = await weighFiles(original, [...fetchedBy(whole), ...fetchedBy(linked)], crew, at('weighing'));
  const sentBytes = sentBytesOf(weights, sentAs(conditions.server));
  const inputOf = openPageInputs(site, linked, sentBytes);
  const wholeInputOf = openPageInputs(original, whole, sentBytes);
  // What is written into a page will be sent as the page will be.
  const packedBytes = compresses && conditions.server === 'identity' ? sentBytesOf(weights, sentAtBest) : sentBytes;
  const planSite = openPlanner({
    site,
    linked,
    levelOf,
    safety: request.safety,
    most: limitSize(original, whole, openPageInputs(original, whole, packedBytes), minify),
    inputOf: openPageInputs(site, linked, packedBytes),
    pricer: openPlanPricer(linked, conditions),
    others: conditions.links
      .filter((link) => link !== conditions.link)
      .map((link) => openPlanPricer(linked, { ...conditions, link })),
  });
  const isLooking =
    verify !== 'off' &&
    [...shared.accepted, ...gathered.ready].some(({ proposal, rule }) => rule.apply && levelOf(proposal) !== 'advise');
  const verifier = isLooking ? await openVerifier() : null;
  const copies = copiesOf(shared);
  const { ready: made, refused } = isLooking && !verifier ? withoutBrowser(gathered) : gathered;
  const ready = sendLonePlates(made, {
    most: mostSentAlong(settings),
    mayHold: ({ proposal }) => proposal.data.holdsData === true && !seals.hasPolicy,
  });
  const canPack = (/** @type {Taken} */ taken) => (/** @type {SitePath} */ path) =>
    minify && seals.holdOf(path) === null && mayPack(path, taken);
  const settled = await settle(
    (taken) => planSite(leaveMixedRows(takeBack({ ready, refused }, taken)), at('planning')),
    async ({ accepted }, taken) =>
      verifier
        ? verifyPlan(
            { original, copies, site, linked, accepted, seals, canPack: canPack(taken), mode: verify },
            verifier,
            at('verifying'),
          )
        : [],
  );
  const applied = applyPlan(site, settled.plan.accepted, linked);
  for (const path of settled.taken.originals) applied.files.set(path, fileOf(original, path));
  const after = buildAfterSite(site, linked, applied.files, whole);
  const planned = settlePlan(settled.plan, applied, after.removed);
  const fetched = new Set(fetchedBy(after.linked));
  const files = await packSite(
    after,
    { packer, seals, canPack: canPack(settled.taken), only: onlyFetched ? fetched : null },
    at('packing'),
  );

  const shipped = [...files.values()].filter(({ path }) => fetched.has(path) && weights.has(path));
  const packed = new Map(
    shipped.map((file) => {
      const weight = /** @type {import('./crew.js').Weight} */ (weights.get(file.path));
      return [file.path, packEffectOf(file, weight, sentBytes(file.path))];
    }),
  );
  const pricer = openPricer(linked, conditions);
  const prices = priceSite({ site, linked, inputOf, pricer, ...planned, packed }, at('pricing'));
  const once = settleShared(shared, settled.taken.originals);
  const oncePrices = priceSite(
    { site: original, linked: whole, inputOf: wholeInputOf, pricer, ...once, packed: new Map() },
    () => {},
  );
  const changes = [
    ...changeRows(original, whole, { ...once, written: new Map() }, oncePrices.byProposal),
    ...changeRows(site, linked, { ...planned, written: applied.written }, prices.byProposal),
    ...packRows(shipped, prices.byFile, { isPage: (path) => linked.graph.fetches.has(path), seals }),
  ];
  const afterWeights = await weighPacked(after.site, files, { server: conditions.server, crew });
  const report = reportSite({ site: original, linked: whole, images, weights, after, afterWeights, changes, request });
  const { verdicts } = settled;
  const warnings = [...report.warnings, ...warnOfUnseen(verdicts)];
  return { files, report: verifier ? { ...report, looks: countLooks(verdicts), warnings } : report, verdicts };
}

/** @param {Site} site @param {SitePath} path */
function fileOf({ files }, path) {
  return /** @type {import('../types.ts').SiteFile} */ (files.get(path));
}

/**
 * @param {Linked} linked
 * @returns {SitePath[]}
 */
function fetchedBy({ graph }) {
  return [...graph.fetches.values()].flat();
}

/**
 * Parts proposals that verification took back from those that may still be planned.
 * @param {{ ready: readonly Ready[], refused: readonly Refused[] }} gathered
 * @param {Taken} taken
 */
function takeBack(gathered, taken) {
  return setAside(gathered, ({ proposal }) => isTakenBack(proposal, taken), { reason: 'looks-different' });
}

/**
 * Without a browser nobody has looked: what could be seen is not done.
 * @param {{ ready: Ready[], refused: Refused[] }} gathered
 */
function withoutBrowser(gathered) {
  return setAside(gathered, ({ rule }) => Boolean(rule.apply) && rule.meta.safety !== 'safe', {
    reason: 'no-browser',
    message: 'no browser starts to look at the page; install one or say --verify off',
  });
}

/** How large an image may be that goes along with its page. @param {Request['settings']} settings */
function mostSentAlong(settings) {
  const { level, options } = settings.get('small-image') ?? { level: 'off', options: {} };
  return level === 'off' || level === 'advise' ? 0 : Number(options.mostBytes);
}

/**
 * Whether a rule would make images only to advise them: a build has better things to do, and an audit says it.
 * @param {Rule} rule
 * @param {Request['settings']} settings
 */
function isCostlyAdvice({ meta, jobs }, settings) {
  return jobs !== undefined && settings.get(meta.id)?.level === 'advise';
}
