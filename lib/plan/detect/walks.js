/** @import { ImageCode } from './image-code.js' */

/**
 * Whether code goes over a page's images without naming each.
 * @param {readonly ImageCode[]} parts
 */
export function walksImages(parts) {
  return (
    parts.some(({ lists }) => lists) || (parts.some(({ tells }) => tells) && parts.some(({ listsAll }) => listsAll))
  );
}

/**
 * Whether code may look at where an image comes from.
 * @param {readonly ImageCode[]} parts
 */
export function readsSources(parts) {
  return parts.some(({ reads }) => reads);
}

/**
 * Whether code may show another file in an image that it does not name, or look at what stands around one.
 * @param {readonly ImageCode[]} parts
 */
export function handlesImages(parts) {
  const isMade = (/** @type {string | null} */ name) => name !== null && parts.some(({ made }) => made.has(name));
  return parts.some(({ looksAround, puts }) => looksAround || !puts.every(isMade));
}
