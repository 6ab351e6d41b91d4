import { eachAtOnce } from '../../base/at-once.js';
import { exact } from '../../base/exact.js';
import { OutOfBudgetError, openBudgets } from '../browser/budget.js';
import { checkStyles } from './check-styles.js';
import { cutEvidence } from './evidence.js';
import { assignDepths, chooseForAllWindows, groupPages, isDrawnAlike } from './group.js';
import { readGuess } from './guess.js';
import { judgeStandIns } from './judge-stand-ins.js';
import { hasSameLayout } from './layouts.js';
import { compare, confirm, listServed, look, lookAtBoth } from './look.js';
import { makeVerdict, refuse, refuseSome } from './make-verdict.js';
import { describeMovement, isRestless } from './movement.js';
import { listRefusedRules, pickFirst, pickScouts } from './refusals.js';
import { recallVerdict, rememberVerdict } from './remember.js';
import { rollBack } from './roll-back.js';
import { rememberSpots } from './spots.js';
import { DRAWN_VIEWS, EVEN_VIEWS, FULL_VIEWS, GEOMETRY_VIEWS } from './views.js';

/** @import { Budgets } from '../browser/budget.js' */
/** @import { OpenBrowser } from '../browser/open.js' */
/** @import { Rendering, View } from '../browser/render.js' */
/** @import { FileLookup } from '../browser/serve.js' */
/** @import { SiteAddress } from '../../site/types.ts' */
/** @import { Layouts } from './layouts.js' */
/** @import { Sight } from './look.js' */
/** @import { VerdictCache } from './remember.js' */
/** @import { ComparePictures } from './compare.js' */
/** @import { ChangedPage, ChangeInfo, Difference, Verdict } from './types.js' */

/**
 * @typedef {object} VerifyOptions
 * @property {readonly ChangedPage[]} pages changed pages with their changes
 * @property {FileLookup} before the original site
 * @property {(path: string, acceptedIds: readonly string[]) => FileLookup | Promise<FileLookup>} build returns the site
 *   with only these changes of a page; called often, so it should only build what changes
 * @property {OpenBrowser} browser
 * @property {SiteAddress} [place] address of the site
 * @property {string} [mode] `all`, `changed` (the default), `sample N` or `off`
 * @property {readonly View[]} [views] views of a full verification
 * @property {ComparePictures} [comparePictures] by default in this thread
 * @property {VerdictCache} [cache] verdicts of earlier runs
 * @property {Budgets} [budgets] limits of each page
 * @property {boolean} [isIllustrated] true if a report will contain screenshots
 * @property {import('./kept-renderings.js').KeptRenderings} [kept] renderings for earlier plans with the same `before`
 * @property {Layouts} [layouts] visits of pages, by which geometry is compared first
 */

/**
 * Renders every changed page before and after, and finds the changes at fault if one differs.
 * @param {VerifyOptions} options
 * @returns {Promise<Verdict[]>} in the order of the pages
 */
export async function verifyPages({ pages, mode = 'changed', ...options }) {
  const { before } = options;
  const groups = groupPages(pages, before, mode);
  const depths = assignDepths(groups, before, mode);
  const inFull = pages.filter((page) => depths.get(page) === 'full');
  const inAllWindows = mode === 'changed' ? chooseForAllWindows(inFull, before) : new Set(inFull);
  const inFewWindows = new Set(inFull.filter((page) => !inAllWindows.has(page)));
  const looks = openLooks({ ...options, mode, inFewWindows });

  const first = pickFirst(inFull, before);
  const scouts = pickScouts(first);
  await looks.lookAt([...scouts], 'full');
  await looks.lookAt(
    [...first].filter((page) => !scouts.has(page)),
    'full',
  );
  const rulesFor = listRefusedRules(first, looks.verdicts, before);
  await looks.lookAt(
    inFull.filter((page) => !first.has(page)),
    'full',
    rulesFor,
  );
  const byBoxes = pages.filter((page) => depths.get(page) === 'geometry');
  // A page is rendered itself if the page that represents it could not be rendered or ships unchanged.
  const isStandIn = (/** @type {ChangedPage} */ { path }) => {
    const verdict = looks.verdicts.get(path);
    return verdict?.status !== 'unseen' && verdict?.original !== true && verdict?.isUncompared !== true;
  };
  const alone = new Set(groups.filter((group) => group.every((page) => depths.get(page) !== 'full')).flat());
  const orphans = inFull.every(isStandIn) ? [] : byBoxes.filter((page) => alone.has(page));
  await looks.lookAt(orphans, 'full', rulesFor);
  await looks.lookAt(
    byBoxes.filter((page) => !orphans.includes(page)),
    'geometry',
  );
  const doubtful = groups.filter((group) => group.some((page) => isUnlikeGroup(page, looks.verdicts.get(page.path))));
  const others = mode === 'changed' ? doubtful.flat().filter(({ path }) => !looks.verdicts.has(path)) : [];
  await looks.lookAt(others, 'geometry');
  return pages.map((page) => looks.verdicts.get(page.path) ?? makeVerdict(page, { status: 'skipped', depth: 'none' }));
}

/**
 * Verifies pages in two rounds: rules that the first pages rejected are skipped on later ones.
 * @param {Omit<VerifyOptions, 'pages'> & { inFewWindows: ReadonlySet<ChangedPage> }} options `inFewWindows`: pages
 *   whose rules are verified in all windows on other pages of their template
 */
function openLooks({
  before,
  build,
  browser,
  place,
  mode,
  inFewWindows,
  views = FULL_VIEWS,
  comparePictures,
  cache,
  budgets = openBudgets(),
  isIllustrated = false,
  kept,
  layouts,
}) {
  /** @type {Map<string, Verdict>} */
  const verdicts = new Map();

  /** @param {readonly ChangeInfo[]} changes @param {boolean} isFew */
  const viewsFor = (changes, isFew) => {
    if (mode !== 'changed') return views;
    if (isDrawnAlike(changes)) return DRAWN_VIEWS;
    const isEven = changes.every((change) => change.isProven || change.isEven || change.isDrawn);
    return isEven || isFew ? EVEN_VIEWS : views;
  };

  /** @param {ChangedPage} page @param {'full' | 'geometry'} depth @param {boolean} isFew */
  function verify(page, depth, isFew) {
    const viewsWith = (/** @type {readonly ChangeInfo[]} */ changes) =>
      depth === 'full' ? viewsFor(changes, isFew) : GEOMETRY_VIEWS;
    const sight = {
      browser,
      place,
      before,
      build: (/** @type {readonly string[]} */ ids) => build(page.path, ids),
      page,
      views: viewsWith(page.changes),
      ...(comparePictures ? { comparePictures } : {}),
      budget: budgets.of(page.path),
      isIllustrated,
      ...(kept ? { kept } : {}),
      ...(layouts ? { layouts } : {}),
    };
    return verifyRemembered(sight, depth, cache, viewsWith);
  }

  return {
    verdicts,
    /**
     * @param {readonly ChangedPage[]} pages @param {'full' | 'geometry'} depth
     * @param {(page: ChangedPage) => ReadonlySet<string>} [rulesFor] rules to skip on a page
     */
    async lookAt(pages, depth, rulesFor = () => new Set()) {
      const everywhere = [...verdicts.values()].flatMap(({ rejected }) => rejected.filter(({ onlyHere }) => !onlyHere));
      const causes = new Set(everywhere.map(({ cause }) => cause));
      await eachAtOnce(pages, browser.jobs, async (page) => {
        const rules = rulesFor(page);
        const untried = page.changes.filter(({ rule, isProven }) => !isProven && rules.has(rule));
        const refused = page.changes.filter((change) => untried.includes(change) || causes.has(change.cause));
        const changes = page.changes.filter((change) => !refused.includes(change));
        const verdict = await verify({ ...page, changes }, depth, inFewWindows.has(page));
        // No other page rejects these.
        const status = untried.length > 0 && verdict.status === 'same' ? 'different' : verdict.status;
        verdicts.set(page.path, { ...verdict, status, rejected: [...refused.map(refuse), ...verdict.rejected] });
      });
    },
  };
}

/**
 * Returns true if a page's verdict differs from its group's, so that the other pages must be rendered, too: only its
 * boxes differ, no change is rejected on all of them, or a change that counted as proven is visible.
 * @param {ChangedPage} page
 * @param {Verdict | undefined} verdict
 */
function isUnlikeGroup({ changes }, verdict) {
  if (verdict?.isUncompared) return true;
  if (!verdict || verdict.status === 'same') return false;
  const isProven = (/** @type {string} */ id) => changes.some((change) => change.id === id && change.isProven);
  const { depth, original, rejected } = verdict;
  return depth === 'geometry' || original || rejected.some(({ id }) => isProven(id));
}

/**
 * @param {Sight} sight @param {'full' | 'geometry'} depth @param {VerdictCache | undefined} cache
 * @param {(changes: readonly ChangeInfo[]) => readonly View[]} viewsWith the views of a page with only some changes
 */
async function verifyRemembered(sight, depth, cache, viewsWith) {
  const { page, before, browser, place, views } = sight;
  const after = await sight.build(page.changes.map(({ id }) => id));
  const stampOf = (/** @type {readonly View[]} */ some) => JSON.stringify([browser.name, browser.version, some, place]);
  const stamp = stampOf(views);
  const known = cache && (await recallVerdict(cache, { stamp, path: page.path, before, after }));
  if (known)
    return makeVerdict(page, { status: 'same', depth, notes: known.notes, guess: known.guess, moving: known.moving });
  try {
    const styled = await checkStyles(sight);
    if (styled && styled.differences.length > 0)
      return refuseSome(page, { depth, differences: styled.differences }, ({ isStyled }) => isStyled === true);
    if (!styled && depth === 'geometry' && (await hasSameLayout(sight, after)))
      return makeVerdict(page, { status: 'same', depth });
    const differences = depth === 'full' ? await judgeStandIns(sight, after) : [];
    const unlike = new Set(differences.map(({ change }) => change));
    if (unlike.size > 0) return refuseSome(page, { depth, differences }, ({ id }) => unlike.has(id));
    // A page that was verified by its styles is the one with which others are compared.
    const seen = styled ? { ...sight, before: styled.after } : sight;
    const spotsIn = rememberSpots(page.changes, [seen.before, after]);
    const isDone = styled !== null && page.changes.every(({ isProven, isStyled }) => isProven || isStyled);
    const { verdict, served, servedLater } = isDone
      ? { verdict: makeVerdict(page, { status: 'same', depth }), served: styled.served, servedLater: null }
      : await verifyPage({ ...seen, spotsIn }, depth, after);
    if (cache && servedLater && !styled) {
      const { accepted, notes, moving } = verdict;
      const left = page.changes.filter(({ id }) => accepted.includes(id));
      const found = { served: servedLater, notes, guess: null, moving };
      const stampLater = stampOf(viewsWith(left));
      await rememberVerdict(cache, {
        ...{ stamp: stampLater, path: page.path, before, after: await sight.build(accepted) },
        ...found,
      });
    }
    if (cache && verdict.status === 'same') {
      const { notes, guess, moving } = verdict;
      await rememberVerdict(cache, { stamp, path: page.path, before, after, served, notes, guess, moving });
    }
    return verdict;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const isOutOfBudget = error instanceof OutOfBudgetError;
    const notes = [isOutOfBudget ? reason : `cannot be rendered: ${reason}`];
    const why = isOutOfBudget ? exact('out-of-budget') : null;
    return makeVerdict(page, { status: 'unseen', depth, accepted: [], original: true, reason: why, notes });
  }
}

/**
 * Returns the verdict of a page and the files of its renderings; `servedLater`: those by which it was found to look the
 * same without the changes at fault, null if it was not.
 * @param {Sight} sight @param {'full' | 'geometry'} depth @param {FileLookup} files
 */
async function verifyPage(sight, depth, files) {
  const { page } = sight;
  const { before: asIs, after: second, knownLimits, spotsIn } = await lookAtBoth(sight, files);
  const known = { ...sight, knownLimits, spotsIn };
  const served = listServed([...asIs, ...second]);
  const notes = listNotes(asIs);
  const { encoding, guess } = readGuess(sight.before(page.path)?.bytes, asIs, second);
  const steady = { ...known, encoding };
  const first = guess && encoding ? await look(steady, sight.before, sight.views) : asIs;
  const seen = await compare(sight, first, second);
  const { differences, movement } = await confirm(steady, { files, first, second, seen });
  const evidence = sight.isIllustrated ? cutEvidence(first, second, page.changes, differences) : [];
  const base = { depth, differences, evidence, guess, notes };
  sight.kept?.keep(known, asIs);
  if (differences.length === 0 && !isRestless(movement, first)) {
    const moving = describeMovement(movement);
    return { verdict: makeVerdict(page, { ...base, status: 'same', moving }), served, servedLater: null };
  }
  const outcome = await rollBack({ ...steady, movement }, { first, differences });
  const { accepted, original, isUncompared } = outcome;
  const isGuessed = guess !== null && encoding === null;
  const culprits = page.changes.filter(({ id }) => outcome.culprits.includes(id));
  const rejected = culprits.map((change) => ({
    ...refuse(change),
    onlyHere: isUncompared ? change.isShared !== true : isGuessed,
  }));
  const status = original || rejected.length > 0 ? 'different' : 'same';
  const moving = describeMovement(outcome.movement);
  return {
    verdict: makeVerdict(page, { ...base, status, moving, isUncompared, accepted, rejected, original }),
    served,
    servedLater: guess === null && status === 'different' ? outcome.served : null,
  };
}

/** @param {readonly Rendering[]} renderings */
function listNotes(renderings) {
  return [...new Set(renderings.flatMap(({ view, limits }) => limits.map((limit) => `${view.name}: ${limit}`)))];
}
