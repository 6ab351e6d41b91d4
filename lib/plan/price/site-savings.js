/** @import { Linked } from '../../site/graph/build-graph.js' */
/** @import { Reference, SitePath } from '../../site/types.ts' */
/** @import { FileInput } from './types.ts' */
/** @import { Priced } from './price-site.js' */
/** @import { Weighed } from './weigh-changes.js' */

import { withoutNames } from './combine-effects.js';
import { openSiteSize } from './site-size.js';

/**
 * Creates a function that returns the savings of all changes of a rule for a visitor who opens every page once and
 * fetches a shared file once.
 * @param {Linked} linked
 * @param {(path: SitePath) => FileInput} fileAt
 * @param {readonly { references: readonly Reference[], changes: readonly Weighed[], advised: readonly Weighed[] }[]}
 *   pages
 * @param {Iterable<Readonly<Record<string, Priced['saves']>>>} packed savings of packing by file and rule
 * @returns {(rule: string) => { requests: number, bytes: number }}
 */
export function openSiteSavings(linked, fileAt, pages, packed) {
  const siteWith = openSiteSize(linked, fileAt);
  const files = [...packed];
  /** @param {(page: typeof pages[number]) => readonly Weighed[]} choose */
  const measure = (choose) => {
    const seen = new Set();
    // A change that affects several pages makes a document longer once.
    const once = (/** @type {Weighed} */ one) => {
      const isSeen = seen.has(one.change);
      seen.add(one.change);
      return isSeen ? { ...one, effect: { ...one.effect, grows: [] } } : one;
    };
    const site = siteWith(
      pages.map((page) => ({
        references: page.references,
        changes: withoutNames(choose(page), page.changes).map(once),
      })),
    );
    return { requests: site.files.length, bytes: site.files.reduce((sum, { bytes }) => sum + bytes, 0) };
  };
  const done = measure(({ changes }) => changes);
  const difference = (/** @type {typeof done} */ more, /** @type {typeof done} */ less) => ({
    requests: more.requests - less.requests,
    bytes: more.bytes - less.bytes,
  });
  return (rule) => {
    const isOf = (/** @type {Weighed} */ { change }) => change.rule.id === rule;
    if (pages.some(({ advised }) => advised.some(isOf)))
      return difference(
        done,
        measure(({ changes, advised }) => [...changes, ...advised.filter(isOf)]),
      );
    if (pages.some(({ changes }) => changes.some(isOf)))
      return difference(
        measure(({ changes }) => changes.filter((one) => !isOf(one))),
        done,
      );
    return { requests: 0, bytes: files.reduce((sum, file) => sum + (file[rule]?.bytes ?? 0), 0) };
  };
}
