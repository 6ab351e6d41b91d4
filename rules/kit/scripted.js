/** @import { Facts } from '../../lib/plan/types.ts' */
/** @import { Element, SitePath } from '../../lib/site/types.ts' */

/**
 * Returns true if a script may read an element or the source of its image.
 * @param {Element} element
 * @param {Facts['scripts']} scripts
 */
export function isWatched(element, scripts) {
  return [...element.attributes.keys()].some((name) => name.startsWith('on')) || isNamed(element, scripts);
}

/**
 * Returns true if a script contains the name of an element or looks up one of its classes.
 * @param {Element} element
 * @param {Facts['scripts']} scripts
 */
export function isNamed(element, scripts) {
  const { tag, index } = element;
  return (tag === 'img' && index <= scripts.lastImage) || isCalled(element, scripts) || hasNamedClass(element, scripts);
}

/**
 * Returns true if a script may take an image out of a list of all.
 * @param {Element} image
 * @param {Facts['scripts']} scripts
 */
export function isListed({ index }, { walksImages, lastImage }) {
  return walksImages || index <= lastImage;
}

/**
 * Returns true if a script looks up a class of an element.
 * @param {Element} element
 * @param {Facts['scripts']} scripts
 */
export function hasNamedClass({ attributes }, { classes }) {
  return (attributes.get('class')?.value ?? '').split(/\s+/).some((one) => classes.has(one));
}

/**
 * Returns true if an element in the page around one has a handler, which can reach its children without a name.
 * @param {Element} element
 */
export function isHandled({ parent }) {
  for (let above = parent; above && above.tag !== 'body'; above = above.parent)
    if ([...above.attributes.keys()].some((name) => name.startsWith('on'))) return true;
  return false;
}

/**
 * Returns true if a script contains the name or the id of an element.
 * @param {Element} element
 * @param {Facts['scripts']} scripts
 */
export function isCalled({ attributes }, { words, composes }) {
  const said = (/** @type {string} */ name) => attributes.get(name)?.value ?? '';
  return ['name', 'id'].some((attribute) => words.has(said(attribute)) || composes(said(attribute)));
}

/**
 * Returns true if a script may use an image, through its element or its file.
 * @param {Element} element
 * @param {SitePath} path
 * @param {Facts['scripts']} scripts
 */
export function isTied(element, path, scripts) {
  return isWatched(element, scripts) || scripts.walksImages || scripts.files.has(path);
}
