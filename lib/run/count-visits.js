/** @import { Site, SitePath } from '../types.ts' */
/** @import { Packed } from '../optimize/pack-site.js' */
/** @import { VisitBytes, Visits } from '../report/types.ts' */

import { DICTIONARY_FILE } from '../dictionary/names.js';

const ENCODINGS = /** @type {const} */ (['identity', 'gzip', 'br', 'zstd']);
const PAGE = /\.html?$/i;

/**
 * What travels of texts, under each encoding and with dictionaries: on a visit of several pages, and on a return after
 * a deploy to the same pages, whose visitor has all that was there before.
 * @param {ReadonlyMap<SitePath, Packed>} files
 * @param {{ former: Site | null, pagesPerVisit: number }} options
 * @returns {Visits}
 */
export function countVisits(files, { former, pagesPerVisit }) {
  const all = [...files.values()];
  const pages = all
    .filter(({ path }) => PAGE.test(path))
    .toSorted((a, b) => depthOf(a) - depthOf(b) || (a.path < b.path ? -1 : 1));
  const count = Math.min(pages.length, Math.max(1, Math.round(pagesPerVisit)));
  const seen = Array.from({ length: count }, (_, index) => pages[Math.floor((index * pages.length) / count)]);
  const dictionary = all.find(({ path }) => DICTIONARY_FILE.test(path));
  const hadDictionary = dictionary !== undefined && former?.files.has(dictionary.path) === true;
  const [first, ...later] = seen;
  const tour = sumOf(
    [first],
    false,
    sumOf(later, dictionary !== undefined, dictionary ? sizesOf(dictionary, false) : NOTHING),
  );
  if (!former) return { tour: { pages: count, ...tour }, return: null };
  const changed = all.filter(
    ({ path, entries }) =>
      (seen.some((page) => page.path === path) ||
        (!PAGE.test(path) && entries.some(({ encoding }) => encoding.startsWith('dc')))) &&
      former.files.get(path)?.hash !== entries[0].hash,
  );
  const fetched = dictionary && !hadDictionary ? sizesOf(dictionary, false) : NOTHING;
  return { tour: { pages: count, ...tour }, return: { pages: changed.length, ...sumOf(changed, true, fetched) } };
}

const NOTHING = Object.freeze({ identity: 0, gzip: 0, br: 0, zstd: 0, dictionary: 0 });

/** @typedef {Omit<VisitBytes, 'pages'>} Sizes */

/**
 * @param {readonly Packed[]} files
 * @param {boolean} hasDictionary
 * @param {Sizes} more
 * @returns {Sizes}
 */
function sumOf(files, hasDictionary, more) {
  return files
    .map((file) => sizesOf(file, hasDictionary))
    .reduce(
      (sum, sizes) => ({
        identity: sum.identity + sizes.identity,
        gzip: sum.gzip + sizes.gzip,
        br: sum.br + sizes.br,
        zstd: sum.zstd + sizes.zstd,
        dictionary: sum.dictionary + sizes.dictionary,
      }),
      more,
    );
}

/**
 * A file as each encoding sends it; a site's dictionary itself travels for the sake of dictionaries alone.
 * @param {Packed} file
 * @param {boolean} hasDictionary
 * @returns {Sizes}
 */
function sizesOf({ path, entries }, hasDictionary) {
  const [{ size: whole }] = entries;
  const sizeIn = (/** @type {string} */ encoding) =>
    entries.find((entry) => entry.encoding === encoding)?.size ?? whole;
  const best = Math.min(...ENCODINGS.map(sizeIn));
  if (DICTIONARY_FILE.test(path)) return { ...NOTHING, dictionary: best };
  const [identity, gzip, br, zstd] = ENCODINGS.map(sizeIn);
  const dictionary = hasDictionary ? Math.min(best, sizeIn('dcb'), sizeIn('dcz')) : best;
  return { identity, gzip, br, zstd, dictionary };
}

/** @param {Packed} page */
function depthOf({ path }) {
  return path.split('/').length;
}
