import { exact } from '../../base/exact.js';
import { pathOfUrl } from '../../site/addresses.js';
import { whatAsksDensity } from '../browser/static-page.js';
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
      const replaced = listAllowances({ seen }, changes, pathOfUrl).map(({ box }) => box);
      const spots = known.get(name) ?? (asks === 'images' ? [...replaced, ...listImageBoxes(seen)] : replaced);
      known.set(name, spots);
      return spots;
    };
  };
}

/** @param {readonly FileLookup[]} sides @param {Load} load */
function whatAsks(sides, { traffic, asksDensity }) {
  if (asksDensity) return exact('anything');
  const asks = new Set(sides.map((files) => whatAsksDensity(files, traffic, { isScriptWatched: true })));
  if (asks.has('anything')) return exact('anything');
  return exact(asks.has('images') ? 'images' : 'nothing');
}

/** Returns the boxes of all elements whose image a source set can select. @param {SeenPage} seen @returns {Box[]} */
function listImageBoxes({ elements }) {
  return elements.flatMap(({ tag, box }) => (WITH_SOURCES.has(tag) && box[2] > 0 && box[3] > 0 ? [box] : []));
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
