import { pathOfUrl } from '../../site/addresses.js';
import { crop } from './compare-pictures.js';
import { decodePng, encodePng } from './png.js';
import { listAllowances, listHovered } from './screenshots.js';

/** @import { Rendering } from '../browser/render.js' */
/** @import { Slice } from '../browser/screenshot.js' */
/** @import { ChangeInfo, Difference, Evidence, Pixels, Box } from './types.js' */

/** CSS pixels shown around a difference. */
const MARGIN = 12;
/** Max images of differences in a report, so that it can be opened as a page. */
const MAX_PIECES = 60;
/** Max height of the part of a page that is shown, from its first change. */
const MAX_HEIGHT = 1200;
/** CSS pixels shown above the highest difference. */
const ABOVE = 200;

/**
 * Cuts out the parts that the report contains, before, after and as a difference: the page, each replaced image and
 * each place that differs, in the first view and in the views that differ.
 * @param {readonly Rendering[]} before
 * @param {readonly Rendering[]} after the same views
 * @param {readonly ChangeInfo[]} changes
 * @param {readonly Difference[]} differences
 * @returns {Evidence[]}
 */
export function cutEvidence(before, after, changes, differences) {
  return before
    .flatMap((rendering, index) => {
      const found = differences.filter(({ view }) => view === rendering.view.name);
      const isHover = found.length > 0 && found.every(({ kind }) => kind.startsWith('hover'));
      if (index > 0 && found.length === 0) return [];
      const slices = isHover ? listHovered(rendering, after[index]) : [rendering.screenshot, after[index].screenshot];
      return cutSlices(rendering, slices[0], slices[1], changes, found);
    })
    .slice(0, MAX_PIECES);
}

/**
 * @param {Rendering} rendering @param {readonly Slice[]} before @param {readonly Slice[]} after
 * @param {readonly ChangeInfo[]} changes @param {readonly Difference[]} differences
 * @returns {Evidence[]}
 */
function cutSlices(rendering, before, after, changes, differences) {
  const { name: view, scale } = rendering.view;
  const index = before.findIndex(({ png }, at) => !after[at] || Buffer.compare(png, after[at].png) !== 0);
  const [slice, other] = [before[index], after[index]];
  if (!slice || !other) return [];
  const [first, second] = [decodePng(slice.png), decodePng(other.png)];
  const replaced = listAllowances(rendering, changes, pathOfUrl).map(({ change, box }) => ({ change: change.id, box }));
  const failed = differences.flatMap(({ box, change }) => (box ? [{ change: change ?? null, box }] : []));
  const highest = Math.min(...[...failed, ...replaced].map(({ box }) => box[1]));
  const top = Math.max(slice.top / scale, Number.isFinite(highest) ? highest - ABOVE : 0);
  const whole = { change: null, box: /** @type {Box} */ ([0, top, first.width / scale, MAX_HEIGHT]) };
  return [whole, ...failed, ...replaced].slice(0, MAX_PIECES).flatMap(({ change, box }) => {
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

/** Paints differences red on a pale copy. @param {Pixels} before @param {Pixels} after @returns {Pixels} */
export function markDifferences(before, after) {
  const { width, height, rgba: first } = before;
  const second = after.rgba;
  const rgba = new Uint8Array(first.length).fill(255);
  for (let at = 0; at < rgba.length; at += 4) {
    const isSame =
      first[at] === second[at] &&
      first[at + 1] === second[at + 1] &&
      first[at + 2] === second[at + 2] &&
      first[at + 3] === second[at + 3];
    const pale = 191 + ((first[at] * 2 + first[at + 1] * 5 + first[at + 2]) >> 5);
    rgba[at] = isSame ? pale : 214;
    rgba[at + 1] = isSame ? pale : 0;
    rgba[at + 2] = isSame ? pale : 30;
  }
  return { width, height, rgba };
}
