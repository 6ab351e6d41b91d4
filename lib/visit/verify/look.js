import { exact } from '../../base/exact.js';
import { renderPage } from '../browser/render.js';
import { compareRenderings, keepSteady } from './compare.js';
import { needsBackgrounds } from './kept-renderings.js';
import { addMovement, isMoving, STILL } from './movement.js';
import { sharingSpots } from './spots.js';

/** @import { Budget } from '../browser/budget.js' */
/** @import { OpenBrowser } from '../browser/open.js' */
/** @import { Order, Rendering, View } from '../browser/render.js' */
/** @import { FileLookup } from '../browser/serve.js' */
/** @import { Limit } from '../browser/tab.js' */
/** @import { SiteAddress } from '../../site/types.ts' */
/** @import { ComparePictures } from './compare.js' */
/** @import { ChangedPage, Difference, Movement } from './types.js' */

/**
 * @typedef {object} Sight the input for rendering one page before and after
 * @property {OpenBrowser} browser
 * @property {SiteAddress | undefined} place
 * @property {FileLookup} before
 * @property {(acceptedIds: readonly string[]) => FileLookup | Promise<FileLookup>} build
 * @property {ChangedPage} page
 * @property {readonly View[]} views
 * @property {ComparePictures} [comparePictures]
 * @property {import('./spots.js').SpotsIn} [spotsIn]
 * @property {string | null} [encoding] of the page, if it is fixed
 * @property {Budget} budget of the page, for all its renderings
 * @property {boolean} isIllustrated
 * @property {Movement} [movement] known changes of the page by itself
 * @property {import('./kept-renderings.js').KeptRenderings} [kept] renderings of the page for an earlier plan
 * @property {readonly Limit[]} [knownLimits] of an earlier rendering of the page
 * @property {import('./layouts.js').Layouts} [layouts]
 */

/**
 * Renders the page with some files.
 * @param {Sight} sight
 * @param {FileLookup} files
 * @param {readonly View[]} views
 * @param {Order['spotsIn']} [spotsIn]
 */
export function look(sight, files, views, spotsIn = sight.spotsIn) {
  const { browser, page, place, encoding, before, budget, knownLimits } = sight;
  // Only the boxes of the original page need their images.
  const isBefore = files === before;
  const pictures = { withBackgrounds: isBefore && needsBackgrounds(sight), spotsIn };
  const shown = isBefore ? files : withStandIns(files, sight);
  const options = { path: page.path, place, encoding, views, budget, knownLimits, ...pictures };
  return renderPage(browser, { files: shown, ...options });
}

/**
 * Returns files with the original’s pixels in place of images that `judge-stand-ins.js` compares alone.
 * @param {FileLookup} files @param {Pick<Sight, 'before' | 'page'>} sight @returns {FileLookup}
 */
function withStandIns(files, { before, page }) {
  const originals = new Map(
    page.changes.flatMap(({ resource, standIns = [] }) =>
      resource === undefined ? [] : standIns.map((path) => exact([path, resource])),
    ),
  );
  if (originals.size === 0) return files;
  return (path) => {
    const original = originals.get(path);
    return original !== undefined && files(path) ? before(original) : files(path);
  };
}

/**
 * Renders a page before and after, in parallel if a tab is free. The second rendering waits for results of the first,
 * and is repeated with the limits that the first reached.
 * @param {Sight} sight
 * @param {FileLookup} files
 */
export async function lookAtBoth(sight, files) {
  const kept = sight.kept?.recall(sight);
  if (kept) {
    const knownLimits = listLimits(kept.renderings);
    const after = await look({ ...sight, knownLimits }, files, sight.views, kept.spotsIn);
    return { before: kept.renderings, after, knownLimits, spotsIn: kept.spotsIn };
  }
  const shared = sight.spotsIn && sharingSpots(sight.spotsIn);
  const looking = look(sight, sight.before, sight.views, shared?.first).finally(shared?.end);
  const beside = sight.browser.isFree() ? look(sight, files, sight.views, shared?.beside) : null;
  const [first, second] = await Promise.allSettled([looking, beside]);
  if (first.status === 'rejected') throw first.reason;
  const before = first.value;
  const knownLimits = listLimits(before);
  const seen = second.status === 'fulfilled' && knownLimits.length === 0 ? second.value : null;
  return {
    before,
    after: seen ?? (await look({ ...sight, knownLimits }, files, sight.views)),
    knownLimits,
    spotsIn: sight.spotsIn,
  };
}

/**
 * Returns limits that later renderings of a page reach, too: its scripts never end, or it is never painted. They apply
 * to all views with scripts.
 * @param {readonly Rendering[]} renderings
 */
function listLimits(renderings) {
  const limits = new Set(renderings.flatMap((rendering) => rendering.limits));
  const isPainted = renderings.some((one) => one.view.scripts && !one.limits.includes('no-screenshot'));
  if (isPainted) limits.delete('no-screenshot');
  return [...limits];
}

/** @param {Sight} sight @param {Rendering[]} first @param {Rendering[]} second */
export function compare({ page, comparePictures, movement = STILL }, first, second) {
  const pictures = comparePictures ? { comparePictures } : {};
  return compareRenderings(first, second, { changes: page.changes, movement, ...pictures });
}

/**
 * Adds what differs between two visits to the unchanged page.
 * @param {Sight} sight @param {Rendering[]} first @param {Rendering[]} again
 */
export async function observeMovement({ comparePictures, movement = STILL }, first, again) {
  const pictures = comparePictures ? { comparePictures } : {};
  const found = await compareRenderings(first, again, { changes: [], movement, isWhole: true, ...pictures });
  return found.length > 0 ? addMovement(movement, found, first) : movement;
}

/**
 * Renders both sides again to confirm a difference. Changes of the page by itself are left out.
 * @param {Sight} sight
 * @param {{ files: FileLookup, first: Rendering[], second: Rendering[], seen: Difference[] }} look
 */
export async function confirm(sight, { files, first, second, seen }) {
  if (seen.length === 0) return { differences: seen, movement: sight.movement ?? STILL };
  const names = new Set(seen.map(({ view }) => view));
  const views = sight.views.filter(({ name }) => names.has(name));
  const [firstAgain, secondAgain] = await Promise.all([sight.before, files].map((side) => look(sight, side, views)));
  const movement = await observeMovement(sight, pickViews(first, names), firstAgain);
  const still = { ...sight, movement };
  const left = isMoving(movement) ? await compare(still, pickViews(first, names), pickViews(second, names)) : seen;
  return { differences: keepSteady(left, await compare(still, firstAgain, secondAgain), []), movement };
}

/** Returns the files that pages asked for. @param {readonly Rendering[]} renderings */
export function listServed(renderings) {
  return renderings.flatMap(({ traffic }) => [...traffic.served, ...traffic.missing]);
}

/** @param {readonly Rendering[]} renderings @param {ReadonlySet<string>} names */
export function pickViews(renderings, names) {
  return renderings.filter(({ view }) => names.has(view.name));
}
