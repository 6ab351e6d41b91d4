import { renderPage } from '../browser/render.js';
import { compareRenderings, keepSteady } from './compare.js';
import { findCulprits } from './culprits.js';
import { cutEvidence } from './evidence.js';
import { assignDepths, groupPages } from './group.js';
import { readGuess } from './guess.js';
import { filesOf, judgeByLikeness } from './picture.js';
import { recallVerdict, rememberVerdict } from './remember.js';
import { rememberSpots } from './spots.js';
import { FULL_VIEWS, GEOMETRY_VIEWS } from './views.js';

/** @import { OpenBrowser } from '../browser/open.js' */
/** @import { Order, Rendering, View } from '../browser/render.js' */
/** @import { FileLookup } from '../browser/serve.js' */
/** @import { Place } from '../types.ts' */
/** @import { VerdictCache } from './remember.js' */
/** @import { ChangedPage, ChangeInfo, Difference, Judge, Verdict } from './types.js' */

/**
 * @typedef {object} VerifyOptions
 * @property {readonly ChangedPage[]} pages those that a change touched, with their changes
 * @property {FileLookup} before the site as it was
 * @property {(path: string, acceptedIds: readonly string[]) => FileLookup | Promise<FileLookup>} build the site as this
 *   page would see it with only these of its changes; called often, so it should only make what changes
 * @property {OpenBrowser} browser
 * @property {Place} [place] where the site is served
 * @property {string} [mode] `all`, `changed` (the default), `sample N` or `off`
 * @property {readonly View[]} [views] how a page is looked at in full
 * @property {Judge} [judge] of replaced pictures; by default their likeness against each change's threshold
 * @property {VerdictCache} [cache] verdicts of earlier runs
 */

/**
 * @typedef {object} Sight what is needed to look at one page
 * @property {OpenBrowser} browser
 * @property {Place | undefined} place
 * @property {FileLookup} before
 * @property {(acceptedIds: readonly string[]) => FileLookup | Promise<FileLookup>} build
 * @property {ChangedPage} page
 * @property {readonly View[]} views
 * @property {Judge} judge
 * @property {Order['spotsIn']} [spotsIn]
 * @property {string | null} [encoding] that the page is to be read in, if it is said
 */

const MOST_ROUNDS = 3;
const UNSTEADY = 'parts of the page change by themselves between two looks, and were left out';

/**
 * Looks at every changed page before and after, and finds which changes must go where one looks different.
 * @param {VerifyOptions} options
 * @returns {Promise<Verdict[]>} in the order of the pages
 */
export async function verifyPages({
  pages,
  before,
  build,
  browser,
  place,
  mode = 'changed',
  views = FULL_VIEWS,
  judge = judgeByLikeness,
  cache,
}) {
  const groups = groupPages(pages, before, mode);
  const depths = assignDepths(groups, before, mode);
  /** @type {Map<string, Verdict>} */
  const verdicts = new Map();

  /** @param {ChangedPage} page @param {'full' | 'geometry'} depth @param {ReadonlySet<string>} rejectedCauses */
  async function verifyOne(page, depth, rejectedCauses) {
    const changes = page.changes.filter(({ cause }) => !rejectedCauses.has(cause));
    const refused = page.changes.filter(({ cause }) => rejectedCauses.has(cause)).map(refuse);
    const sight = {
      browser,
      place,
      before,
      build: (/** @type {readonly string[]} */ ids) => build(page.path, ids),
      page: { ...page, changes },
      views: depth === 'full' ? views : GEOMETRY_VIEWS,
      judge,
    };
    const verdict = await verifyRemembered(sight, depth, cache);
    verdicts.set(page.path, { ...verdict, rejected: [...refused, ...verdict.rejected] });
  }

  const inFull = pages.filter((page) => depths.get(page) === 'full');
  await mapAtOnce(inFull, browser.jobs, (page) => verifyOne(page, 'full', new Set()));
  const everywhere = [...verdicts.values()].flatMap(({ rejected }) => rejected.filter(({ onlyHere }) => !onlyHere));
  const rejectedCauses = new Set(everywhere.map(({ cause }) => cause));
  const byBoxes = pages.filter((page) => depths.get(page) === 'geometry');
  await mapAtOnce(byBoxes, browser.jobs, (page) => verifyOne(page, 'geometry', rejectedCauses));
  const doubtful = groups.filter((group) => group.some((page) => isUnlikeGroup(page, verdicts.get(page.path))));
  const others = mode === 'changed' ? doubtful.flat().filter(({ path }) => !verdicts.has(path)) : [];
  await mapAtOnce(others, browser.jobs, (page) => verifyOne(page, 'geometry', rejectedCauses));
  return pages.map((page) => verdicts.get(page.path) ?? makeVerdict(page, { status: 'skipped', depth: 'none' }));
}

/**
 * Tells whether a page turned out other than its group would have it, so that none of the others can be taken on trust: it
 * differs by its boxes alone, by nothing that is rejected on all of them, or by what was thought to be proven.
 * @param {ChangedPage} page @param {Verdict | undefined} verdict
 */
function isUnlikeGroup({ changes }, verdict) {
  if (!verdict || verdict.status === 'same') return false;
  const isProven = (/** @type {string} */ id) => changes.some((change) => change.id === id && change.isProven);
  const { depth, original, rejected } = verdict;
  return depth === 'geometry' || original || rejected.some(({ id }) => isProven(id));
}

/** @param {Sight} sight @param {'full' | 'geometry'} depth @param {VerdictCache | undefined} cache */
async function verifyRemembered(sight, depth, cache) {
  const { page, before, browser, place, views } = sight;
  const after = await sight.build(page.changes.map(({ id }) => id));
  const stamp = JSON.stringify([browser.name, browser.version, views, place]);
  const known = cache && (await recallVerdict(cache, { stamp, path: page.path, before, after }));
  if (known) return makeVerdict(page, { status: 'same', depth, notes: known.notes, guess: known.guess });
  try {
    const spotsIn = rememberSpots(page.changes, [before, after]);
    const { verdict, served } = await verifyPage({ ...sight, spotsIn }, depth, after);
    if (cache && verdict.status === 'same') {
      const { notes, guess } = verdict;
      await rememberVerdict(cache, { stamp, path: page.path, before, after, served, notes, guess });
    }
    return verdict;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return makeVerdict(page, {
      status: 'unseen',
      depth,
      accepted: [],
      original: true,
      notes: [`cannot be rendered: ${reason}`],
    });
  }
}

/** @param {Sight} sight @param {'full' | 'geometry'} depth @param {FileLookup} files */
async function verifyPage(sight, depth, files) {
  const { page } = sight;
  const asIs = await look(sight, sight.before, sight.views);
  const second = await look(sight, files, sight.views);
  const served = [...asIs, ...second].flatMap(({ traffic }) => [...traffic.served, ...traffic.missing]);
  const notes = listNotes(asIs);
  const { encoding, guess } = readGuess(sight.before(page.path)?.bytes, asIs, second);
  const steady = { ...sight, encoding };
  const first = guess && encoding ? await look(steady, sight.before, sight.views) : asIs;
  const seen = compare(sight, first, second);
  const { differences, unsteady } = await confirm(steady, { files, first, seen });
  const evidence = cutEvidence(first, second, page.changes, differences);
  const base = { depth, differences, evidence, guess, notes: unsteady.length > 0 ? [...notes, UNSTEADY] : notes };
  if (differences.length === 0) return { verdict: makeVerdict(page, { ...base, status: 'same' }), served };
  const outcome = await rollBack(steady, { first, differences, unsteady });
  const onlyHere = guess !== null && encoding === null;
  const culprits = page.changes.filter(({ id }) => outcome.culprits.includes(id));
  const rejected = culprits.map((change) => ({ ...refuse(change), onlyHere }));
  const { accepted, original } = outcome;
  return { verdict: makeVerdict(page, { ...base, status: 'different', accepted, rejected, original }), served };
}

/** @param {Sight} sight @param {FileLookup} files @param {readonly View[]} views */
function look({ browser, page, place, encoding, before, spotsIn }, files, views) {
  const withBackgrounds = page.changes.some(({ kind, resource, box }) => kind === 'replaced' && resource && !box);
  // Only the boxes of the page as it was are asked for their pictures.
  const isBefore = files === before;
  const pictures = { withBackgrounds: withBackgrounds && isBefore, spotsIn };
  return renderPage(browser, { path: page.path, files, place, encoding, views, ...pictures });
}

/** @param {Sight} sight @param {Rendering[]} first @param {Rendering[]} second */
function compare({ page, judge }, first, second) {
  return compareRenderings(first, second, { changes: page.changes, judge });
}

/**
 * Looks again before it believes in a difference: what comes and goes by itself is none.
 * @param {Sight} sight
 * @param {{ files: FileLookup, first: Rendering[], seen: Difference[] }} look
 */
async function confirm(sight, { files, first, seen }) {
  if (seen.length === 0) return { differences: seen, unsteady: [] };
  const names = new Set(seen.map(({ view }) => view));
  const views = sight.views.filter(({ name }) => names.has(name));
  const firstAgain = await look(sight, sight.before, views);
  const secondAgain = await look(sight, files, views);
  const unsteady = compare(sight, pickViews(first, names), firstAgain);
  return { differences: keepSteady(seen, compare(sight, firstAgain, secondAgain), unsteady), unsteady };
}

/** @param {readonly Rendering[]} renderings @param {ReadonlySet<string>} names */
function pickViews(renderings, names) {
  return renderings.filter(({ view }) => names.has(view.name));
}

/**
 * Finds the changes that must go, looking only where the page first differed, and checks what is left in full.
 * @param {Sight} sight @param {{ first: Rendering[], differences: Difference[], unsteady: Difference[] }} found
 * @returns {Promise<{ accepted: string[], culprits: string[], original: boolean }>}
 */
async function rollBack(sight, { first, differences, unsteady }) {
  /** @type {string[]} */
  const culprits = [];
  let where = differences;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const left = sight.page.changes.filter(({ id }) => !culprits.includes(id));
    const names = new Set([where[0].view]);
    const views = sight.views.filter(({ name }) => names.has(name));
    const base = pickViews(first, names);
    const found = await findCulprits(orderBySuspicion(left, where, first), async (subset) => {
      const seen = compare(sight, base, await look(sight, await sight.build(subset), views));
      return keepSteady(seen, seen, unsteady).length === 0;
    });
    if (!found) break;
    culprits.push(...found.culprits);
    const accepted = inOrder(left, found.accepted);
    const files = await sight.build(accepted);
    const seen = compare(sight, first, await look(sight, files, sight.views));
    where = (await confirm(sight, { files, first, seen })).differences;
    if (where.length === 0) return { accepted, culprits, original: false };
  }
  return { accepted: [], culprits, original: true };
}

/**
 * Puts the changes first that are named by a difference or stand where one is.
 * @param {readonly ChangeInfo[]} changes @param {readonly Difference[]} differences @param {readonly Rendering[]} first
 */
function orderBySuspicion(changes, differences, first) {
  const named = new Set(differences.map(({ change }) => change));
  const places = differences.flatMap(({ box }) => (box ? [box] : []));
  const elements = first[0].seen.elements;
  /** @param {ChangeInfo} change */
  const isNear = (change) => {
    const files = filesOf(change);
    const boxes = change.box
      ? [change.box]
      : elements
          .filter(({ shows }) => shows.some((url) => files.some((path) => url.endsWith(path))))
          .map((element) => element.box);
    return boxes.some(([x, y, w, h]) =>
      places.some(
        (place) => x < place[0] + place[2] && place[0] < x + w && y < place[1] + place[3] && place[1] < y + h,
      ),
    );
  };
  const rank = (/** @type {ChangeInfo} */ change) => (named.has(change.id) ? 0 : isNear(change) ? 1 : 2);
  return changes.toSorted((a, b) => rank(a) - rank(b)).map(({ id }) => id);
}

/** @param {readonly ChangeInfo[]} changes @param {readonly string[]} ids */
function inOrder(changes, ids) {
  return changes.map(({ id }) => id).filter((id) => ids.includes(id));
}

/** @param {readonly Rendering[]} renderings */
function listNotes(renderings) {
  return [...new Set(renderings.flatMap(({ view, limits }) => limits.map((limit) => `${view.name}: ${limit}`)))];
}

/** @param {ChangeInfo} change @returns {Verdict['rejected'][number]} */
function refuse({ id, rule, cause }) {
  return { id, rule, cause, onlyHere: false, reason: 'looks-different' };
}

/** @param {ChangedPage} page @param {Partial<Verdict> & Pick<Verdict, 'status' | 'depth'>} found @returns {Verdict} */
function makeVerdict({ path, changes }, found) {
  const accepted = changes.map(({ id }) => id);
  return Object.freeze({
    path,
    differences: [],
    accepted,
    rejected: [],
    original: false,
    guess: null,
    evidence: [],
    notes: [],
    ...found,
  });
}

/**
 * Runs work on all items, so many at once.
 * @template T
 * @param {readonly T[]} items @param {number} atOnce @param {(item: T) => Promise<void>} work
 */
async function mapAtOnce(items, atOnce, work) {
  const queue = items.values();
  await Promise.all(
    Array.from({ length: Math.max(atOnce, 1) }, async () => {
      for (const item of queue) await work(item);
    }),
  );
}
