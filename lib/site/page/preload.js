/** @import { Element } from '../types.ts' */

/**
 * Returns true if an element is a link that preloads an image.
 * @param {Element} element
 */
export function asksForImage({ tag, attributes }) {
  const said = (/** @type {string} */ name) => attributes.get(name)?.value.trim().toLowerCase() ?? '';
  return tag === 'link' && said('as') === 'image' && said('rel').split(/\s+/).includes('preload');
}
