/** @import { Change } from '../../plan/types.ts' */
/** @import { Site, SitePath } from '../../site/types.ts' */
/** @import { Forbidden } from './forbidden.js' */
/** @import { OpenBrowser } from '../../visit/browser/open.js' */
/** @import { FileLookup } from '../../visit/browser/serve.js' */
/** @import { Linked } from '../../site/graph/build-graph.js' */
/** @import { ChangedPage, Verdict } from '../../visit/verify/types.js' */

import { exact } from '../../base/exact.js';
import { selectorsOfSheets } from '../../output/pack/sheet-selectors.js';
import { applyPlan } from '../../plan/apply/apply-plan.js';
import { documentsOf } from '../../plan/make/draft-changes.js';
import { leavesMuchToGuess } from '../../site/text/encoding.js';
import { followLinks } from '../../site/text/follow-links.js';
import { countLooks, warnOfSandbox, warnOfUnseen } from '../../visit/verify/summary.js';
import { verifyPages } from '../../visit/verify/verify.js';
import { openChangeContexts } from './change-contexts.js';
import { causeOf, forbidMore, isFailing, MOST_ROUNDS, PACKING } from './forbidden.js';

/**
 * What looks at pages before and after.
 * @typedef {object} Verifier
 * @property {OpenBrowser} browser
 * @property {import('../../visit/verify/remember.js').VerdictCache | undefined} cache
 * @property {(file: import('../../output/pack/packer.js').PackInput) => Promise<Uint8Array>} pack as it will be shipped
 * @property {import('../../visit/browser/budget.js').Budgets} budgets what each page may use up for all looks at it
 * @property {import('../../visit/verify/compare.js').ComparePictures} [comparePictures] here, if left out
 * @property {boolean} isIllustrated whether a report will show what was seen
 */

/**
 * A replaced picture before and after, as PNG; or a page, under its own path.
 * @typedef {{ resource: SitePath, before: Uint8Array, after: Uint8Array, difference: Uint8Array }} Picture
 * @typedef {Verdict & { pictures: Picture[] }} Seen
 */

/** @typedef {ReturnType<typeof openChangeContexts> | (() => null)} ContextsOf */

/**
 * Opens the looking at plans: every plan until nothing differs, as long as that may help.
 * @param {Omit<Parameters<typeof verifyPlan>[0], 'accepted' | 'canPack' | 'contextsOf'> & { canPack: (path: SitePath,
 *   forbidden: Forbidden) => boolean }} what
 * @param {Verifier | null} verifier null: nothing is looked at
 * @param {() => (done: number, of: number) => void} enter begins the stage, and hears how far it is
 */
export function openVerification(what, verifier, enter) {
  /** @type {Map<SitePath, Seen>} */
  const verdicts = new Map();
  const contextsOf = what.mode === 'changed' ? openChangeContexts(what.site, what.linked) : () => null;
  return {
    /**
     * Looks at a plan, and says what is forbidden from then on.
     * @param {readonly Change[]} accepted
     * @param {Forbidden} forbidden
     * @returns {Promise<Forbidden | null>} null where nothing differs
     */
    look: async (accepted, forbidden) => {
      if (!verifier || forbidden.round > MOST_ROUNDS) return null;
      const canPack = (/** @type {SitePath} */ path) => what.canPack(path, forbidden);
      const seen = await verifyPlan({ ...what, accepted, canPack, contextsOf }, verifier, enter());
      for (const verdict of seen)
        if (!verdicts.has(verdict.path) || isFailing(verdict)) verdicts.set(verdict.path, verdict);
      return forbidMore(forbidden, seen);
    },
    verdicts: () => [...verdicts.values()],
    /** What the report says of it. */
    summarise: () => {
      const all = [...verdicts.values()];
      if (!verifier) return { looks: {}, warnings: [] };
      return {
        looks: { looks: countLooks(all) },
        warnings: [...warnOfSandbox(verifier.browser), ...warnOfUnseen(all)],
      };
    },
  };
}

/**
 * Looks at the pages that accepted changes touch.
 * @param {{ original: Site, copies: ReadonlyMap<SitePath | null, readonly SitePath[]>, site: Site, linked: Linked,
 *   accepted: readonly Change[], integrity: import('./integrity.js').Integrity, canPack: (page: SitePath) => boolean,
 *   contextsOf: ContextsOf, mode: string }} plan `original`: how pages have to look, with `copies` of files; `site`:
 *   what is changed
 * @param {Verifier} verifier
 * @param {(done: number, of: number) => void} tick
 * @returns {Promise<Seen[]>}
 */
async function verifyPlan(
  { original, copies, site, linked, accepted, integrity, canPack, contextsOf, mode },
  { browser, cache, pack, budgets, isIllustrated, comparePictures },
  tick,
) {
  const onPage = changesByPage(accepted, linked);
  for (const path of linked.graph.fetches.keys())
    if (!onPage.has(path) && site.files.get(path) !== original.files.get(path)) onPage.set(path, []);
  /** @type {FileLookup} */
  const before = (path) => original.files.get(behindLinks(original, path));
  const pages = [...onPage].map(([path, entries]) => {
    const isGuessed = leavesMuchToGuess(site.files.get(path)?.bytes ?? new Uint8Array());
    // What a browser guesses then hangs on every letter of a page: others say nothing of it.
    return describePage(path, entries, canPack(path), isGuessed ? () => null : contextsOf, copies);
  });
  const seen = new Set();
  const verdicts = await verifyPages({
    pages,
    before,
    browser,
    place: site.place,
    mode,
    budgets,
    isIllustrated,
    ...(comparePictures ? { comparePictures } : {}),
    ...(cache ? { cache } : {}),
    build: async (path, ids) => {
      tick(seen.add(path).size, pages.length);
      const chosen = new Set(ids);
      const entries = (onPage.get(path) ?? []).filter((_, index) => chosen.has(String(index)));
      const { files } = applyPlan(site, entries, linked);
      const page = files.get(path) ?? site.files.get(path);
      const fileAt = (/** @type {SitePath} */ wanted) => {
        const meant = files.has(wanted) ? wanted : behindLinks(site, wanted);
        return files.get(meant) ?? site.files.get(meant);
      };
      const selectors = selectorsOfSheets(path, linked.graph, fileAt, files.keys());
      const isPacked = page && chosen.has(PACKING);
      const bytes = isPacked
        ? await pack({ path, bytes: page.bytes, type: 'html', integrityHashes: integrity.codeOf(path), ...selectors })
        : page?.bytes;
      return (wanted) => (wanted === path && bytes ? { bytes } : fileAt(wanted));
    },
  });
  return verdicts.map((verdict) => ({ ...verdict, pictures: picturesOf(verdict, onPage.get(verdict.path) ?? []) }));
}

/** The file that an address leads to, through links to folders. @param {Site} site @param {SitePath} path */
function behindLinks({ files, links }, path) {
  return links === undefined || files.has(path) ? path : followLinks(path, links);
}

/**
 * What was seen of the page and of each replaced picture.
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

/**
 * The changes that each page shows: its own, and those of the sheets it fetches.
 * @param {readonly Change[]} accepted
 * @param {Linked} linked
 */
function changesByPage(accepted, { graph }) {
  /** @type {Map<SitePath, Change[]>} */
  const onPage = new Map();
  for (const change of accepted) {
    const documents = [change.proposal.page, ...documentsOf(change)];
    const pages = documents.flatMap((path) => (graph.fetches.has(path) ? [path] : (graph.usedBy.get(path) ?? [])));
    for (const path of new Set(pages)) {
      const changes = onPage.get(path);
      if (changes) changes.push(change);
      else onPage.set(path, [change]);
    }
  }
  return onPage;
}

/** All that words in the place of a picture say, on lines of their own. @param {Change['words']} words */
function linesOf(words) {
  return words ? [words.text, ...(words.parts ?? [])].join('\n') : '';
}

/**
 * @param {SitePath} path
 * @param {readonly Change[]} entries
 * @param {boolean} canPack
 * @param {ContextsOf} contextsOf
 * @param {ReadonlyMap<SitePath | null, readonly SitePath[]>} copies
 * @returns {ChangedPage}
 */
function describePage(path, entries, canPack, contextsOf, copies) {
  const changes = entries.map(({ proposal, rule, proof, words }, index) => {
    const isProven = proof === 'proven';
    const isEven = proof === 'even';
    const isDrawn = proof === 'drawn';
    const { resource, alsoShown = [] } = proposal;
    const kind = proof === 'alike' && resource ? exact('replaced') : exact('same');
    const named = { id: String(index), rule: rule.id, cause: causeOf(proposal) };
    const text = linesOf(words);
    const same = [...(copies.get(resource) ?? []), ...alsoShown];
    const about = {
      ...(resource ? { resource } : {}),
      ...(same.length > 0 ? { copies: same } : {}),
      ...(text ? { text } : {}),
    };
    return { ...named, kind, isProven, isEven, isDrawn, ...about };
  });
  const visible = entries.filter(({ proof }) => proof !== 'proven');
  const alike = contextsOf(
    path,
    visible.map(({ proposal, proof }) => ({ proposal, cause: causeOf(proposal), isDrawn: proof === 'drawn' })),
  );
  const packing = { id: PACKING, rule: 'minify', cause: PACKING, kind: exact('same'), isProven: true };
  return { path, changes: canPack ? [...changes, packing] : changes, ...alike };
}
