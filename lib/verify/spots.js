import { pathOfUrl } from '../browser/serve.js';
import { isBlindToDensity } from '../browser/still.js';
import { listAllowances } from './picture.js';

/** @import { Order } from '../browser/render.js' */
/** @import { FileLookup } from '../browser/serve.js' */
/** @import { Box, ChangeInfo } from './types.js' */

/**
 * Where a page has to be pictured however tall it is: where pictures are replaced; on a dense screen everywhere (null) if
 * something that it loads asks for density, since else it shows the same there, only finer. As the first look at the page
 * before tells; the later ones look at the same places.
 * @param {readonly ChangeInfo[]} changes @param {FileLookup} before
 * @returns {NonNullable<Order['spotsIn']>}
 */
export function rememberSpots(changes, before) {
  /** @type {Map<string, Box[] | null>} */
  const known = new Map();
  return (view, seen, traffic) => {
    if (!known.has(view.name)) {
      const hasSpots = view.scale === 1 || isBlindToDensity(before, traffic);
      known.set(view.name, hasSpots ? listAllowances({ seen }, changes, pathOfUrl).map(({ box }) => box) : null);
    }
    return known.get(view.name) ?? null;
  };
}
