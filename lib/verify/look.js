import { renderPage } from '../browser/render.js';
import { compareRenderings, keepSteady } from './compare.js';

/** @import { Budget } from '../browser/budget.js' */
/** @import { OpenBrowser } from '../browser/open.js' */
/** @import { Order, Rendering, View } from '../browser/render.js' */
/** @import { FileLookup } from '../browser/serve.js' */
/** @import { Limit } from '../browser/tab.js' */
/** @import { SiteAddress } from '../types.ts' */
/** @import { ComparePictures } from './compare.js' */
/** @import { ChangedPage, Difference } from './types.js' */

/**
 * @typedef {object} Sight what is needed to look at one page
 * @property {OpenBrowser} browser
 * @property {SiteAddress | undefined} place
 * @property {FileLookup} before
 * @property {(acceptedIds: readonly string[]) => FileLookup | Promise<FileLookup>} build
 * @property {ChangedPage} page
 * @property {readonly View[]} views
 * @property {ComparePictures} [comparePictures]
 * @property {Order['spotsIn']} [spotsIn]
 * @property {string | null} [encoding] that the page is to be read in, if it is said
 * @property {Budget} budget of the page, for all looks at it
 * @property {boolean} isIllustrated
 * @property {readonly Limit[]} [knownLimits] that an earlier look at the page came up against
 */

/**
 * Renders the page of a sight with some files.
 * @param {Sight} sight
 * @param {FileLookup} files
 * @param {readonly View[]} views
 */
export function look({ browser, page, place, encoding, before, spotsIn, budget, knownLimits }, files, views) {
  const withBackgrounds = page.changes.some(({ kind, resource, box }) => kind === 'replaced' && resource && !box);
  // Only the boxes of the page as it was are asked for their pictures.
  const isBefore = files === before;
  const pictures = { withBackgrounds: withBackgrounds && isBefore, spotsIn };
  return renderPage(browser, { path: page.path, files, place, encoding, views, budget, knownLimits, ...pictures });
}

/** @param {Sight} sight @param {Rendering[]} first @param {Rendering[]} second */
export function compare({ page, comparePictures }, first, second) {
  return compareRenderings(first, second, { changes: page.changes, ...(comparePictures ? { comparePictures } : {}) });
}

/**
 * Looks again before it believes in a difference: what comes and goes by itself is none.
 * @param {Sight} sight
 * @param {{ files: FileLookup, first: Rendering[], seen: Difference[] }} look
 */
export async function confirm(sight, { files, first, seen }) {
  if (seen.length === 0) return { differences: seen, unsteady: [] };
  const names = new Set(seen.map(({ view }) => view));
  const views = sight.views.filter(({ name }) => names.has(name));
  const firstAgain = await look(sight, sight.before, views);
  const secondAgain = await look(sight, files, views);
  const unsteady = await compare(sight, pickViews(first, names), firstAgain);
  return { differences: keepSteady(seen, await compare(sight, firstAgain, secondAgain), unsteady), unsteady };
}

/** @param {readonly Rendering[]} renderings @param {ReadonlySet<string>} names */
export function pickViews(renderings, names) {
  return renderings.filter(({ view }) => names.has(view.name));
}
