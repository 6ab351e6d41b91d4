/** @import { Element } from '../types.ts' */

/**
 * Whether an element is a link that has an image fetched before anything shows it.
 * @param {Element} element
 */
export function asksForImage({ tag, attributes }) {
  const said = (/** @type {string} */ name) => attributes.get(name)?.value.trim().toLowerCase() ?? '';
  return tag === 'link' && said('as') === 'image' && said('rel').split(/\s+/).includes('preload');
}
