/** @import { Rejected } from './types.ts' */

/**
 * Says why an image stays as it is.
 * @param {Rejected['rejected']} rejected
 * @param {string} detail
 * @param {string} [text]
 * @returns {Rejected}
 */
export function reject(rejected, detail, text) {
  return text ? { rejected, detail, text } : { rejected, detail };
}
