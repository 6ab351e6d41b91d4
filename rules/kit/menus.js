/** @import { Facts } from '../../lib/plan/types.ts' */
/** @import { Element, Page } from '../../lib/site/types.ts' */

import { readOnce } from '../../lib/base/read-once.js';
import { mayShowText } from './site-images.js';

/** Elements that hold a menu as a whole. */
const CONTAINERS = new Set(['table', 'ul', 'ol', 'dl', 'nav', 'body']);
/** Max difference in height of the images of a menu, in pixels. */
const SAME_HEIGHT_PX = 2;

/**
 * @typedef {{ key: string, height: number, elements: Element[], paths: Set<string>, isLinked: boolean }} Menu
 */

/**
 * Returns the menu of each image of a page that is in one: images in the same table, list or body, of nearly the same
 * height, of which at least one is in a link. The image of the current page often is in none. Each menu has a name that
 * no other one has.
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
      if (image && mayShowText(image)) join(menus, page, element, target.path, image.height);
    }
    const whole = menus.filter(({ paths, isLinked }) => isLinked && paths.size > 1);
    return new Map(whole.flatMap(({ key, elements }) => elements.map((element) => [element, key])));
  }),
);

const LINKS = new Set(['a']);

/**
 * @param {Menu[]} menus @param {Page} page @param {Element} element @param {string} path @param {number} height
 */
function join(menus, page, element, path, height) {
  const place = `menu ${page.path} ${above(element, CONTAINERS)?.index ?? ''}`;
  const isLinked = above(element, LINKS) !== null;
  const menu = menus.find(({ key, height: other }) => key.startsWith(`${place} `) && isNear(height, other));
  if (!menu) menus.push({ key: `${place} ${height}`, height, elements: [element], paths: new Set([path]), isLinked });
  else {
    menu.elements.push(element);
    menu.paths.add(path);
    menu.isLinked ||= isLinked;
  }
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
