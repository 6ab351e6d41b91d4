import { pathOfUrl } from '../browser/serve.js';
import { crop, listAllowances } from './picture.js';
import { decodePng, encodePng } from './png.js';

/** @import { Rendering, Slice } from '../browser/render.js' */
/** @import { ChangeInfo, Difference, Evidence, Pixels, Box } from './types.js' */

const MARGIN = 12;
const MOST_CHANGES = 40;
const MOST_HEIGHT = 2400;

/**
 * Cuts out what the report shows: the page, each replaced picture and each place that differs, before, after and apart.
 * @param {Rendering} before @param {Rendering} after the same view
 * @param {readonly ChangeInfo[]} changes @param {readonly Difference[]} differences
 * @returns {Evidence[]}
 */
export function cutEvidence(before, after, changes, differences) {
  const { name: view, scale } = before.view;
  const index = before.picture.findIndex(
    ({ png }, at) => !after.picture[at] || Buffer.compare(png, after.picture[at].png) !== 0,
  );
  const [slice, other] = [before.picture[index], after.picture[index]];
  if (!slice || !other) return [];
  const [first, second] = [decodePng(slice.png), decodePng(other.png)];
  const replaced = listAllowances(before, changes, pathOfUrl).map(({ change, box }) => ({ change: change.id, box }));
  const failed = differences.flatMap(({ box, change, view: seenIn }) =>
    box && seenIn === view ? [{ change: change ?? null, box }] : [],
  );
  const whole = { change: null, box: /** @type {Box} */ ([0, slice.top / scale, first.width / scale, MOST_HEIGHT]) };
  return [whole, ...failed, ...replaced].slice(0, MOST_CHANGES).flatMap(({ change, box }) => {
    const area = widen(box, scale, slice, [first, second]);
    if (area.width <= 0 || area.height <= 0) return [];
    const [a, b] = [crop(first, area), crop(second, area)];
    return [
      { view, box, change, before: encodePng(a), after: encodePng(b), difference: encodePng(markDifferences(a, b)) },
    ];
  });
}

/** @param {Box} box @param {number} scale @param {Slice} slice @param {Pixels[]} pictures */
function widen([left, top, boxWidth, boxHeight], scale, slice, pictures) {
  const width = Math.min(...pictures.map((picture) => picture.width));
  const height = Math.min(...pictures.map((picture) => picture.height));
  const x = Math.max(0, Math.floor((left - MARGIN) * scale));
  const y = Math.max(0, Math.floor((top - MARGIN) * scale - slice.top));
  const right = Math.min(width, Math.ceil((left + boxWidth + MARGIN) * scale));
  const bottom = Math.min(height, Math.ceil((top + boxHeight + MARGIN) * scale - slice.top));
  return { x, y, width: right - x, height: bottom - y };
}

/** Paints what differs red on a pale copy. @param {Pixels} before @param {Pixels} after @returns {Pixels} */
export function markDifferences(before, after) {
  const rgba = new Uint8Array(before.rgba.length);
  for (let at = 0; at < rgba.length; at += 4) {
    const isSame = [0, 1, 2, 3].every((channel) => before.rgba[at + channel] === after.rgba[at + channel]);
    const grey = (before.rgba[at] * 2 + before.rgba[at + 1] * 5 + before.rgba[at + 2]) >> 3;
    const pale = 191 + (grey >> 2);
    rgba.set(isSame ? [pale, pale, pale, 255] : [214, 0, 30, 255], at);
  }
  return { width: before.width, height: before.height, rgba };
}
