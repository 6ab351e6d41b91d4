/** @import { Proposal, Site, SitePath, Warning } from '../types.ts' */
/** @import { OpenBrowser } from '../browser/open.js' */
/** @import { FileLookup } from '../browser/serve.js' */
/** @import { Linked } from '../graph/build-graph.js' */
/** @import { ChangedPage, Verdict } from '../verify/types.js' */
/** @import { Ready } from './apply-plan.js' */

import { leavesMuchToGuess } from '../text/encoding.js';
import { verifyPages } from '../verify/verify.js';
import { applyPlan } from './apply-plan.js';
import { openPlaces } from './places.js';
import { selectorsOfSheets } from './sheet-selectors.js';

/**
 * What looks at pages before and after.
 * @typedef {object} Verifier
 * @property {OpenBrowser} browser
 * @property {import('../verify/remember.js').VerdictCache | undefined} cache
 * @property {(file: import('../pack/packer.js').PackInput) => Promise<Uint8Array>} pack as it will be shipped
 */

/**
 * A replaced picture before and after, as PNG; or a page, under its own path.
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
      for (const { cause, onlyHere } of rejected) {
        if (cause.includes(' ') && !onlyHere) causes.add(cause);
        else onPage.add(`${path} ${cause.split(' ')[0]}`);
      }
      if (original || rejected.length === 0 || round === MOST_ROUNDS) originals.add(path);
    }
  }
}

/**
 * How many pages were looked at, and what came of it.
 * @param {readonly Verdict[]} verdicts
 * @returns {import('../report/types.ts').Looks}
 */
export function countLooks(verdicts) {
  const count = (/** @type {(verdict: Verdict) => boolean} */ isWanted) => verdicts.filter(isWanted).length;
  return {
    full: count(({ depth }) => depth === 'full'),
    boxes: count(({ depth }) => depth === 'geometry'),
    alike: count(({ depth }) => depth === 'none'),
    different: count(({ status }) => status === 'different'),
    original: count(({ original }) => original),
  };
}

/**
 * Which pages could not be looked at, so that nothing of them may be changed, and which browsers read by chance.
 * @param {readonly Verdict[]} verdicts
 * @returns {Warning[]}
 */
export function warnOfUnseen(verdicts) {
  return verdicts.flatMap(({ status, guess, path: page, notes }) => {
    if (status === 'unseen')
      return [{ code: 'unseen', page, message: `${page} ${notes.join('; ')}: it ships as it was` }];
    if (!guess) return [];
    const message = `${page} names no encoding: browsers take it for ${guess.before}, and with its changes for ${guess.after}; say it in a <meta charset>`;
    return [{ code: 'no-encoding', page, message }];
  });
}

/**
 * Looks at the pages that accepted changes touch.
 * @param {{ original: Site, copies: ReadonlyMap<SitePath | null, readonly SitePath[]>, site: Site, linked: Linked, accepted: readonly Ready[], seals: import('./seals.js').Seals, canPack: (page: SitePath) => boolean, mode: string }} plan
 *   `original`: how pages have to look, with `copies` of files; `site`: what is changed
 * @param {Verifier} verifier
 * @param {(done: number, of: number) => void} [tick]
 * @returns {Promise<Seen[]>}
 */
export async function verifyPlan(
  { original, copies, site, linked, accepted, seals, canPack, mode },
  { browser, cache, pack },
  tick = () => {},
) {
  const onPage = changesByPage(accepted, linked);
  for (const path of linked.graph.fetches.keys())
    if (!onPage.has(path) && site.files.get(path) !== original.files.get(path)) onPage.set(path, []);
  /** @type {FileLookup} */
  const before = (path) => original.files.get(path);
  const placesOf = mode === 'changed' ? openPlaces(site, linked) : () => null;
  const pages = [...onPage].map(([path, entries]) => {
    const isGuessed = leavesMuchToGuess(site.files.get(path)?.bytes ?? new Uint8Array());
    // What a browser guesses then hangs on every letter of a page: others say nothing of it.
    return describePage(path, entries, canPack(path), isGuessed ? () => null : placesOf, copies);
  });
  const seen = new Set();
  const verdicts = await verifyPages({
    pages,
    before,
    browser,
    place: site.place,
    mode,
    ...(cache ? { cache } : {}),
    build: async (path, ids) => {
      tick(seen.add(path).size, pages.length);
      const chosen = new Set(ids);
      const entries = (onPage.get(path) ?? []).filter((_, index) => chosen.has(String(index)));
      const { files } = applyPlan(site, entries, linked);
      const page = files.get(path) ?? site.files.get(path);
      const fileAt = (/** @type {SitePath} */ wanted) => files.get(wanted) ?? site.files.get(wanted);
      const selectors = selectorsOfSheets(path, linked.graph, fileAt, files.keys());
      const isPacked = page && chosen.has(PACKING);
      const bytes = isPacked
        ? await pack({ path, bytes: page.bytes, type: 'html', digests: seals.codeOf(path), ...selectors })
        : page?.bytes;
      return (wanted) => (wanted === path && bytes ? { bytes } : fileAt(wanted));
    },
  });
  return verdicts.map((verdict) => ({ ...verdict, pictures: picturesOf(verdict, onPage.get(verdict.path) ?? []) }));
}

/**
 * What was seen of the page and of each replaced picture.
 * @param {Verdict} verdict
 * @param {readonly Ready[]} entries
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
 * The words that take the place of a picture: all of them, and those of each link, on lines of their own.
 * @param {Ready['made']} made
 */
function wordsOf(made) {
  const [said] = made.flatMap((thing) => (thing.ok && typeof thing.data.text === 'string' ? [thing.data] : []));
  const parts = /** @type {readonly string[]} */ (said?.said ?? []);
  return said ? [said.text, ...parts].join('\n') : '';
}

/**
 * @param {SitePath} path
 * @param {readonly Ready[]} entries
 * @param {boolean} canPack
 * @param {ReturnType<typeof openPlaces> | (() => null)} placesOf
 * @param {ReadonlyMap<SitePath | null, readonly SitePath[]>} copies
 * @returns {ChangedPage}
 */
function describePage(path, entries, canPack, placesOf, copies) {
  const changes = entries.map(({ proposal, rule, made }, index) => {
    const isProven = rule.meta.safety === 'safe';
    const { resource } = proposal;
    const kind = !isProven && resource ? /** @type {const} */ ('replaced') : /** @type {const} */ ('same');
    const named = { id: String(index), rule: rule.meta.id, cause: causeOf(proposal) };
    const text = wordsOf(made);
    const same = copies.get(resource);
    const about = { ...(resource ? { resource } : {}), ...(same ? { copies: same } : {}), ...(text ? { text } : {}) };
    return { ...named, kind, isProven, ...about };
  });
  const visible = entries.filter(({ rule }) => rule.meta.safety !== 'safe');
  const alike = placesOf(
    path,
    visible.map(({ proposal }) => ({ proposal, cause: causeOf(proposal) })),
  );
  const packing = { id: PACKING, rule: 'minify', cause: PACKING, kind: /** @type {const} */ ('same'), isProven: true };
  return { path, changes: canPack ? [...changes, packing] : changes, ...alike };
}
