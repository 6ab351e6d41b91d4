/** Finds what a page changes by itself: what differs between visits to the unchanged page. */

/** @import { Rendering } from '../browser/render.js' */
/** @import { Box, Difference, Movement } from './types.js' */

/** @type {Movement} */
export const STILL = Object.freeze({ areas: [], keys: new Set() });

/** CSS pixels by which a tile of a screenshot comparison can exceed the moving area inside it. */
const TILE = 32;
/** Max share of a page that may change by itself. The rest is then compared. */
const MAX_MOVING = 0.5;
const WHOLE_PAGE = new Set(['html', 'head', 'body']);

/**
 * Adds the differences between two visits to the unchanged page. An area is as large as the smallest element that
 * contains it, because text and images move within their element.
 * @param {Movement} movement @param {readonly Difference[]} differences all of them
 * @param {readonly Rendering[]} renderings of one of the visits
 * @returns {Movement}
 */
export function addMovement(movement, differences, renderings) {
  const keys = new Set([...movement.keys, ...differences.map(keyOf)]);
  const found = renderings.flatMap((rendering) => {
    const view = rendering.view.name;
    const boxes = differences.flatMap(({ box, ...each }) => (box && each.view === view ? [box] : []));
    return joinTouching(boxes).map((box) => ({ view, ...growToElement(box, rendering) }));
  });
  const areas = [...movement.areas, ...found];
  return { areas: areas.filter((area, at) => !areas.some((other, index) => covers(other, area, index < at))), keys };
}

/**
 * Returns true if another area makes one unnecessary.
 * @param {Movement['areas'][number]} other @param {Movement['areas'][number]} area @param {boolean} isEarlier
 */
function covers(other, area, isEarlier) {
  const isEqual = other.box.every((side, at) => side === area.box[at]);
  return other !== area && other.view === area.view && (isEqual ? isEarlier : isWithin(area.box, other.box, 0));
}

/**
 * Returns true if a difference is where the page changes by itself. An element that moves keeps its size, unless
 * visits to the unchanged page show another.
 * @param {Movement} movement @param {Difference} difference
 */
export function isMovement({ areas, keys }, difference) {
  const { box, depth, kind, view } = difference;
  const isInArea =
    depth === 'geometry' &&
    kind === 'moved' &&
    box !== undefined &&
    areas.some((area) => area.view === view && isWithin(box, area.box, TILE));
  return isInArea || keys.has(keyOf(difference));
}

/** Returns the boxes in which a view changes by itself. @param {Movement} movement @param {string} view */
export function movingBoxes({ areas }, view) {
  return areas.flatMap((area) => (area.view === view ? [area.box] : []));
}

/**
 * Returns true if a view changes by itself in most of the page, so that little of it can be compared.
 * @param {Movement} movement @param {readonly Rendering[]} renderings
 */
export function isRestless(movement, renderings) {
  return renderings.some(({ view, seen }) => {
    const height = Math.max(0, ...seen.elements.map(({ box }) => box[1] + box[3]));
    const moving = movingBoxes(movement, view.name).map((box) => visibleArea(box, view.width, height));
    return moving.reduce((sum, area) => sum + area, 0) > MAX_MOVING * view.width * height;
  });
}

/** Returns true if visits to the unchanged page differed. @param {Movement} movement */
export function isMoving({ keys }) {
  return keys.size > 0;
}

/**
 * Describes where a page changes by itself.
 * @param {Movement} movement
 * @returns {string | null} null if it does not
 */
export function describeMovement({ areas, keys }) {
  if (keys.size === 0) return null;
  const places = areas.map(({ tag, box: [x, y, width, height] }) => {
    const size = `${Math.round(width)} × ${Math.round(height)} at ${Math.round(x)}, ${Math.round(y)}`;
    return tag ? `<${tag}>, ${size}` : size;
  });
  const named = [...new Set(places)].slice(0, 3).join('; ');
  return named ? `changes by itself (${named})` : 'changes by itself';
}

/** @param {Difference} difference */
function keyOf({ depth, view, kind, box }) {
  return JSON.stringify([depth, view, kind, box ?? null]);
}

/**
 * Grows a box by the smallest element that contains it, unless that is the whole page.
 * @param {Box} box @param {Rendering} rendering
 * @returns {{ box: Box, tag: string | null }}
 */
function growToElement(box, { seen }) {
  const around = seen.elements.filter((element) => !WHOLE_PAGE.has(element.tag) && isWithin(box, element.box, TILE));
  const smallest = around.toSorted((a, b) => a.box[2] * a.box[3] - b.box[2] * b.box[3])[0];
  return smallest ? { box: unite(box, smallest.box), tag: smallest.tag } : { box, tag: null };
}

/** Joins boxes that touch each other, until none do. @param {readonly Box[]} boxes @returns {Box[]} */
function joinTouching(boxes) {
  /** @type {Box[]} */
  let joined = [];
  for (const box of boxes) {
    let grown = box;
    for (let near = joined.filter((one) => isTouching(one, grown)); near.length > 0; ) {
      joined = joined.filter((one) => !near.includes(one));
      grown = [...near, grown].reduce(unite);
      near = joined.filter((one) => isTouching(one, grown));
    }
    joined.push(grown);
  }
  return joined;
}

/** @param {Box} box @param {number} pageWidth @param {number} pageHeight */
function visibleArea([x, y, width, height], pageWidth, pageHeight) {
  const across = Math.min(x + width, pageWidth) - Math.max(x, 0);
  const down = Math.min(y + height, pageHeight) - Math.max(y, 0);
  return Math.max(across, 0) * Math.max(down, 0);
}

/** @param {Box} a @param {Box} b @returns {Box} */
function unite(a, b) {
  const [x, y] = [Math.min(a[0], b[0]), Math.min(a[1], b[1])];
  return [x, y, Math.max(a[0] + a[2], b[0] + b[2]) - x, Math.max(a[1] + a[3], b[1] + b[3]) - y];
}

/** @param {Box} a @param {Box} b */
function isTouching(a, b) {
  const isTouchingOn = (/** @type {0 | 1} */ axis) =>
    a[axis] <= b[axis] + b[axis + 2] && b[axis] <= a[axis] + a[axis + 2];
  return isTouchingOn(0) && isTouchingOn(1);
}

/** @param {Box} inner @param {Box} outer @param {number} slack */
function isWithin(inner, outer, slack) {
  return (
    inner[0] >= outer[0] - slack &&
    inner[1] >= outer[1] - slack &&
    inner[0] + inner[2] <= outer[0] + outer[2] + slack &&
    inner[1] + inner[3] <= outer[1] + outer[3] + slack
  );
}
