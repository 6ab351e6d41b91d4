import { pathOfUrl } from '../browser/serve.js';
import { ignoresDensity } from '../browser/static-page.js';
import { listAllowances } from './screenshots.js';

/** @import { Order } from '../browser/render.js' */
/** @import { FileLookup } from '../browser/serve.js' */
/** @import { Box, ChangeInfo } from './types.js' */

/**
 * Where a page has to be pictured on a dense screen: where pictures are replaced, if nothing that it loads asks for
 * density, before or after, since then such a screen shows the same as the usual one, only finer; everywhere (null) if
 * something does, and on usual screens. As the first look at the page before tells; the later ones look at the same
 * places.
 * @param {readonly ChangeInfo[]} changes @param {readonly FileLookup[]} sides the files before and after
 * @returns {NonNullable<Order['spotsIn']>}
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
