/** @import { Fetch } from '../browser.js' */
import { createHpack } from '../hpack.js';

/** What the static table and the Huffman code of QPACK leave of a browser's request, fitted to captures of Chromium. */
const REQUEST_SHARE = 0.715;
/** … and of a response, as Caddy writes it. */
const RESPONSE_SHARE = 0.39;

/**
 * Sizes of header blocks. A server that keeps no table lets every request say everything again.
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
