/** @import { Facts } from '../../lib/plan/types.ts' */
/** @import { Element, Page } from '../../lib/site/types.ts' */

import { readOnce } from '../../lib/base/read-once.js';
import { ancestorsOf } from '../../lib/site/page/tree.js';
import { mayShowText } from './site-images.js';

/** Elements that hold a menu as a whole. */
const CONTAINERS = new Set(['table', 'ul', 'ol', 'dl', 'nav', 'body']);
/** Max difference in height of the images of a menu, in pixels. */
const SAME_HEIGHT_PX = 2;

/**
 * Max ratio of the heights of linked images of one width, such as the slices of a column of buttons. Chosen: on an
 * unseen site they were 21 to 30 pixels high, and a logo above buttons is at least twice as high.
 */
const SLICED = 1.5;

/**
 * The images of a menu. `linked`: the lowest height of those in links by width
 * @typedef {{ element: Element, path: string, width: number, isLinked: boolean }} Item
 * @typedef {{ key: string, place: string, height: number, items: Item[], linked: Map<number, number> }} Menu
 */

/**
 * Returns the menu of each image of a page that is in one: images in the same table, list or body, of nearly the same
 * height, of which at least one is in a link, and those in links of one width and similar heights. The image of the
 * current page often is in none: it has the width of a linked one, or is in the row or column of several. Headings and
 * other images that only are as high are in no menu. Each menu has a name that no other one has.
 * @param {Page} page @param {Facts} facts
 * @returns {ReadonlyMap<Element, string>}
 */
export function listMenus(page, facts) {
  return readMenus(page)(facts);
}

const readMenus = readOnce((/** @type {Page} */ page) =>
  readOnce((/** @type {Facts} */ facts) => {
    /** @type {Menu[]} */
    const menus = [];
    for (const { element: index, target, attribute } of facts.references) {
      const element = index === null ? null : page.elements[index];
      if (element?.tag !== 'img' || attribute !== 'src' || target.kind !== 'file') continue;
      const image = facts.images.get(target.path);
      if (image && mayShowText(image)) join(menus, page, element, target.path, image);
    }
    const whole = joinSlices(menus)
      .filter(({ linked }) => linked.size > 0)
      .map((menu) => ({ key: menu.key, items: listMembers(menu) }))
      .filter(({ items }) => new Set(items.map(({ path }) => path)).size > 1);
    return new Map(whole.flatMap(({ key, items }) => items.map(({ element }) => [element, key])));
  }),
);

const LINKS = new Set(['a']);

/**
 * @param {Menu[]} menus @param {Page} page @param {Element} element @param {string} path
 * @param {{ width: number, height: number }} size
 */
function join(menus, page, element, path, { width, height }) {
  const place = `menu ${page.path} ${above(element, CONTAINERS)?.index ?? ''}`;
  const known = menus.find((menu) => menu.place === place && isNear(height, menu.height));
  /** @type {Menu} */
  const menu = known ?? { key: `${place} ${height}`, place, height, items: [], linked: new Map() };
  if (!known) menus.push(menu);
  const isLinked = above(element, LINKS) !== null;
  menu.items.push({ element, path, width, isLinked });
  if (isLinked) addLinked(menu.linked, width, height);
}

/** @param {Menu['linked']} linked @param {number} width @param {number} height */
function addLinked(linked, width, height) {
  linked.set(width, Math.min(height, linked.get(width) ?? height));
}

/**
 * Joins menus of one place with linked images of the same width and similar heights.
 * @param {readonly Menu[]} menus
 */
function joinSlices(menus) {
  /** @type {Menu[]} */
  const joined = [];
  for (const menu of menus) {
    const mates = joined.filter((one) => one.place === menu.place && isSliced(one.linked, menu.linked));
    const [home, ...others] = [...mates, menu];
    for (const { items, linked } of others) {
      home.items.push(...items);
      for (const [width, height] of linked) addLinked(home.linked, width, height);
    }
    joined.push(...(mates.length === 0 ? [menu] : []));
    for (const one of mates.slice(1)) joined.splice(joined.indexOf(one), 1);
  }
  return joined;
}

/**
 * Returns true for linked images of one width and similar heights.
 * @param {Menu['linked']} one @param {Menu['linked']} other
 */
function isSliced(one, other) {
  return [...one].some(([width, height]) => {
    const rival = other.get(width) ?? Number.POSITIVE_INFINITY;
    return Math.max(height, rival) <= Math.min(height, rival) * SLICED;
  });
}

/**
 * Returns the images of a menu without those in no link that share only the height with the others: they have neither
 * the width of a linked image nor a place in a row or column of linked ones.
 * @param {Menu} menu
 */
function listMembers({ items, linked }) {
  const links = items.flatMap(({ element, isLinked }) => (isLinked ? element : []));
  const linksIn = countInside(links);
  const matesIn = links.length > 1 ? linksIn : countInside(items.map(({ element }) => element));
  const lines = links.map((element) => lineOf(element, (one) => (matesIn.get(one) ?? 0) > 1));
  const isInLine = (/** @type {Element} */ element) => {
    const own = lineOf(element, (one) => linksIn.has(one));
    return lines.some(({ around, column }) => around === own.around && column === own.column);
  };
  return items.filter(({ element, width, isLinked }) => isLinked || linked.has(width) || isInLine(element));
}

/** Counts the images of a list inside each element around them. @param {readonly Element[]} images */
function countInside(images) {
  /** @type {Map<Element, number>} */
  const counts = new Map();
  for (const one of images.flatMap(ancestorsOf)) counts.set(one, (counts.get(one) ?? 0) + 1);
  return counts;
}

/**
 * Returns the lowest element around an image that holds others, too, and the columns of the image if that element holds
 * rows of a table.
 * @param {Element} element @param {(around: Element) => boolean} holdsOthers
 */
function lineOf(element, holdsOthers) {
  const chain = ancestorsOf(element);
  const at = chain.findIndex(holdsOthers);
  const cell = chain.slice(0, Math.max(at, 0)).findLast(({ tag }) => CELLS.has(tag));
  return { around: chain[at], column: cell && cell.parent !== chain[at] ? columnOf(cell) : null };
}

const CELLS = new Set(['td', 'th']);

/** Returns the columns of a cell: the number before it, and its own. @param {Element} cell */
function columnOf(cell) {
  const cells = (cell.parent?.children ?? []).filter((child) => 'attributes' in child && CELLS.has(child.tag));
  const spans = cells.slice(0, cells.indexOf(cell) + 1).map((one) => spanOf(/** @type {Element} */ (one)));
  return `${spans.slice(0, -1).reduce((sum, span) => sum + span, 0)} ${spans.at(-1)}`;
}

/** @param {Element} cell */
function spanOf({ attributes }) {
  return Number(attributes.get('colspan')?.value) || 1;
}

/** @param {number} one @param {number} other */
function isNear(one, other) {
  return Math.abs(one - other) <= SAME_HEIGHT_PX;
}

/** Returns the nearest element of some kinds around one. @param {Element} element @param {ReadonlySet<string>} tags */
function above({ parent }, tags) {
  for (let one = parent; one; one = one.parent) if (tags.has(one.tag)) return one;
  return null;
}
