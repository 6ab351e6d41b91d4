/** @import { Declaration } from '../../lib/types.ts' */

/** Properties by which a page's own CSS decides the size of an image's box. */
const SIZING =
  /^(?:all|zoom|content|contain|object-fit|aspect-ratio|(?:(?:min|max)-)?(?:width|height|inline-size|block-size))$/;

/**
 * Whether any of an element's declarations says something about the size of its box.
 * @param {readonly Declaration[]} declarations
 */
export function sizesItsBox(declarations) {
  return declarations.some(({ property }) => SIZING.test(property));
}
