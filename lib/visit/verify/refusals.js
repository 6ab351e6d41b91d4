import { nameStyles, visibleOf } from './group.js';

/** @import { FileLookup } from '../browser/serve.js' */
/** @import { ChangedPage, Verdict } from './types.js' */

/** Number of pages of a kind that must reject a rule before it is skipped on others. */
const PAGES_ASKED = 2;

/**
 * Selects the pages to verify first, so that rules which all of them reject are skipped on others: some of each kind,
 * those with most visible changes.
 * @param {readonly ChangedPage[]} pages @param {FileLookup} before
 * @returns {Set<ChangedPage>}
 */
export function pickFirst(pages, before) {
  const visible = pages.filter((page) => visibleOf(page).length > 0);
  const kinds = Map.groupBy(visible, ({ path }) => nameStyles(path, before));
  return new Set(
    [...kinds.values()].flatMap((kind) =>
      kind.toSorted((a, b) => visibleOf(b).length - visibleOf(a).length).slice(0, PAGES_ASKED),
    ),
  );
}

/**
 * Selects those of the first pages that are verified before the others, so that each visible change of a file that
 * several of them share is on one. If it is rejected there, the others are verified without it. On a site with a logo
 * that looked different on ten pages of seven kinds, each of them searched for it with 16 renderings.
 * @param {Iterable<ChangedPage>} pages
 * @returns {Set<ChangedPage>}
 */
export function pickScouts(pages) {
  const causesOf = (/** @type {ChangedPage} */ page) => new Set(visibleOf(page).map(({ cause }) => cause));
  const shared = Map.groupBy(
    [...pages].flatMap((page) => [...causesOf(page)].filter((cause) => cause.includes(' '))),
    (cause) => cause,
  );
  const open = new Set([...shared].flatMap(([cause, { length }]) => (length > 1 ? [cause] : [])));
  const byMost = [...pages].toSorted((a, b) => visibleOf(b).length - visibleOf(a).length);
  return new Set(byMost.filter((page) => [...causesOf(page)].filter((cause) => open.delete(cause)).length > 0));
}

/**
 * Lists the rules to skip on a page: those whose changes were all rolled back on each of several pages of its kind.
 * @param {Iterable<ChangedPage>} asked @param {ReadonlyMap<string, Verdict>} verdicts @param {FileLookup} before
 * @returns {(page: ChangedPage) => ReadonlySet<string>} names of rules
 */
export function listRefusedRules(asked, verdicts, before) {
  /** @type {Map<string, Map<string, number>>} pages by kind and rule; NaN if any was accepted */
  const counts = new Map();
  for (const page of asked) {
    const kind = nameStyles(page.path, before);
    const refused = new Set(verdicts.get(page.path)?.rejected.map(({ id }) => id));
    const byRule = counts.get(kind) ?? new Map();
    counts.set(kind, byRule);
    for (const [rule, changes] of Map.groupBy(visibleOf(page), (change) => change.rule)) {
      const isRefused = changes.every(({ id }) => refused.has(id));
      byRule.set(rule, (byRule.get(rule) ?? 0) + (isRefused ? 1 : Number.NaN));
    }
  }
  return (page) => {
    if (visibleOf(page).length === 0) return new Set();
    const byRule = counts.get(nameStyles(page.path, before)) ?? new Map();
    return new Set([...byRule].filter(([, count]) => count >= PAGES_ASKED).map(([rule]) => rule));
  };
}
