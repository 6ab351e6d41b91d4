import { pathOfUrl } from '../browser/serve.js';
import { listAllowances } from './picture.js';

/** @import { Order } from '../browser/render.js' */
/** @import { FileLookup, Traffic } from '../browser/serve.js' */
/** @import { Box, ChangeInfo } from './types.js' */

/** What is chosen by how dense the screen is. NUL: a text in an encoding that hides the rest. */
const ASKS_DENSITY = /srcset|image-set|resolution|pixel-?ratio|\0/i;
const NO_TEXT = /\.(?:gif|a?png|jpe?g|webp|avif|ico|bmp|woff2?|[ot]tf|eot|pdf|wasm|mp[34]|webm|ogg)$/i;

/**
 * Where a page has to be pictured however dense the screen: where pictures are replaced, if nothing that it loads asks for
 * density, since a dense screen then shows the same as the usual one, only finer; everywhere (null) if something does. As
 * the first look at the page before tells; the later ones look at the same places.
 * @param {readonly ChangeInfo[]} changes @param {FileLookup} before
 * @returns {NonNullable<Order['spotsIn']>}
 */
export function rememberSpots(changes, before) {
  /** @type {Map<string, Box[] | null>} */
  const known = new Map();
  return (view, seen, traffic) => {
    const spots = known.has(view.name)
      ? known.get(view.name)
      : isBlindToDensity(before, traffic) && listAllowances({ seen }, changes, pathOfUrl).map(({ box }) => box);
    known.set(view.name, spots || null);
    return spots || null;
  };
}

/** @param {FileLookup} files @param {Traffic} traffic */
function isBlindToDensity(files, { served }) {
  return served
    .filter((name) => !NO_TEXT.test(name))
    .every((name) => !ASKS_DENSITY.test(Buffer.from(files(name)?.bytes ?? []).toString('latin1')));
}
