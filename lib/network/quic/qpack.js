/** @import { Fetch } from '../browser.js' */
import { createHpack } from '../hpack.js';

/**
 * Share of a browser's request that the static table and the Huffman code of QPACK leave, fitted to captures of
 * Chromium.
 */
const REQUEST_SHARE = 0.715;
/** Share of a response that they leave, as Caddy writes it. */
const RESPONSE_SHARE = 0.39;

/**
 * Creates a model of the sizes of header blocks. With a server that keeps no table, every request repeats all fields.
 * @param {'robot' | 'browser'} agent @param {boolean} indexes
 */
export function createQpack(agent, indexes) {
  if (indexes) return createHpack(agent);
  return {
    /** @param {Fetch} fetch */
    requestBytes: ({ resource }) => Math.round(resource.requestBytes * REQUEST_SHARE),
    /** @param {Fetch} fetch */
    responseBytes: ({ resource }) => Math.max(1, Math.round(resource.responseHeaderBytes * RESPONSE_SHARE)),
  };
}
