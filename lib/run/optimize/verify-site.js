/** @import { Change } from '../../plan/types.ts' */
/** @import { Site, SitePath } from '../../site/types.ts' */
/** @import { Forbidden } from './forbidden.js' */
/** @import { Loads } from './observe-loads.js' */
/** @import { OpenBrowser } from '../../visit/browser/open.js' */
/** @import { Rendering } from '../../visit/browser/render.js' */
/** @import { FileLookup } from '../../visit/browser/serve.js' */
/** @import { Linked } from '../../site/graph/build-graph.js' */
/** @import { Verdict } from '../../visit/verify/types.js' */

import { exact } from '../../base/exact.js';
import { selectorsOfSheets } from '../../output/pack/sheet-selectors.js';
import { applyPlan } from '../../plan/apply/apply-plan.js';
import { documentOf } from '../../site/addresses.js';
import { leavesMuchToGuess } from '../../site/text/encoding.js';
import { followLinks } from '../../site/text/follow-links.js';
import { openListings } from '../../visit/measure/list-files.js';
import { recordPage } from '../../visit/measure/record-page.js';
import { nameGroup } from '../../visit/verify/group.js';
import { KeptRenderings } from '../../visit/verify/kept-renderings.js';
import { countLooks, warnOfSandbox, warnOfUnseen } from '../../visit/verify/summary.js';
import { verifyPages } from '../../visit/verify/verify.js';
import { acquit, findRecodings } from './acquit.js';
import { blameShared } from './blame-shared.js';
import { warnOfBlank } from './blank-pages.js';
import { openChangeContexts } from './change-contexts.js';
import { changedPages, describePage } from './changed-pages.js';
import { forbidMore, isFailing, LOAD_ROUNDS, MAX_ROUNDS, PACKING } from './forbidden.js';
import { observeLoads } from './observe-loads.js';

/**
 * Tools that verify pages before and after.
 * @typedef {object} Verifier
 * @property {OpenBrowser} browser
 * @property {import('../../visit/verify/remember.js').VerdictCache | undefined} cache
 * @property {(file: import('../../output/pack/packer.js').PackInput) => Promise<Uint8Array>} pack packs a page in the
 *   shipped form
 * @property {import('../../visit/measure/record-page.js').Memory} memory store of visits
 * @property {import('../../visit/browser/budget.js').Budgets} budgets limits of each page over all its visits
 * @property {import('../../visit/verify/compare.js').ComparePictures} [comparePictures] by default in this thread
 * @property {boolean} isIllustrated true if a report will contain screenshots
 */

/**
 * A replaced image before and after as PNG, or a page under its own path.
 * @typedef {{ resource: SitePath, before: Uint8Array, after: Uint8Array, difference: Uint8Array }} Picture
 * @typedef {Verdict & { pictures: Picture[] }} Seen
 */

/** @typedef {ReturnType<typeof openChangeContexts> | (() => null)} ContextsOf */

/**
 * Creates the verification of plans, which is repeated until nothing differs or the limit is reached.
 * @param {Omit<PlanToVerify, 'accepted' | 'canPack' | 'contextsOf' | 'originals' | 'before' | 'kept'> & {
 *   canPack: (path: SitePath, forbidden: Forbidden) => boolean }} what
 * @param {Verifier | null} verifier null: nothing is looked at
 * @param {() => (done: number, of: number) => void} enter begins the stage, and hears how far it is
 */
export function openVerification(what, verifier, enter) {
  /** @type {Map<SitePath, Seen>} */
  const verdicts = new Map();
  const contextsOf = what.mode === 'changed' ? openChangeContexts(what.site, what.linked) : () => null;
  /** @type {FileLookup} */
  const before = (path) => what.original.files.get(behindLinks(what.original, documentOf(path, what.site.place)));
  const kept = new KeptRenderings();
  /** @type {Pick<Loads, 'visits' | 'observed'>} */
  let loads = { visits: new Map(), observed: new Map() };
  return {
    /**
     * Verifies a plan, and returns the changes that are rejected from then on.
     * @param {readonly Change[]} accepted
     * @param {Forbidden} forbidden
     * @returns {Promise<Forbidden | null>} null where nothing differs
     */
    look: async (accepted, forbidden) => {
      const canPack = (/** @type {SitePath} */ path) => what.canPack(path, forbidden);
      const plan = { ...what, accepted, canPack, contextsOf, originals: forbidden.originals, before, kept };
      if (!verifier || forbidden.round > MAX_ROUNDS + LOAD_ROUNDS) {
        loads = await observePlan(plan, verifier, verdicts);
        return null;
      }
      const recodings = findRecodings(accepted);
      const isRendered = forbidden.round <= MAX_ROUNDS;
      const rendered = isRendered ? await verifyPlan(plan, verifier, enter()) : [];
      const seen = rendered.map((verdict) => acquit(verdict, recodings));
      const isSound = !seen.some(isFailing);
      const isNow = isRendered ? new Map(seen.map((verdict) => [verdict.path, verdict])) : verdicts;
      const observed = isSound ? await observePlan(plan, verifier, isNow) : null;
      // A page that ships unchanged is only at risk through files that others share with it.
      const isAtRisk = (/** @type {Loads['failing'][number]} */ { path, reason }) =>
        reason === 'no-saving' || !forbidden.originals.has(documentOf(path, what.site.place));
      const failing = (observed?.failing ?? []).filter(isAtRisk).map(describeFailing);
      if (observed) loads = observed;
      for (const verdict of [...seen, ...failing])
        if (!verdicts.has(verdict.path) || isFailing(verdict)) verdicts.set(verdict.path, verdict);
      const documents = [...seen, ...failing].map((verdict) => ({
        ...verdict,
        path: documentOf(verdict.path, what.site.place),
      }));
      return forbidMore(forbidden, [...documents, ...blameShared(plan, documents)]);
    },
    verdicts: () => [...verdicts.values()],
    /** Returns the records of visits after the changes. */
    loads: () => ({
      visits: loads.visits,
      observed: new Map([...loads.observed].map(([{ proposal }, amount]) => exact([proposal, amount]))),
    }),
    /** Returns the summary for the report. */
    summarise: () => {
      const all = [...verdicts.values()];
      const blank = warnOfBlank(what.linked);
      if (!verifier) return { looks: {}, warnings: blank };
      return {
        looks: { looks: countLooks(all) },
        warnings: [...warnOfSandbox(verifier.browser), ...warnOfUnseen(all), ...blank],
      };
    },
  };
}

/**
 * A plan to verify.
 * @typedef {{ original: Site, copies: ReadonlyMap<SitePath | null, readonly SitePath[]>, site: Site, linked: Linked,
 *   accepted: readonly Change[], integrity: import('./integrity.js').Integrity, canPack: (page: SitePath) => boolean,
 *   contextsOf: ContextsOf, memo: import('../../base/memo.js').Memo, mode: string, originals: ReadonlySet<SitePath>,
 *   before: FileLookup, kept: KeptRenderings, isOwn: import('./shard.js').IsOwn | null }} PlanToVerify
 *   `original`: the site that pages must match, with `copies` of files; `site`: the changed one; `before`: files of the
 *   original; `kept`: renderings of it for earlier plans;
 *   `originals`: documents that are shipped unchanged
 */

/**
 * Compares the pages that accepted changes touch, before and after.
 * @param {PlanToVerify} plan
 * @param {Verifier} verifier
 * @param {(done: number, of: number) => void} tick
 * @returns {Promise<Seen[]>}
 */
async function verifyPlan(plan, verifier, tick) {
  const { before, copies, site, linked, canPack, contextsOf, mode, kept, isOwn } = plan;
  const { browser, cache, budgets, isIllustrated, comparePictures } = verifier;
  const onPage = changedPages(plan);
  const documentAt = (/** @type {SitePath} */ page) => documentOf(page, site.place);
  const all = [...onPage].map(([path, entries]) => {
    const document = documentAt(path);
    const isGuessed = leavesMuchToGuess(site.files.get(document)?.bytes ?? new Uint8Array());
    // The guess of a browser depends on all characters of a page, so other pages cannot represent it.
    const known = { canPack: canPack(document), contextsOf: isGuessed ? () => null : contextsOf, copies, linked };
    return describePage(path, entries, known);
  });
  const pages = isOwn ? all.filter((page) => isOwn(nameGroup(page, before))) : all;
  const seen = new Set();
  const build = openBuild(plan, verifier, onPage);
  const verdicts = await verifyPages({
    pages,
    before,
    browser,
    place: site.place,
    mode,
    budgets,
    isIllustrated,
    kept,
    ...(comparePictures ? { comparePictures } : {}),
    ...(cache ? { cache } : {}),
    layouts: {
      before: (path) => linked.seen.records.get(path),
      after: ({ followsLinks }, path, files) => visitPage(plan, verifier, { path, followsLinks }, files),
    },
    build: (path, ids) => {
      tick(seen.add(path).size, pages.length);
      return build(path, ids);
    },
  });
  return verdicts.map((verdict) => ({ ...verdict, pictures: picturesOf(verdict, onPage.get(verdict.path) ?? []) }));
}

/**
 * Visits the pages whose requests a plan changes, and compares their loads with the plan.
 * @param {PlanToVerify} plan
 * @param {Verifier | null} verifier
 * @param {ReadonlyMap<SitePath, Pick<Verdict, 'status'>>} verdicts
 */
function observePlan(plan, verifier, verdicts) {
  const { site, canPack } = plan;
  const documentAt = (/** @type {SitePath} */ page) => documentOf(page, site.place);
  const onPage = changedPages(plan);
  const isOthers = (/** @type {SitePath} */ page) => plan.isOwn?.(page) === false;
  const isPassedOver = (/** @type {SitePath} */ page) =>
    plan.mode === 'changed' && verdicts.get(page)?.status === 'skipped';
  if (!verifier) return observeLoads({ ...plan, onPage, isOthers, isPassedOver }, null);
  const build = openBuild(plan, verifier, onPage);
  return observeLoads(
    { ...plan, onPage, isOthers, isPassedOver },
    {
      build,
      idsOf: (page) => {
        const ids = (onPage.get(page) ?? []).map((_, index) => String(index));
        return canPack(documentAt(page)) ? [...ids, PACKING] : ids;
      },
      visit: (page, files, how) => visitPage(plan, verifier, page, files, how),
    },
  );
}

/**
 * Visits a page, unless it was visited with the same files.
 * @param {PlanToVerify} plan @param {Verifier} verifier @param {{ path: SitePath, followsLinks: boolean }} page
 * @param {FileLookup} files @param {'again' | 'replace'} [how]
 */
function visitPage(plan, { browser, budgets, memory }, { path, followsLinks }, files, how) {
  const page = { ...describeVisit(plan, path, files), budget: budgets.of(path), tour: { followsLinks } };
  return recordPage(browser, page, { ...memory, store: storeFor(memory.store, how) });
}

/**
 * Returns the store of a visit. One that is made again recalls no record, and leaves the known one in its place.
 * @param {Verifier['memory']['store']} store @param {'again' | 'replace'} [how]
 */
function storeFor(store, how) {
  if (how === 'again' || !store) return null;
  return how === 'replace' ? { get: async () => null, put: store.put.bind(store) } : store;
}

/** @param {PlanToVerify} plan @param {SitePath} path @param {FileLookup} files */
function describeVisit({ site, linked }, path, files) {
  const { place } = site;
  const listing = () => openListings(site, linked)(path, files.added);
  return { path, files, listing, ...(place ? { place } : {}) };
}

/**
 * Makes the site as a page sees it with some of its changes.
 * @param {PlanToVerify} plan
 * @param {Verifier} verifier
 * @param {ReadonlyMap<SitePath, readonly Change[]>} onPage
 * @returns {(path: SitePath, ids: readonly string[]) => Promise<FileLookup>}
 */
function openBuild({ original, originals, site, linked, integrity }, { pack }, onPage) {
  return async (path, ids) => {
    const document = documentOf(path, site.place);
    const chosen = new Set(ids);
    const entries = (onPage.get(path) ?? []).filter((_, index) => chosen.has(String(index)));
    const { files } = applyPlan(site, entries, linked);
    const page = originals.has(document)
      ? original.files.get(document)
      : (files.get(document) ?? site.files.get(document));
    const fileAt = (/** @type {SitePath} */ wanted) => {
      const meant = files.has(wanted) ? wanted : behindLinks(site, wanted);
      return files.get(meant) ?? site.files.get(meant);
    };
    const selectors = selectorsOfSheets(document, linked.graph, fileAt, files.keys());
    const isPacked = page && chosen.has(PACKING);
    const input = { path: document, type: exact('html'), integrityHashes: integrity.codeOf(document), ...selectors };
    const bytes = isPacked ? await pack({ ...input, bytes: page.bytes }) : page?.bytes;
    const served = (/** @type {SitePath} */ wanted) =>
      documentOf(wanted, site.place) === document && bytes ? { bytes } : fileAt(wanted);
    const added = [...files.keys()];
    if (integrity.statements.length === 0) return Object.assign(served, { added });
    const restating = (/** @type {SitePath} */ wanted) => {
      const file = served(wanted);
      const restated = integrity.restate(documentOf(wanted, site.place), (path) => served(path)?.bytes);
      return restated === file?.bytes ? file : restated && { bytes: restated };
    };
    return Object.assign(restating, { added });
  };
}

/** @param {Loads['failing'][number]} failing @returns {Seen} */
function describeFailing({ notes, ...found }) {
  const base = {
    depth: exact('none'),
    differences: [],
    accepted: [],
    guess: null,
    moving: null,
    isUncompared: false,
    evidence: [],
    pictures: [],
  };
  return Object.freeze({ ...base, ...found, notes });
}

/** The file that an address leads to, through links to folders. @param {Site} site @param {SitePath} path */
function behindLinks({ files, links }, path) {
  return links === undefined || files.has(path) ? path : followLinks(path, links);
}

/**
 * Returns the renderings of the page and of each replaced image.
 * @param {Verdict} verdict
 * @param {readonly Change[]} entries
 * @returns {Picture[]}
 */
function picturesOf({ path, evidence }, entries) {
  const ofPage = evidence.slice(0, 1).filter(({ change }) => change === null);
  const ofChanges = evidence.filter(({ change }) => change !== null);
  return [...ofPage, ...ofChanges].flatMap(({ change, before, after, difference }) => {
    const resource = change === null ? path : (entries[Number(change)]?.proposal.resource ?? null);
    return resource ? [{ resource, before, after, difference }] : [];
  });
}
