/** @import { Box, Ground, Ink, Raster } from './types.ts' */
import { isGroundPixel } from './ink.js';
import { pixelsOf, unite } from './raster.js';
import { listShapes } from './shapes.js';

/** Share of a shape's pixels that are neither ground nor ink from which it is in another colour than the words. */
const OTHER_SHARE = 0.3;
/** Share of its box that a square bullet fills, and no letter that is as wide as tall. */
const BLOCK_SHARE = 0.8;
/** Words keep so far off the edges that a cut corner lies at, in pixels; a quotation mark lies where its words do. */
const CLEAR_PX = 2;
/** Room beside words, in shares of their height, that no space between words is as wide as. */
const ROOM = 0.6;
/** Share of the width that pictures beside words may take: more is a picture with a caption. */
const MOST_SHARE = 0.45;
/** Smaller blocks are points and dashes. */
const LEAST_BLOCK_PX = 5;

/**
 * @typedef {{ box: Box, other: number, fill: number }} Shape with the share of its pixels that are in another colour
 */

/**
 * The ground without what stands at one end of it in another colour, as a block, in its corner or cut off by its edge:
 * a bullet, an arrow, a part of a frame, each of which stays a picture beside the words; null where nothing does.
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
      (shape) => (!ink.shadow && shape.other > OTHER_SHARE) || isBlock(shape) || isCutOff(shape, shapes, area),
    );
  const ends = [...new Set([groups[0], groups.at(-1)])].flatMap((group) => (group && isApart(group) ? [group] : []));
  const words = groups.filter((group) => !ends.includes(group)).flat();
  if (words.length === 0 || corners.length + ends.length === 0) return null;
  const [picture, text] = [[...corners, ...ends.flat()], words].map((list) => unite(list.map(({ box }) => box)));
  if (picture.x + picture.width < text.x) return cutOff(ground, area.x, picture.x + picture.width);
  return picture.x > text.x + text.width ? cutOff(ground, picture.x, area.x + area.width) : null;
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
  return { ...ground, area: { ...area, ...rest }, strips };
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
 * Whether a shape lies in a corner of an area that all others keep clear of.
 * @param {Shape} shape @param {readonly Shape[]} shapes @param {Box} area
 */
function isCorner({ box }, shapes, area) {
  const room = roomOf(box, area);
  const others = shapes.filter((shape) => shape.box !== box).map((shape) => roomOf(shape.box, area));
  const isClear = (/** @type {keyof typeof room} */ side) => others.every((other) => other[side] >= CLEAR_PX);
  const touches = (/** @type {(keyof typeof room)[]} */ sides) =>
    sides.some((side) => room[side] === 0 && isClear(side));
  return others.length > 0 && touches(['left', 'right']) && touches(['top', 'bottom']);
}

/**
 * Whether an edge cuts a shape off that stands apart from the words and lines up with none of them.
 * @param {Shape} shape @param {readonly Shape[]} shapes @param {Box} area
 */
function isCutOff({ box }, shapes, area) {
  const { left, right } = roomOf(box, area);
  if (Math.min(left, right) > 0) return false;
  const isApart = (/** @type {Shape} */ one) => one.box.x > box.x + box.width || one.box.x + one.box.width < box.x;
  const words = shapes.filter(isApart).map((one) => one.box);
  const [top, bottom] = [Math.min(...words.map(({ y }) => y)), Math.max(...words.map(({ y, height }) => y + height))];
  return box.y > top + 1 && box.y + box.height < bottom - 1;
}

/** How far a box is from the edges of an area. @param {Box} box @param {Box} area */
function roomOf(box, area) {
  return {
    left: box.x - area.x,
    top: box.y - area.y,
    right: area.x + area.width - box.x - box.width,
    bottom: area.y + area.height - box.y - box.height,
  };
}

/** What stands off the ground, by what hangs together. @param {Raster} image @param {Ground} ground @param {Ink} ink */
function listShapesOf(image, ground, ink) {
  const { area } = ground;
  const pixels = [...pixelsOf(area, image.width)];
  const map = Float32Array.from(pixels, (pixel) => (isGroundPixel(image, ground, pixel) ? 0 : 1));
  return listShapes(map, area).map((shape) => {
    const dots = shape.map((at) => ({ x: at % area.width, y: Math.floor(at / area.width) }));
    const [left, right] = [Math.min(...dots.map(({ x }) => x)), Math.max(...dots.map(({ x }) => x))];
    const [top, bottom] = [Math.min(...dots.map(({ y }) => y)), Math.max(...dots.map(({ y }) => y))];
    return {
      box: { x: area.x + left, y: area.y + top, width: right - left + 1, height: bottom - top + 1 },
      other: shape.filter((at) => ink.strange[pixels[at]]).length / shape.length,
      fill: shape.length / ((right - left + 1) * (bottom - top + 1)),
    };
  });
}
