/** @import { Proposal, Site, SitePath } from '../types.ts' */
/** @import { OpenBrowser } from '../browser/open.js' */
/** @import { FileLookup } from '../browser/serve.js' */
/** @import { Linked } from '../graph/build-graph.js' */
/** @import { ChangedPage, Verdict } from '../verify/types.js' */
/** @import { Ready } from './apply-plan.js' */

import { verifyPages } from '../verify/verify.js';
import { applyPlan } from './apply-plan.js';

/**
 * What looks at pages before and after.
 * @typedef {object} Verifier
 * @property {OpenBrowser} browser
 * @property {import('../verify/remember.js').VerdictCache | undefined} cache
 * @property {(file: { path: SitePath, bytes: Uint8Array, type: 'html' }) => Promise<Uint8Array>} pack as it will be shipped
 */

/**
 * A replaced picture before and after, as PNG.
 * @typedef {{ resource: SitePath, before: Uint8Array, after: Uint8Array, difference: Uint8Array }} Picture
 * @typedef {Verdict & { pictures: Picture[] }} Seen
 */

/** The change that packing makes to every page. */
const PACKING = 'packing';

/** Looking, taking back and looking again ends here: what still differs ships as it was. */
const MOST_ROUNDS = 4;

/**
 * What must not be done: causes that reach every page (`rule resource`), and those of one page (`page rule`).
 * @typedef {{ causes: ReadonlySet<string>, onPage: ReadonlySet<string>, originals: ReadonlySet<SitePath> }} Taken
 */

/**
 * What a change shares with the same change on other pages.
 * @param {Proposal} proposal
 */
function causeOf({ rule, resource }) {
  return resource ? `${rule} ${resource}` : rule;
}

/**
 * Whether verification took a change back.
 * @param {Proposal} proposal
 * @param {Taken} taken
 */
export function isTakenBack(proposal, { causes, onPage, originals }) {
  return (
    originals.has(proposal.page) || causes.has(causeOf(proposal)) || onPage.has(`${proposal.page} ${proposal.rule}`)
  );
}

/**
 * Whether a page may be packed.
 * @param {SitePath} page
 * @param {Taken} taken
 */
export function mayPack(page, { onPage, originals }) {
  return !originals.has(page) && !onPage.has(`${page} ${PACKING}`);
}

/**
 * Plans and looks, again and again, until every page looks as it did: a change that shows is taken back wherever its cause
 * reaches, and a page that no choice of changes helps ships as it was.
 * @template T
 * @param {(taken: Taken) => T} makePlan
 * @param {(plan: T, taken: Taken) => Promise<Seen[]>} look
 * @returns {Promise<{ plan: T, taken: Taken, verdicts: Seen[] }>}
 */
export async function settle(makePlan, look) {
  const causes = new Set();
  const onPage = new Set();
  const originals = new Set();
  const taken = { causes, onPage, originals };
  /** @type {Map<SitePath, Seen>} */
  const verdicts = new Map();
  for (let round = 1; ; round++) {
    const plan = makePlan(taken);
    const seen = round > MOST_ROUNDS ? [] : await look(plan, taken);
    const failing = seen.filter(({ status }) => status === 'different' || status === 'unseen');
    for (const verdict of seen)
      if (!verdicts.has(verdict.path) || failing.includes(verdict)) verdicts.set(verdict.path, verdict);
    if (failing.length === 0) return { plan, taken, verdicts: [...verdicts.values()] };
    for (const { path, rejected, original } of failing) {
      for (const { cause } of rejected) {
        if (cause.includes(' ')) causes.add(cause);
        else onPage.add(`${path} ${cause}`);
      }
      if (original || rejected.length === 0 || round === MOST_ROUNDS) originals.add(path);
    }
  }
}

/**
 * Looks at the pages that accepted changes touch.
 * @param {{ site: Site, linked: Linked, accepted: readonly Ready[], canPack: (page: SitePath) => boolean, mode: string }} plan
 * @param {Verifier} verifier
 * @param {(done: number, of: number) => void} [tick]
 * @returns {Promise<Seen[]>}
 */
export async function verifyPlan({ site, linked, accepted, canPack, mode }, { browser, cache, pack }, tick = () => {}) {
  const onPage = changesByPage(accepted, linked);
  /** @type {FileLookup} */
  const before = (path) => site.files.get(path);
  const pages = [...onPage].map(([path, entries]) => describePage(path, entries, canPack(path)));
  const wanted = pagesToSee(pages, onPage, mode);
  const seen = new Set();
  const verdicts = await verifyPages({
    pages: wanted,
    before,
    browser,
    mode,
    ...(cache ? { cache } : {}),
    build: async (path, ids) => {
      tick(seen.add(path).size, wanted.length);
      const chosen = new Set(ids);
      const entries = (onPage.get(path) ?? []).filter((_, index) => chosen.has(String(index)));
      const { files } = applyPlan(site, entries, linked.classNames);
      const page = files.get(path) ?? site.files.get(path);
      const bytes = page && chosen.has(PACKING) ? await pack({ path, bytes: page.bytes, type: 'html' }) : page?.bytes;
      return (wanted) => (wanted === path && bytes ? { bytes } : (files.get(wanted) ?? site.files.get(wanted)));
    },
  });
  return verdicts.map((verdict) => ({ ...verdict, pictures: picturesOf(verdict, onPage.get(verdict.path) ?? []) }));
}

/**
 * What was seen of each replaced picture.
 * @param {Verdict} verdict
 * @param {readonly Ready[]} entries
 * @returns {Picture[]}
 */
function picturesOf({ evidence }, entries) {
  return evidence.flatMap(({ change, before, after, difference }) => {
    const resource = change === null ? null : (entries[Number(change)]?.proposal.resource ?? null);
    return resource ? [{ resource, before, after, difference }] : [];
  });
}

/**
 * The changes that each page shows: its own, and those of the sheets it fetches.
 * @param {readonly Ready[]} accepted
 * @param {Linked} linked
 */
function changesByPage(accepted, { graph }) {
  /** @type {Map<SitePath, Ready[]>} */
  const onPage = new Map();
  for (const entry of accepted) {
    const { page } = entry.proposal;
    for (const path of graph.fetches.has(page) ? [page] : (graph.usedBy.get(page) ?? [])) {
      const entries = onPage.get(path);
      if (entries) entries.push(entry);
      else onPage.set(path, [entry]);
    }
  }
  return onPage;
}

/**
 * @param {SitePath} path
 * @param {readonly Ready[]} entries
 * @param {boolean} canPack
 * @returns {ChangedPage}
 */
function describePage(path, entries, canPack) {
  const changes = entries.map(({ proposal, rule }, index) => ({
    id: String(index),
    rule: rule.meta.id,
    cause: causeOf(proposal),
    kind:
      rule.meta.safety !== 'safe' && proposal.resource
        ? /** @type {const} */ ('replaced')
        : /** @type {const} */ ('same'),
    ...(proposal.resource ? { resource: proposal.resource } : {}),
  }));
  const packing = { id: PACKING, rule: 'minify', cause: PACKING, kind: /** @type {const} */ ('same') };
  return { path, changes: canPack ? [...changes, packing] : changes };
}

/**
 * Pages worth rendering: all that hold a change which could be seen; of those whose changes are proven to show nothing,
 * one for each set of rules in a folder, since it is the rules that are tried there and not the page.
 * @param {readonly ChangedPage[]} pages
 * @param {ReadonlyMap<SitePath, readonly Ready[]>} onPage
 * @param {string} mode
 */
function pagesToSee(pages, onPage, mode) {
  if (mode !== 'changed') return pages;
  const seen = new Set();
  return pages.filter(({ path }) => {
    const entries = onPage.get(path) ?? [];
    if (entries.some(({ rule }) => rule.meta.safety !== 'safe')) return true;
    const kind = [path.split('/').slice(0, -1).join('/'), ...new Set(entries.map(({ rule }) => rule.meta.id))].join(
      ' ',
    );
    return !seen.has(kind) && seen.add(kind);
  });
}
