import { pathOfUrl } from '../../site/addresses.js';
import { ignoresDensity } from '../browser/static-page.js';
import { listAllowances } from './screenshots.js';

/** @import { SpotsOf, View } from '../browser/render.js' */
/** @import { FileLookup, Traffic } from '../browser/serve.js' */
/** @import { Box, ChangeInfo } from './types.js' */

/** @typedef {(view: View, traffic: Traffic) => SpotsOf | null} SpotsIn */

/**
 * Creates a function that returns the areas to capture on a dense screen. If nothing that a page loads selects by
 * density, before or after, a dense screen renders the same, only finer: then replaced images are enough. Otherwise,
 * and on usual screens, it is the whole page (null). The first rendering before decides for all later ones.
 * @param {readonly ChangeInfo[]} changes @param {readonly FileLookup[]} sides the files before and after
 * @returns {SpotsIn}
 */
export function rememberSpots(changes, sides) {
  /** @type {Map<string, boolean>} */
  const isPart = new Map();
  /** @type {Map<string, Box[]>} */
  const known = new Map();
  return ({ name, scale }, traffic) => {
    if (!isPart.has(name)) isPart.set(name, scale > 1 && sides.every((files) => ignoresDensity(files, traffic)));
    if (!isPart.get(name)) return null;
    return (seen) => {
      const spots = known.get(name) ?? listAllowances({ seen }, changes, pathOfUrl).map(({ box }) => box);
      known.set(name, spots);
      return spots;
    };
  };
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
    first: (view, traffic) => {
      const spotsOf = spotsIn(view, traffic);
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
    beside: async (/** @type {View} */ view, /** @type {Traffic} */ traffic) => {
      await ofView(view).promise;
      return spotsIn(view, traffic);
    },
    /** No more results follow. */
    end: () => {
      isOver = true;
      for (const { resolve } of told.values()) resolve();
    },
  };
}
