import { exact } from '../../base/exact.js';
import { pathOfUrl } from '../../site/addresses.js';
import { readDensity } from '../browser/static-page.js';
import { listAllowances } from './screenshots.js';

/** @import { SeenPage } from '../browser/read.js' */
/** @import { Rendering, SpotsOf, View } from '../browser/render.js' */
/** @import { FileLookup } from '../browser/serve.js' */
/** @import { Box, ChangeInfo } from './types.js' */

/** Elements that a source set selects an image for, or that contain such elements of another document. */
const WITH_SOURCES = new Set(['img', 'iframe', 'frame', 'object', 'embed']);

/** @typedef {Pick<Rendering, 'traffic' | 'asksDensity'>} Load what is known of a page once it is loaded */
/** @typedef {(view: View, load: Load) => SpotsOf | null} SpotsIn */

/**
 * Creates a function that returns the areas to capture on a dense screen. If nothing that a page loads selects by
 * density, before or after, a dense screen renders the same, only finer: then replaced images are enough, and all
 * images if only source sets select by density. Otherwise, and on usual screens, it is the whole page (null). The first
 * rendering before decides for all later ones.
 * @param {readonly ChangeInfo[]} changes @param {readonly FileLookup[]} sides the files before and after
 * @returns {SpotsIn}
 */
export function rememberSpots(changes, sides) {
  /** @type {Map<string, 'nothing' | 'images' | 'anything'>} what selects by density, by view */
  const asking = new Map();
  /** @type {Map<string, Box[]>} */
  const known = new Map();
  return ({ name, scale }, load) => {
    const asks = asking.get(name) ?? (scale > 1 ? whatAsks(sides, load) : 'anything');
    asking.set(name, asks);
    if (asks === 'anything') return null;
    return (seen) => {
      const former = known.get(name);
      if (former) return former;
      const replaced = listAllowances({ seen }, changes, pathOfUrl).map(({ box }) => box);
      const spots = asks === 'images' ? [...replaced, ...listImageBoxes(seen)] : replaced;
      known.set(name, spots);
      return spots;
    };
  };
}

/**
 * Returns what selects by density on a page. Scripts were watched while they ran, but source sets that they write are
 * not in the markup.
 * @param {readonly FileLookup[]} sides @param {Load} load
 */
function whatAsks(sides, { traffic, asksDensity }) {
  const found = sides.map((files) => readDensity(files, traffic));
  if (asksDensity || found.some(({ markup }) => markup.asks)) return exact('anything');
  return exact(found.some(({ markup, scripts }) => markup.offers || scripts.offers) ? 'images' : 'nothing');
}

/** Returns the boxes of all elements whose image a source set can select. @param {SeenPage} seen @returns {Box[]} */
function listImageBoxes({ elements }) {
  return elements.flatMap(({ tag, box }) => (mayHaveSources(tag) && box[2] > 0 && box[3] > 0 ? [box] : []));
}

/** Returns true for elements in `WITH_SOURCES` and custom ones, whose shadow tree is not read. @param {string} tag */
function mayHaveSources(tag) {
  return WITH_SOURCES.has(tag) || tag.includes('-');
}

/**
 * Makes a parallel rendering wait, view by view, for the results of the first one.
 * @param {SpotsIn} spotsIn
 */
export function sharingSpots(spotsIn) {
  /** @type {Map<string, PromiseWithResolvers<void>>} */
  const told = new Map();
  let isOver = false;
  const ofView = (/** @type {View} */ { name }) => {
    const one = told.get(name) ?? Promise.withResolvers();
    told.set(name, one);
    if (isOver) one.resolve();
    return one;
  };
  return {
    /** @type {SpotsIn} */
    first: (view, load) => {
      const spotsOf = spotsIn(view, load);
      if (!spotsOf) ofView(view).resolve();
      return (
        spotsOf &&
        ((seen) => {
          const spots = spotsOf(seen);
          ofView(view).resolve();
          return spots;
        })
      );
    },
    beside: async (/** @type {View} */ view, /** @type {Load} */ load) => {
      await ofView(view).promise;
      return spotsIn(view, load);
    },
    /** No more results follow. */
    end: () => {
      isOver = true;
      for (const { resolve } of told.values()) resolve();
    },
  };
}
