/** @import { Facts } from '../../lib/plan/types.ts' */
/** @import { Element, SitePath } from '../../lib/site/types.ts' */

/**
 * Whether a script may look at an element, or at where its image comes from.
 * @param {Element} element
 * @param {Facts['scripts']} scripts
 */
export function isWatched(element, scripts) {
  return [...element.attributes.keys()].some((name) => name.startsWith('on')) || isNamed(element, scripts);
}

/**
 * Whether a script says the name of an element, or looks for a class of it.
 * @param {Element} element
 * @param {Facts['scripts']} scripts
 */
export function isNamed({ tag, index, attributes }, { words, composes, classes, lastImage }) {
  const said = (/** @type {string} */ name) => attributes.get(name)?.value ?? '';
  return (
    (tag === 'img' && index <= lastImage) ||
    ['name', 'id'].some((attribute) => words.has(said(attribute)) || composes(said(attribute))) ||
    said('class')
      .split(/\s+/)
      .some((one) => classes.has(one))
  );
}

/**
 * Whether a script may know of an image, by its element or by its file.
 * @param {Element} element
 * @param {SitePath} path
 * @param {Facts['scripts']} scripts
 */
export function isTied(element, path, scripts) {
  return isWatched(element, scripts) || scripts.walksImages || scripts.files.has(path);
}
