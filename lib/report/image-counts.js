/** @import { AccessibilityReport } from './types.ts' */

import { exact } from '../base/exact.js';

const COUNTED = exact([
  ['imagesWithoutAlternative', 'images without alternative (WCAG 1.1.1)'],
  ['imagesOfText', 'images of text (WCAG 1.4.5)'],
]);

/**
 * Lists the counts of images that assistive technology cannot read, before and after, none if there are no such images.
 * @param {AccessibilityReport | undefined} counts
 */
export function listImageCounts(counts) {
  if (!counts) return [];
  return COUNTED.map(([key, label]) => ({ label, before: counts.before[key], after: counts.after[key] })).filter(
    ({ before, after }) => before + after > 0,
  );
}

/**
 * Lists the pages that still have such images, those with most first.
 * @param {AccessibilityReport | undefined} counts @param {number} most
 */
export function listImagePages(counts, most) {
  return (counts?.after.pages ?? [])
    .toSorted(
      (one, other) =>
        other.imagesWithoutAlternative - one.imagesWithoutAlternative || other.imagesOfText - one.imagesOfText,
    )
    .slice(0, most);
}
