/** @import { Area, Box, Line } from './types.ts' */
import { inkBox } from './lines.js';

/** How far ink may reach over an area's edge: areas are drawn by hand. */
const SLACK_PX = 1;

/**
 * Lines cut where one area ends and the next begins, so that each lies in one; null where ink crosses an edge, lies in
 * no area, or leaves an area empty.
 * @param {readonly Line[]} lines @param {Float32Array} coverage @param {number} width @param {readonly Area[]} areas
 * @returns {Line[] | null}
 */
export function splitAtAreas(lines, coverage, width, areas) {
  /** @type {Line[]} */
  const parts = [];
  for (const { box } of lines) {
    let held = 0;
    for (const area of areas) {
      const part = inkBox(coverage, width, overlapOf(box, area));
      if (!part) continue;
      held += countInk(coverage, width, overlapOf(box, area));
      parts.push({ box: part });
    }
    if (held < countInk(coverage, width, box)) return null;
  }
  const isCut = parts.some(({ box }) => !areas.some((area) => isInside(box, area)));
  const isEmpty = areas.some((area) => !parts.some(({ box }) => isInside(box, area)));
  return isCut || isEmpty ? null : parts;
}

/**
 * Which of the areas a line lies in; -1 where none.
 * @param {Line} line @param {readonly Area[]} areas
 */
export function areaOf({ box }, areas) {
  return areas.findIndex((area) => isInside(box, area));
}

/** @param {Box} box @param {Box} area */
function isInside(box, area) {
  return (
    box.x >= area.x - SLACK_PX &&
    box.y >= area.y - SLACK_PX &&
    box.x + box.width <= area.x + area.width + SLACK_PX &&
    box.y + box.height <= area.y + area.height + SLACK_PX
  );
}

/** @param {Box} one @param {Box} other @returns {Box} */
function overlapOf(one, other) {
  const [x, y] = [Math.max(one.x, other.x), Math.max(one.y, other.y)];
  return {
    x,
    y,
    width: Math.max(0, Math.min(one.x + one.width, other.x + other.width) - x),
    height: Math.max(0, Math.min(one.y + one.height, other.y + other.height) - y),
  };
}

/** @param {Float32Array} coverage @param {number} width @param {Box} box */
function countInk(coverage, width, box) {
  let count = 0;
  for (let y = box.y; y < box.y + box.height; y++) {
    for (let x = box.x; x < box.x + box.width; x++) if (coverage[y * width + x] > 0.5) count++;
  }
  return count;
}
