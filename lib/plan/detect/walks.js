/** @import { ImageCode } from './image-code.js' */

/**
 * Returns true if code iterates over a page's images without naming each.
 * @param {readonly ImageCode[]} parts
 */
export function walksImages(parts) {
  return (
    parts.some(({ lists }) => lists) || (parts.some(({ tells }) => tells) && parts.some(({ listsAll }) => listsAll))
  );
}

/**
 * Returns true if code may read the source of an image.
 * @param {readonly ImageCode[]} parts
 */
export function readsSources(parts) {
  return parts.some(({ reads }) => reads);
}

/**
 * Returns true if code may set the source of an image that it does not name, or read the elements around one.
 * @param {readonly ImageCode[]} parts
 */
export function handlesImages(parts) {
  const isMade = (/** @type {string | null} */ name) => name !== null && parts.some(({ made }) => made.has(name));
  return parts.some(({ looksAround, puts }) => looksAround || !puts.every(isMade));
}
