/** @import { Change } from '../../plan/types.ts' */
/** @import { Reference, Site, SitePath } from '../../site/types.ts' */
/** @import { PageRecord } from '../../visit/types.ts' */
/** @import { Linked } from '../../site/graph/build-graph.js' */
/** @import { FileLookup } from '../../visit/browser/serve.js' */
/** @import { Rejected, Verdict } from '../../visit/verify/types.js' */
/** @import { Amount, Load } from './judge-loads.js' */

import { mapMany } from '../../base/at-once.js';
import { exact } from '../../base/exact.js';
import { present } from '../../base/present.js';
import { applyPlan } from '../../plan/apply/apply-plan.js';
import { OutOfBudgetError } from '../../visit/browser/budget.js';
import { findCulprits } from '../../visit/verify/culprits.js';
import { buildAfterSite } from './after-site.js';
import { causeOf, PACKING } from './forbidden.js';
import { judgeLoads } from './judge-loads.js';
import { listFormers, listLoaded, listUnloaded } from './loaded-files.js';
import { sentSize } from './sent-size.js';
import { differsFrom, steadyPartOf } from './steady-behaviour.js';

/**
 * Visits without changes that show which loads and answers of a page differ by chance, before changes are blamed.
 * On one of two sites with such pages, the search without them took 48 of 75 visits and found nothing.
 */
const STEADY_VISITS = 2;
/**
 * Bytes, a packet, by which the plan of a page may exceed its former size if the page itself is not visited. Chosen:
 * attributes that a change adds stay below it, and on one of 16 unseen sites, three pages grew by 15 kB.
 */
const MAX_GROWTH = 1460;
/** Max changes of a page that are left out one by one. With more at fault, the page ships without any. */
const MAX_CULPRITS = 4;

/**
 * @typedef {Pick<Verdict, 'path' | 'status' | 'original' | 'reason' | 'notes' | 'rejected'>} Failing
 *
 * @typedef {object} Loads results of visits after the changes
 * @property {Map<SitePath, PageRecord>} visits by page; pages with the same requests as before keep their first visit
 * @property {Map<Change, Amount>} observed savings of changes on the first visited page that they affect
 * @property {Failing[]} failing pages that load more than planned or behave differently, with the changes at fault
 *
 * @typedef {object} Tools
 * @property {(page: SitePath, ids: readonly string[]) => Promise<FileLookup>} build the site as a page sees it, with
 *   some of its changes
 * @property {(page: SitePath) => readonly string[]} idsOf names a page's changes, by their place among them, and its
 *   packing
 * @property {(page: { path: SitePath, followsLinks: boolean }, files: FileLookup, how?: 'again' | 'replace') =>
 *   Promise<PageRecord>} visit visits a page with the tour of its first visit; `again`: even if the record is known;
 *   `replace`: the same, and keeps the new record in its place
 */

/**
 * Visits the pages whose requests a plan changes, and compares their loads and behaviour with the first visit and the
 * plan.
 * @param {{ original: Site, site: Site, linked: Linked, accepted: readonly Change[], onPage: ReadonlyMap<SitePath,
 *   readonly Change[]>, memo: import('../../base/memo.js').Memo, isOthers: (page: SitePath) => boolean,
 *   isPassedOver: (page: SitePath) => boolean }} plan `isOthers`: pages that another machine visits; `isPassedOver`:
 *   pages that a similar page with the same changes represents, unless they are planned to load more than before
 * @param {Tools | null} tools null: nothing is visited
 * @returns {Promise<Loads>}
 */
export async function observeLoads(plan, tools) {
  const { original, site, linked, accepted, onPage, isOthers, isPassedOver, memo } = plan;
  const { records } = linked.seen;
  const asks = (/** @type {SitePath} */ page) => {
    const record = records.get(page);
    if (!record || record.isBlank || isOthers(page)) return false;
    const isRenamed = site.files.get(record.document) !== original.files.get(record.document);
    return isRenamed || (onPage.get(page) ?? []).some(({ edits, files }) => edits.length + files.length > 0);
  };
  const pages = [...records.keys()].filter(asks);
  const asBefore = new Map([...records].filter(([page]) => !asks(page)));
  /** @type {Loads} */
  const loads = { visits: asBefore, observed: new Map(), failing: [] };
  if (pages.length === 0 || !tools) return loads;
  const after = buildAfterSite(site, linked, applyPlan(site, accepted, linked).files, { memo, changes: accepted });
  const promisedOn = (/** @type {SitePath} */ page) => after.linked.graph.fetches.get(page) ?? [];
  const growthOn = (/** @type {SitePath} */ page) => {
    const { document } = present(records.get(page));
    const sizeOf = (/** @type {Site} */ { files }, /** @type {readonly SitePath[]} */ paths) =>
      sumOf(loadOf([document, ...paths], (path) => files.get(path)?.size ?? 0));
    return sizeOf(after.site, promisedOn(page)) - sizeOf(site, linked.graph.fetches.get(page) ?? []);
  };
  const { passedOver = [], toVisit = [] } = Object.groupBy(pages, (page) =>
    isPassedOver(page) && growthOn(page) <= MAX_GROWTH ? 'passedOver' : 'toVisit',
  );
  const visited = await mapMany(toVisit, async (page) => {
    const before = present(records.get(page));
    const changes = onPage.get(page) ?? [];
    const promised = promisedOn(page);
    try {
      const follows = { before: linked.graph.follows.get(page), after: after.linked.graph.follows.get(page) };
      const load = { page, before, changes, promised, original, follows };
      return { page, ...(await observePage(load, tools)) };
    } catch (error) {
      return { page, seen: null, failing: failedVisit(page, error) };
    }
  });
  for (const { page, ...observed } of visited) {
    if (observed.failing) loads.failing.push(observed.failing);
    if (!observed.seen) continue;
    loads.visits.set(page, observed.seen);
    for (const [change, amount] of observed.judged.observed)
      if (!loads.observed.has(change)) loads.observed.set(change, amount);
  }
  const loaded = new Set(toVisit.flatMap((page) => listLoaded(loads.visits.get(page) ?? present(records.get(page)))));
  const idle = new Set(toVisit.flatMap(promisedOn).filter((path) => !loaded.has(path)));
  const formers = listFormers(accepted);
  for (const page of passedOver) {
    const expected = linked.graph.fetches.get(page) ?? [];
    const followed = after.linked.graph.follows.get(page);
    const planned = { expected, promised: promisedOn(page), idle, formers, followed };
    loads.visits.set(page, asPromised(present(records.get(page)), planned));
  }
  return { ...loads, failing: loads.failing.sort((a, b) => (a.path < b.path ? -1 : 1)) };
}

/**
 * A page with its first visit and its changes. `follows`: references that a browser follows on the page.
 * @typedef {{ page: SitePath, before: PageRecord, changes: readonly Change[], promised: readonly SitePath[], original:
 *   Site, follows: { before?: readonly Reference[], after?: readonly Reference[] } }} Observed
 */

/** @param {Observed} observed @param {Tools} tools */
async function observePage(observed, { build, idsOf, visit }) {
  const { page, before, changes, promised, follows } = observed;
  const ids = idsOf(page);
  const files = await build(page, ids);
  const toVisit = { path: page, followsLinks: before.followsLinks };
  const visitUnchanged = async () => {
    const visits = [before];
    for (let count = 0; count < STEADY_VISITS; count += 1)
      visits.push(await visit(toVisit, await build(page, []), 'again'));
    return visits;
  };
  let judgement = openJudgement(observed, files, [before]);
  let now = judgement.judge(await visit(toVisit, files));
  // On a busy machine, a page can request an image before its scripts remove it.
  if (now.isWorse && now.isOther) {
    const again = judgement.judge(await visit(toVisit, files, 'replace'));
    if (!again.isWorse) now = again;
  }
  // Carousels and the like load one image more or less by chance, with and without changes.
  if (now.isWorse && now.isOther) {
    judgement = openJudgement(observed, files, await visitUnchanged());
    now = judgement.judge(now.seen);
  }
  const { first, most, sizeAfter } = judgement;
  const { seen, judged, isLarger } = now;
  // The plan can know of both loads, and still make a page larger that has to stay below its size.
  const faults = judged.faults.length === 0 && isLarger ? judged.doubled : judged.faults;
  if (faults.length > 0) {
    const rejected = faults.map((change) => reject(change, 'no-saving'));
    return { seen, judged, failing: failingPage(page, { rejected, reason: 'no-saving' }) };
  }
  const reason = findReason(before, seen, { isHeavier: judged.isHeavier, isLarger });
  if (!reason) return { seen, judged, failing: null };
  // Content that comes and goes by itself is no difference.
  const isBehaviour = reason === 'behaves-differently';
  if (isBehaviour && !differsFrom(steadyPartOf([before]), await visit(toVisit, files, 'again')))
    return { seen, judged, failing: null };
  const steady = steadyPartOf(isBehaviour ? await visitUnchanged() : [before]);
  if (isBehaviour && !differsFrom(steady, seen)) return { seen, judged, failing: null };
  // No change is at fault by its own files, so subsets of the changes are tried.
  const isAsBefore = async (/** @type {readonly string[]} */ chosen) => {
    const some = await build(page, chosen);
    const again = await visit(toVisit, some, 'again');
    if (isBehaviour) return !differsFrom(steady, again);
    const load = loadOf(listLoaded(again, follows.after), (path) => some(path)?.bytes.length ?? 0);
    if (sentOf(listLoaded(again, follows.after), some) > most) return false;
    return load.size <= first.size && sumOf(load) <= Math.max(sumOf(first), sumOf(loadOf(promised, sizeAfter)));
  };
  const found = await findCulprits(ids, isAsBefore, { most: MAX_CULPRITS });
  // A page that differs from its own first visit without any change is not to blame on one.
  if (!found && isBehaviour && !(await isAsBefore([]))) return { seen, judged, failing: null };
  const rejected = (found?.culprits ?? []).map((id) => reject(changes[Number(id)] ?? null, reason));
  return { seen, judged, failing: failingPage(page, { rejected, reason }) };
}

/**
 * Creates a function that judges a visit after the changes by visits before them and the promises. It returns
 * `isWorse` if the page loads more, or saves less, and `isOther` if it loads a file of the site that it did not load.
 * @param {Observed} observed @param {FileLookup} files after the changes
 * @param {readonly PageRecord[]} unchanged all of their files count as loaded before
 */
function openJudgement({ changes, promised, original, follows }, files, unchanged) {
  const sizeAfter = (/** @type {SitePath} */ path) => files(path)?.bytes.length ?? 0;
  const loadedBefore = [...new Set(unchanged.flatMap((record) => listLoaded(record, follows.before)))];
  const first = loadOf(loadedBefore, (path) => original.files.get(path)?.size ?? 0);
  const most = Math.max(
    sentOf(loadedBefore, (path) => original.files.get(path)),
    changes.some(mayGrow) ? sentOf(promised, files) : 0,
  );
  const judge = (/** @type {PageRecord} */ seen) => {
    const loaded = listLoaded(seen, follows.after);
    const after = loadOf(loaded, sizeAfter);
    const judged = judgeLoads({ before: first, after, promised: loadOf(promised, sizeAfter), changes });
    const isLarger = sentOf(loaded, files) > most;
    const isOther = loaded.some((path) => !first.has(path) && original.files.has(path));
    return { seen, judged, isLarger, isOther, isWorse: isLarger || judged.isHeavier || judged.faults.length > 0 };
  };
  return { first, most, sizeAfter, judge };
}

/**
 * Returns the reason for which a page does not ship with all of its changes, null if it does.
 * @param {PageRecord} before
 * @param {PageRecord} seen
 * @param {{ isHeavier: boolean, isLarger: boolean }} found `isHeavier`: it loads more than planned; `isLarger`: it
 *   loads more bytes than before, planned or not, and more than its changes may add
 */
function findReason(before, seen, { isHeavier, isLarger }) {
  if (isHeavier) return 'no-saving';
  if (differsFrom(steadyPartOf([before]), seen)) return 'behaves-differently';
  return isLarger ? 'no-saving' : null;
}

/**
 * Returns the loads of a page that changes like another page, which was visited: those that the plan promised, without
 * those that a visit did not record, of this page before the change or of a visited page afterwards, and what only
 * these request.
 * @param {PageRecord} before
 * @param {import('./loaded-files.js').Planned} plan
 * @returns {PageRecord}
 */
function asPromised(before, plan) {
  const { promised } = plan;
  const unseen = listUnloaded(new Set(listLoaded(before)), plan);
  const loaded = promised.filter((path) => path !== before.document && !unseen.has(path));
  return Object.freeze({ ...before, icon: undefined, fetched: loaded.map((path) => ({ path, by: before.document })) });
}

/** @param {readonly SitePath[]} paths @param {(path: SitePath) => number} sizeOf @returns {Load} */
function loadOf(paths, sizeOf) {
  return new Map(paths.map((path) => exact([path, sizeOf(path)])));
}

/** Returns true if the user permits that a change makes pages larger. @param {Change} change */
function mayGrow({ group }) {
  return (group?.minPercent ?? 0) < 0;
}

/**
 * Returns the bytes that are sent of all files that a visit loaded.
 * @param {readonly SitePath[]} paths @param {(path: SitePath) => { bytes: Uint8Array } | null | undefined} fileAt
 */
function sentOf(paths, fileAt) {
  return sumOf(
    loadOf(paths, (path) => {
      const file = fileAt(path);
      return file ? sentSize(path, file.bytes) : 0;
    }),
  );
}

/** @param {Load} load */
function sumOf(load) {
  return [...load.values()].reduce((sum, size) => sum + size, 0);
}

/**
 * @param {Change | null} change null: the packing of the page @param {Rejected['reason']} reason @returns {Rejected}
 */
function reject(change, reason) {
  if (!change) return { id: PACKING, rule: 'minify', cause: PACKING, onlyHere: true, reason };
  const { rule, proposal } = change;
  return { id: '', rule: rule.id, cause: causeOf(proposal), onlyHere: false, reason };
}

/**
 * @param {SitePath} path @param {{ rejected: Rejected[], reason: 'no-saving' | 'behaves-differently' }} found
 * @returns {Failing}
 */
function failingPage(path, { rejected, reason }) {
  return { path, status: 'different', original: rejected.length === 0, reason, rejected, notes: [] };
}

/** @param {SitePath} path @param {unknown} error @returns {Failing} */
function failedVisit(path, error) {
  const message = error instanceof Error ? error.message : String(error);
  const reason = error instanceof OutOfBudgetError ? exact('out-of-budget') : null;
  return { path, status: 'unseen', original: true, reason, rejected: [], notes: [message] };
}
