import { eachAtOnce } from '../../lib/base/at-once.js';
import { listLoaded } from '../../lib/run/optimize/loaded-files.js';
import { differsFrom, steadyPartOf } from '../../lib/run/optimize/steady-behaviour.js';
import { recordFetches } from '../../lib/visit/browser/record-fetches.js';
import { listSites } from './sites.js';

/** @import { OpenBrowser } from '../../lib/visit/browser/open.js' */
/** @import { PageRecord } from '../../lib/visit/types.ts' */

/** Number of visits of each site, unless an option says another: a thousand of ten sites. */
const VISITS = 100;

/**
 * Visits one page of each real site repeatedly, several at once, and counts visits that differ from the first one by
 * what a build compares: loaded files, behaviour, content and layout.
 * @param {OpenBrowser} browser
 * @param {string[]} options number of visits of each site
 */
export async function measureVisits(browser, [count = String(VISITS)]) {
  const total = { visits: 0, loads: 0, behaviour: 0, content: 0, layout: 0, differing: 0 };
  for (const { name, pages, lookup } of listSites()) {
    const path = pages.includes('index.html') ? 'index.html' : pages[0];
    const found = { visits: 0, loads: 0, behaviour: 0, content: 0, layout: 0, differing: 0 };
    const visit = () => recordFetches(browser, { path, files: lookup });
    const first = await visit();
    await eachAtOnce(Array.from({ length: Number(count) }), browser.jobs, async () => {
      const kinds = listDifferences(first, await visit());
      found.visits += 1;
      for (const kind of kinds) found[kind] += 1;
      found.differing += kinds.length > 0 ? 1 : 0;
    });
    console.log(`${name} ${path}: ${JSON.stringify(found)}`);
    for (const key of /** @type {(keyof typeof total)[]} */ (Object.keys(total))) total[key] += found[key];
  }
  console.log(`repeated visits: ${JSON.stringify(total)}`);
}

/** @param {PageRecord} first @param {PageRecord} later */
function listDifferences(first, later) {
  const loadsOf = (/** @type {PageRecord} */ record) => listLoaded(record).sort().join('\n');
  const isDifferent = {
    loads: loadsOf(first) !== loadsOf(later),
    behaviour: differsFrom(steadyPartOf([first]), later),
    content: first.content !== later.content,
    layout: first.layout !== later.layout,
  };
  return /** @type {(keyof typeof isDifferent)[]} */ (Object.keys(isDifferent)).filter((kind) => isDifferent[kind]);
}
