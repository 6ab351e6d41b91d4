/** @import { Box, Ground, Ink, Raster } from './types.ts' */
import { isGroundPixel } from './ink.js';
import { contrastAt, pixelsOf, unite } from './raster.js';
import { boxOf } from './rows.js';
import { listShapes } from './shapes.js';

/** Share of a shape's pixels that are neither ground nor ink from which it is in another colour than the words. */
const OTHER_SHARE = 0.3;
/** Share of its box that a square bullet fills, and no letter that is as wide as tall. */
const BLOCK_SHARE = 0.8;
/** Words keep so far off the edges that a cut corner lies at, in pixels; a quotation mark lies where its words do. */
const CLEAR_PX = 2;
/** Difference of a channel from the ground, too little to stand off it, by which the end of a soft shadow is seen. */
const FADING = 7;
/** What fills a corner lies along both of its edges for so many pixels, and a comma does not. */
const CORNER_PX = 4;
/** Room beside words, in shares of their height, that no space between words is as wide as. */
const ROOM = 0.6;
/** Share of the width that pictures beside words may take: more is a picture with a caption. */
const MOST_SHARE = 0.45;
/** Smaller blocks are points and dashes. */
const LEAST_BLOCK_PX = 5;

/**
 * @typedef {{ box: Box, other: number, fill: number, holds: (x: number, y: number) => boolean }} Shape `other`: the
 *   share of its pixels that are in another colour; `fill`: the share of its box that they take
 */

/**
 * The ground without what stands at one end of it in another colour, as a block, in its corner or out of line: a
 * bullet, an arrow, a part of a frame, each of which stays a picture beside the words; null where nothing does.
 * @param {Raster} image @param {Ground} ground @param {Ink} ink
 * @returns {Ground | null}
 */
export function setAside(image, ground, ink) {
  const { area } = ground;
  const shapes = listShapesOf(image, ground, ink);
  const corners = shapes.filter((shape) => isCorner(shape, shapes, area));
  const groups = groupByRoom(shapes.filter((shape) => !corners.includes(shape)));
  const isApart = (/** @type {readonly Shape[]} */ group) =>
    groups.length > 1 &&
    group.every(
      (shape) => (!ink.shadow && shape.other > OTHER_SHARE) || isBlock(shape) || isOutOfLine(shape, shapes, area),
    );
  const ends = [...new Set([groups[0], groups.at(-1)])].flatMap((group) => (group && isApart(group) ? [group] : []));
  const words = groups.filter((group) => !ends.includes(group)).flat();
  if (words.length === 0 || corners.length + ends.length === 0) return null;
  const [picture, text] = [[...corners, ...ends.flat()], words].map((list) => unite(list.map(({ box }) => box)));
  const isFading = (/** @type {number} */ x) =>
    [...pixelsOf({ ...area, x, width: 1 }, image.width)].some(
      (pixel) => contrastAt(image.rgb, ground.rgb, pixel) > FADING,
    );
  let [start, end] = [picture.x, picture.x + picture.width];
  if (end < text.x) {
    while (end < text.x - CLEAR_PX && isFading(end)) end++;
    return cutOff(ground, area.x, end);
  }
  const last = text.x + text.width;
  while (start > last + CLEAR_PX && isFading(start - 1)) start--;
  return start > last ? cutOff(ground, start, area.x + area.width) : null;
}

/**
 * Shapes from left to right, parted where no space between words is as wide.
 * @param {readonly Shape[]} shapes
 */
function groupByRoom(shapes) {
  const room = ROOM * Math.max(...shapes.map(({ box }) => box.height));
  /** @type {Shape[][]} */
  const groups = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const shape of [...shapes].sort((one, other) => one.box.x - other.box.x)) {
    if (shape.box.x - end >= room) groups.push([]);
    groups.at(-1)?.push(shape);
    end = Math.max(end, shape.box.x + shape.box.width);
  }
  return groups;
}

/**
 * A ground whose area ends where a strip at one of its sides begins.
 * @param {Ground} ground @param {number} from @param {number} to
 * @returns {Ground | null}
 */
function cutOff(ground, from, to) {
  const { area } = ground;
  if (to - from > area.width * MOST_SHARE) return null;
  const strip = { ...area, x: from, width: to - from };
  const rest = from === area.x ? { x: to, width: area.width - strip.width } : { width: strip.x - area.x };
  const isNext = (/** @type {Box} */ { x, width }) => x + width === from || x === to;
  const strips = [...ground.strips.filter((one) => !isNext(one)), unite([strip, ...ground.strips.filter(isNext)])];
  return { ...ground, area: { ...area, ...rest }, strips, asides: [strip] };
}

/** @param {Shape} shape */
function isBlock({ box: { width, height }, fill }) {
  return (
    fill >= BLOCK_SHARE &&
    Math.min(width, height) >= LEAST_BLOCK_PX &&
    Math.max(width, height) <= 2 * Math.min(width, height)
  );
}

/**
 * Whether a shape fills a corner of an area that all others keep clear of, beside the height of most of them: a letter
 * that reaches below the line in words cut close does not.
 * @param {Shape} shape @param {readonly Shape[]} shapes @param {Box} area
 */
function isCorner({ box, holds }, shapes, area) {
  const others = shapes.filter((shape) => shape.box !== box).map((shape) => shape.box);
  if (others.length === 0) return false;
  const words = unite(others);
  const beside = Math.min(endOf(box), endOf(words)) - Math.max(box.y, words.y);
  const steps = Array.from({ length: CORNER_PX }, (_, step) => step);
  const isFilled = (/** @type {boolean} */ isLeft, /** @type {boolean} */ isTop) => {
    const [x, dx] = isLeft ? [area.x, 1] : [area.x + area.width - 1, -1];
    const [y, dy] = isTop ? [area.y, 1] : [endOf(area) - 1, -1];
    const isClear =
      (isLeft ? words.x - area.x : area.x + area.width - words.x - words.width) >= CLEAR_PX &&
      (isTop ? words.y - area.y : endOf(area) - endOf(words)) >= CLEAR_PX;
    return isClear && steps.every((step) => holds(x + dx * step, y) && holds(x, y + dy * step));
  };
  return (
    beside <= box.height / 2 && [true, false].some((isLeft) => [true, false].some((isTop) => isFilled(isLeft, isTop)))
  );
}

/**
 * Whether a shape lines up with no letter: amid their height as points and diamonds are, or from edge to edge as bars
 * and slashes are that part one button from the next.
 * @param {Shape} shape @param {readonly Shape[]} shapes @param {Box} area
 */
function isOutOfLine({ box }, shapes, area) {
  const isAway = (/** @type {Box} */ one) => one.x > box.x + box.width || one.x + one.width < box.x;
  const letters = shapes.map((one) => one.box).filter(isAway);
  const [top, bottom] = [Math.min(...letters.map(({ y }) => y)), Math.max(...letters.map(endOf))];
  const isAmid = box.y > top + 1 && endOf(box) < bottom - 1;
  const isThrough =
    box.y === area.y && endOf(box) === endOf(area) && top >= box.y + CLEAR_PX && bottom <= endOf(box) - CLEAR_PX;
  const isAligned = letters.some((one) => Math.abs(one.y - box.y) <= 1 || Math.abs(endOf(one) - endOf(box)) <= 1);
  const isCut = box.x === area.x || box.x + box.width === area.x + area.width;
  return isThrough || (isAmid && (isCut || !isAligned));
}

/** The row below a box. @param {Box} box */
function endOf({ y, height }) {
  return y + height;
}

/** What stands off the ground, by what hangs together. @param {Raster} image @param {Ground} ground @param {Ink} ink */
function listShapesOf(image, ground, ink) {
  const { area } = ground;
  const pixels = [...pixelsOf(area, image.width)];
  const map = Float32Array.from(pixels, (pixel) => (isGroundPixel(image, ground, pixel) ? 0 : 1));
  return listShapes(map, area).map((shape) => {
    const box = boxOf(shape, area.width);
    const held = new Set(shape);
    return {
      holds: (/** @type {number} */ x, /** @type {number} */ y) => held.has((y - area.y) * area.width + x - area.x),
      box: { ...box, x: area.x + box.x, y: area.y + box.y },
      other: shape.filter((at) => ink.strange[pixels[at]]).length / shape.length,
      fill: shape.length / (box.width * box.height),
    };
  });
}
