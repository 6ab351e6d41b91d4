/** @import { Element, Page } from '../../lib/site/types.ts' */

/**
 * @typedef {object} AreaBox An area of an image map, in pixels of its image.
 * @property {Element} element
 * @property {number} x @property {number} y @property {number} width @property {number} height
 */

/** Tolerated overlap of two areas: many are drawn by hand, and some count their last pixel. */
const SLACK_PX = 2;

/** Min share of its bounding box that a polygon fills to count as that box, such as a rectangle with round corners. */
const MIN_FILL = 0.9;

/**
 * Returns the map that an image names, or null if the page has none or several of that name.
 * @param {Page} page @param {Element} image
 */
export function findMap(page, image) {
  const name = image.attributes.get('usemap')?.value.trim().replace(/^#/, '') ?? '';
  const maps = page.elements.filter(
    ({ tag, attributes }) =>
      tag === 'map' && ['name', 'id'].some((key) => attributes.get(key)?.value.toLowerCase() === name.toLowerCase()),
  );
  return maps.length === 1 && name ? maps[0] : null;
}

/**
 * Reads the linked areas of a map. Returns null unless all of them are, or nearly are, rectangles that do not overlap.
 * @param {Page} page @param {Element} map @param {{ width: number, height: number }} image
 * @returns {AreaBox[] | null}
 */
export function readAreas(page, map, image) {
  const inside = page.elements.filter(({ range }) => range.start > map.range.start && range.end <= map.range.end);
  const linked = inside.filter(({ attributes }) => attributes.has('href') && attributes.has('coords'));
  const areas = linked.map((element) => readArea(element, image));
  if (areas.length === 0 || inside.some(({ tag, attributes }) => tag !== 'area' || hasOwnLook(attributes))) return null;
  if (inside.some(({ attributes }) => attributes.has('href') && !attributes.has('coords'))) return null;
  const boxes = areas.flatMap((area) => area ?? []);
  const meets = boxes.some((one, index) => boxes.slice(index + 1).some((other) => overlap(one, other)));
  return boxes.length < areas.length || meets ? null : boxes;
}

/** @param {Element} element @param {{ width: number, height: number }} image @returns {AreaBox | null} */
function readArea(element, image) {
  const shape = element.attributes.get('shape')?.value.trim().toLowerCase() ?? 'rect';
  const numbers = (element.attributes.get('coords')?.value ?? '').trim().split(/[\s,;]+/);
  if (numbers.some((number) => !/^-?\d+(?:\.\d+)?$/.test(number))) return null;
  const sides = sidesOf(shape, numbers.map(Number));
  if (!sides) return null;
  const [left, top, right, bottom] = sides.map(Math.round);
  const [x, y] = [Math.max(0, Math.min(left, right)), Math.max(0, Math.min(top, bottom))];
  const width = Math.min(image.width, Math.max(left, right)) - x;
  const height = Math.min(image.height, Math.max(top, bottom)) - y;
  return width > SLACK_PX && height > SLACK_PX ? { element, x, y, width, height } : null;
}

/**
 * Returns the sides of an area: left, top, right, bottom. Returns null if it is no rectangle.
 * @param {string} shape @param {readonly number[]} numbers
 */
function sidesOf(shape, numbers) {
  if (/^(?:rect|rectangle|)$/.test(shape)) return numbers.length === 4 ? numbers : null;
  if (!/^poly(?:gon)?$/.test(shape) || numbers.length < 6) return null;
  const points = Array.from({ length: numbers.length >> 1 }, (_, at) => [numbers[2 * at], numbers[2 * at + 1]]);
  const [xs, ys] = [0, 1].map((axis) => points.map((point) => point[axis]));
  const sides = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  const twice = points.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = points[(at + 1) % points.length];
    return sum + x * nextY - nextX * y;
  }, 0);
  return Math.abs(twice) / 2 >= MIN_FILL * (sides[2] - sides[0]) * (sides[3] - sides[1]) ? sides : null;
}

/**
 * Returns true if an area has an identity or style of its own, which a copy would duplicate.
 * @param {Element['attributes']} attributes
 */
function hasOwnLook(attributes) {
  return ['id', 'class', 'style'].some((name) => attributes.has(name));
}

/** @param {AreaBox} one @param {AreaBox} other */
function overlap(one, other) {
  const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const along = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return across > SLACK_PX && along > SLACK_PX;
}

/**
 * Returns the share of an image that its areas cover.
 * @param {readonly AreaBox[]} areas @param {{ width: number, height: number }} image
 */
export function coverShare(areas, { width, height }) {
  return areas.reduce((sum, area) => sum + area.width * area.height, 0) / (width * height);
}
