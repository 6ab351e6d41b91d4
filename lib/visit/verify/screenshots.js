/** @import { Rendering } from '../browser/render.js' */
/** @import { Slice } from '../browser/screenshot.js' */
/** @import { Allowance, PicturePair } from './compare-pictures.js' */
/** @import { ChangeInfo, Difference } from './types.js' */

import { exact } from '../../base/exact.js';

/** Permitted difference of a page's background, which CSS can round differently. One step of 255 is invisible. */
const GROUND_STEP = 1;
/** Permitted difference on dense screens, on which browsers smooth the edges of images with different filters. */
const DENSE_GROUND_STEP = 20;
const GROUNDS = new Set(['html', 'body']);

/**
 * Returns the boxes of replaced images.
 * @param {Pick<Rendering, 'seen'>} rendering of the page before @param {readonly ChangeInfo[]} changes
 * @param {(url: string) => string | null} pathOf
 * @returns {Allowance[]}
 */
export function listAllowances({ seen }, changes, pathOf) {
  const replaced = changes.filter(({ kind }) => kind === 'replaced');
  const named = replaced.flatMap((change) => (change.box ? [] : filesOf(change).map((path) => exact([path, change]))));
  const byResource = Map.groupBy(named, ([path]) => path);
  const fixed = replaced.flatMap((change) => (change.box ? [{ change, box: change.box }] : []));
  if (byResource.size === 0) return fixed;
  const shown = seen.elements.flatMap((element) =>
    element.shows.flatMap((url) =>
      (byResource.get(pathOf(url) ?? '') ?? []).map(([, change]) => ({
        ...{ change, box: element.box },
        isGround: GROUNDS.has(element.tag),
      })),
    ),
  );
  return [...fixed, ...shown.filter(({ box }) => box[2] > 0 && box[3] > 0)];
}

/** Returns the files that render the result of a change. @param {ChangeInfo} change */
export function filesOf({ resource, copies = [] }) {
  return resource ? [resource, ...copies] : [];
}

/**
 * Returns the screenshots of two renderings under the pointer. If nothing on one of the pages reacts to it, its
 * screenshot at rest is used.
 * @param {Rendering} before
 * @param {Rendering} after
 * @returns {[readonly Slice[], readonly Slice[]]}
 */
export function listHovered(before, after) {
  const [first, second] = [before.hoverScreenshot, after.hoverScreenshot];
  if (first.length === second.length) return [first, second];
  return [first.length > 0 ? first : before.screenshot, second.length > 0 ? second : after.screenshot];
}

/**
 * Returns the parts of two screenshots of a page that differ in their bytes and must be compared by pixels, or a
 * difference in height.
 * @param {readonly Slice[]} before
 * @param {readonly Slice[]} after
 * @param {Pick<PicturePair, 'view' | 'scale' | 'kind' | 'allowances' | 'ignored' | 'isWhole'>} options
 * @returns {{ differences: Difference[], pairs: PicturePair[] }}
 */
export function pairPictures(before, after, { view, scale, kind, allowances, ignored, isWhole }) {
  if (before.length !== after.length) {
    const message = 'the page has another height';
    return { differences: [{ depth: 'picture', view, kind: `${kind}-size`, message }], pairs: [] };
  }
  const groundStep = scale > 1 ? DENSE_GROUND_STEP : GROUND_STEP;
  const maxStep = allowances.some(({ isGround }) => isGround) ? groundStep : 0;
  const pairs = before.flatMap(({ top, png }, index) => {
    const other = after[index].png;
    return Buffer.compare(png, other) === 0
      ? []
      : [{ view, kind, scale, top, maxStep, allowances, ignored, isWhole, before: png, after: other }];
  });
  return { differences: [], pairs };
}
