/** @import { FileLookup } from '../browser/serve.js' */
/** @import { PicturePair } from './compare-pictures.js' */
/** @import { Sight } from './look.js' */
/** @import { ChangeInfo, Difference } from './types.js' */

import { exact } from '../../base/exact.js';
import { shootImages } from '../browser/draw-images.js';
import { guessType } from '../browser/serve.js';
import { comparePictures as compareHere } from './compare-pictures.js';

/** The name of what is compared instead of a view of the page. */
const ALONE = 'the image alone';
/** A box that contains every screenshot. */
const WHOLE = exact([0, 0, 100_000, 100_000]);

/**
 * Compares the files that are rendered with the pixels of the original with that original, as the browser renders them
 * by themselves: the renderings of the page do not contain them.
 * @param {Sight} sight @param {FileLookup} after
 * @returns {Promise<Difference[]>} each with its change
 */
export async function judgeStandIns(
  { browser, before, page, comparePictures = async (pairs) => compareHere(pairs) },
  after,
) {
  /** @type {Difference[]} */
  const found = [];
  for (const change of page.changes) {
    const paths = [change.resource, ...(change.standIns ?? [])].flatMap((path) => path ?? []);
    if (paths.length < 2) continue;
    const files = paths.flatMap((path, index) => {
      const file = index === 0 ? before(path) : after(path);
      return file ? [{ bytes: file.bytes, type: guessType(path) }] : [];
    });
    const [original, ...drawn] = await shootImages(browser, files);
    if (!original) continue;
    if (drawn.includes(null)) found.push(differenceOf(change, 'the browser does not decode it'));
    const pairs = drawn.flatMap((shot) => (shot ? pairShots(change, original, shot) : []));
    found.push(...(await comparePictures(pairs)).flat());
  }
  return found;
}

/** @param {ChangeInfo} change @param {string} message @returns {Difference} */
function differenceOf({ id, resource, rule }, message) {
  return {
    depth: exact('picture'),
    view: ALONE,
    kind: 'picture',
    message: `${resource ?? rule}: ${message}`,
    change: id,
  };
}

/**
 * @param {ChangeInfo} change @param {Uint8Array} before @param {Uint8Array} after
 * @returns {PicturePair}
 */
function pairShots(change, before, after) {
  const allowances = [{ change, box: WHOLE }];
  return { view: ALONE, kind: 'picture', scale: 1, top: 0, maxStep: 0, allowances, before, after };
}
