/** @import { Estimate } from '../../report/types.ts' */
/** @import { Site, SitePath } from '../../site/types.ts' */
/** @import { Linked } from '../../site/graph/build-graph.js' */
/** @import { Trace } from '../../report/types.ts' */
/** @import { Memo } from '../../base/memo.js' */
/** @import { Conditions } from './conditions.js' */
/** @import { PageInput } from './types.ts' */

import { hash } from 'node:crypto';
import { digestOf, digestOfPlain } from '../../base/digest.js';
import { exact } from '../../base/exact.js';
import { NO_MEMO, recallOr } from '../../base/memo.js';
import { bandOfDifference } from '../../network/index.js';
import { versionOf } from './conditions.js';
import { withoutShare } from './describe-inputs.js';
import { openPageIds } from './page-ids.js';
import { openPageInputs } from './page-inputs.js';
import { estimatePage } from './price-changes.js';
import { tracePage } from './trace-page.js';

/** Links for which every waterfall is drawn: two kinds of mobile links and a cable. */
const TRACED_LINKS = Object.freeze(['3g', '4g', 'cable']);

/**
 * Creates estimates of every page before and after, on each of the report's links and versions of HTTP.
 * @param {{ site: Site, linked: Linked, sentBytes: (path: SitePath) => number }} before
 * @param {{ site: Site, linked: Linked, sentBytes: (path: SitePath) => number }} after
 * @param {Conditions} conditions
 * @param {Memo} [memo]
 */
export function openEstimates(before, after, { link, http, visit, links, https, also = [] }, memo = NO_MEMO) {
  const sides = [before, after].map((side) => openPageInputs(side.site, side.linked, side.sentBytes));
  const crossed = [link, ...links].flatMap((name) =>
    [http, ...https].map((version) => ({ link: name, http: versionOf(version), visit })),
  );
  const others = also.map((each) => ({ ...each, http: versionOf(each.http) }));
  const wanted = [...new Map([...crossed, ...others].map((each) => [JSON.stringify(each), each])).values()];
  const model = digestOf(wanted);
  const shown = TRACED_LINKS.map((name) => ({ link: name, http: versionOf(http), visit }));
  const traced = [...new Map([...wanted, ...shown].map((each) => [JSON.stringify(each), each])).values()];
  /** @type {Map<string, Estimate['before'][]>} by the model's input of a page: many pages have the same */
  const known = new Map();
  const costsOf = (/** @type {PageInput} */ input, /** @type {Memo} */ keeping) => {
    const key = hash('sha1', describeInput(input));
    const estimateAll = () => wanted.map((each) => estimatePage(input, each).estimate);
    const costs = known.get(key) ?? recallOr(keeping, 'price', `${model} ${key}`, estimateAll);
    known.set(key, costs);
    return costs;
  };
  const idsOf = [before, after].map(({ site, linked }, index) => openPageIds(site, linked, sides[index].fileAt));
  const bothOf = (/** @type {SitePath} */ page) => {
    const ids = idsOf.map((idOf) => idOf(page));
    const estimateBoth = (/** @type {Memo} */ keeping) => sides.map((inputOf) => costsOf(inputOf(page).input, keeping));
    if (ids.includes(null)) return estimateBoth(memo);
    // One record per page.
    return recallOr(memo, 'price', `both ${digestOfPlain([model, ids])}`, () => estimateBoth(NO_MEMO));
  };
  return {
    /** @param {SitePath} page @returns {Estimate[]} */
    estimatesOf: (page) => {
      const [first, later] = bothOf(page);
      return wanted.map((each, index) => {
        const savesMs = first[index].ms - later[index].ms;
        const msBand = bandOfDifference(savesMs);
        const isWithinError = Math.abs(savesMs) <= msBand;
        return Object.freeze({
          ...each,
          before: first[index],
          after: later[index],
          msBand,
          ...(isWithinError ? { isWithinError: exact(true) } : {}),
        });
      });
    },
    /**
     * Returns the traces of a page's simulation, for the report's waterfall.
     * @param {SitePath} page @returns {Trace[]}
     */
    tracesOf: (page) => {
      const [first, later] = sides.map((inputOf) => inputOf(page).input);
      const traceAll = () =>
        traced.map((each) => ({
          page,
          ...each,
          before: tracePage(first, estimatePage(first, each)),
          after: tracePage(later, estimatePage(later, each)),
        }));
      const both = [first, later].map(({ files, ...input }) => [input, files.map(withoutShare)]);
      return recallOr(memo, 'price', digestOf(['trace', page, traced, both]), traceAll);
    },
  };
}

/** @param {PageInput} input */
function describeInput({ files, references, missesIcon }) {
  const index = new Map(files.map(({ url }, at) => [url, at]));
  return JSON.stringify([
    files.map(({ type, bytes, decodedBytes }) => [type, bytes, decodedBytes]),
    references.map(({ from, to, atByte }) => [index.get(from), index.get(to), atByte]),
    missesIcon,
  ]);
}
