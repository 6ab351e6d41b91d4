/** @import { Facts } from '../../lib/plan/types.ts' */
/** @import { Element, Page } from '../../lib/site/types.ts' */

import { readOnce } from '../../lib/base/read-once.js';
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
 * @typedef {{ key: string, place: string, height: number, elements: Element[], paths: Set<string>,
 *   linked: Map<number, number> }} Menu
 */

/**
 * Returns the menu of each image of a page that is in one: images in the same table, list or body, of nearly the same
 * height, of which at least one is in a link, and those in links of one width and similar heights. The image of the
 * current page often is in none. Each menu has a name that no other one has.
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
    const whole = joinSlices(menus).filter(({ paths, linked }) => linked.size > 0 && paths.size > 1);
    return new Map(whole.flatMap(({ key, elements }) => elements.map((element) => [element, key])));
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
  const menu = known ?? { key: `${place} ${height}`, place, height, elements: [], paths: new Set(), linked: new Map() };
  if (!known) menus.push(menu);
  menu.elements.push(element);
  menu.paths.add(path);
  if (above(element, LINKS) !== null) addLinked(menu.linked, width, height);
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
    for (const { elements, paths, linked } of others) {
      home.elements.push(...elements);
      for (const path of paths) home.paths.add(path);
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

/** @param {number} one @param {number} other */
function isNear(one, other) {
  return Math.abs(one - other) <= SAME_HEIGHT_PX;
}

/** Returns the nearest element of some kinds around one. @param {Element} element @param {ReadonlySet<string>} tags */
function above({ parent }, tags) {
  for (let one = parent; one; one = one.parent) if (tags.has(one.tag)) return one;
  return null;
}
