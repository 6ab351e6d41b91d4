import { pathOfUrl } from '../browser/serve.js';
import { isBlindToDensity } from '../browser/still.js';
import { listAllowances } from './picture.js';

/** @import { Order } from '../browser/render.js' */
/** @import { FileLookup } from '../browser/serve.js' */
/** @import { Box, ChangeInfo } from './types.js' */

/**
 * Where a page has to be pictured on a dense screen: where pictures are replaced, if nothing that it loads asks for density,
 * before or after, since then such a screen shows the same as the usual one, only finer; everywhere (null) if something
 * does, and on usual screens. As the first look at the page before tells; the later ones look at the same places.
 * @param {readonly ChangeInfo[]} changes @param {readonly FileLookup[]} sides the files before and after
 * @returns {NonNullable<Order['spotsIn']>}
 */
export function rememberSpots(changes, sides) {
  /** @type {Map<string, Box[] | null>} */
  const known = new Map();
  return (view, seen, traffic) => {
    if (!known.has(view.name)) {
      const hasSpots = view.scale > 1 && sides.every((files) => isBlindToDensity(files, traffic));
      known.set(view.name, hasSpots ? listAllowances({ seen }, changes, pathOfUrl).map(({ box }) => box) : null);
    }
    return known.get(view.name) ?? null;
  };
}
