/** @import { Delivery } from '../serve/delivery.js' */

/** Media types that the lists of many installed servers lack, by ending. */
const NEW_TYPES = Object.freeze({ jxl: 'image/jxl' });

/**
 * Returns the media types of files that many servers do not know.
 * @param {Delivery} delivery
 * @returns {readonly (readonly [ending: string, type: string])[]}
 */
export function listNewTypes({ lasting, changing }) {
  const paths = [...lasting.keys(), ...changing];
  return Object.entries(NEW_TYPES).filter(([ending]) => paths.some((path) => path.endsWith(`.${ending}`)));
}
