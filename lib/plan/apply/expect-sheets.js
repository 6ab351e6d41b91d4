/** @import { Change, CssClass } from '../types.ts' */
/** @import { SitePath } from '../../site/types.ts' */
/** @import { Linked } from '../../site/graph/build-graph.js' */

import { digestOf } from '../../base/digest.js';
import { cssOf, keyOfClass } from './name-classes.js';
import { shareStyles } from './share-styles.js';

/**
 * A sheet of new classes that several pages load. `url` names its classes.
 * @typedef {{ url: string, classes: ReadonlySet<string>, pages: number }} ExpectedSheet
 * @typedef {ReadonlyMap<SitePath, ExpectedSheet>} ExpectedSheets by the page that loads it
 */

/**
 * Returns the shared sheets that pages would load if all of some changes were made.
 * @param {readonly Change[]} changes
 * @param {Linked['reads'] | undefined} reads
 * @returns {ExpectedSheets}
 */
export function expectSheets(changes, reads) {
  /** @type {Map<string, CssClass>} */
  const byKey = new Map();
  /** @type {Map<SitePath, Set<string>>} */
  const ofPage = new Map();
  for (const { edits, classes, proposal } of changes) {
    if (classes.length === 0) continue;
    for (const path of new Set(edits.map(({ document = proposal.page }) => document))) {
      if (reads?.get(path)?.head?.base !== path) continue;
      const keys = ofPage.get(path) ?? new Set();
      ofPage.set(path, keys);
      for (const one of classes) {
        if (one.isLocal) continue;
        const key = keyOfClass(one);
        byKey.set(key, one);
        keys.add(key);
      }
    }
  }
  const sizeOf = (/** @type {string} */ key) => cssOf([/** @type {CssClass} */ (byKey.get(key))]).length;
  return new Map(
    shareStyles(ofPage, sizeOf).flatMap(({ classes, pages }) => {
      const sheet = sheetOf(classes, pages.length);
      return pages.map((page) => /** @type {[SitePath, ExpectedSheet]} */ ([page, sheet]));
    }),
  );
}

/**
 * Returns the sheets that are still expected after a plan was made for them: with the classes that the plan also puts
 * into a sheet. Returns the same object if nothing differs.
 * @param {ExpectedSheets} expected
 * @param {ExpectedSheets} planned
 * @returns {ExpectedSheets}
 */
export function keepExpected(expected, planned) {
  const kept = [...expected].flatMap(([page, sheet]) => {
    const other = planned.get(page);
    if (!other) return [];
    const classes = new Set([...sheet.classes].filter((key) => other.classes.has(key)));
    const pages = Math.min(sheet.pages, other.pages);
    const isSame = classes.size === sheet.classes.size && pages === sheet.pages;
    return [/** @type {[SitePath, ExpectedSheet]} */ ([page, isSame ? sheet : sheetOf(classes, pages)])];
  });
  const isSame = kept.length === expected.size && kept.every(([page, sheet]) => expected.get(page) === sheet);
  return isSame ? expected : new Map(kept);
}

/** @param {ReadonlySet<string>} classes @param {number} pages @returns {ExpectedSheet} */
function sheetOf(classes, pages) {
  return { url: `pagethrift-${digestOf([...classes].sort())}.css`, classes, pages };
}
