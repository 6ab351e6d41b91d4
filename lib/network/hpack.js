/** @import { Fetch } from './browser.js' */

/** Huffman code of RFC 7541 makes this of an average path or header byte. */
const HUFFMAN = 0.75;
/** The share of an HTTP/1.1 response's header that HPACK leaves, as nginx writes it: every response anew. */
const RESPONSE_SHARE = 0.454;
/** Of a request's header: what a first request keeps, what one of a new type adds, bytes for each field known before. */
const FIRST_SHARE = { robot: 0.17, browser: 1.15 };
const NEW_TYPE_SHARE = { robot: 0, browser: 0.28 };
const BYTES_A_FIELD = 30;

/**
 * Sizes of the header blocks of one connection, as its compression tables fill.
 * @param {'robot' | 'browser'} agent
 */
export function createHpack(agent) {
  const known = new Set();
  return {
    /** @param {Fetch} fetch */
    requestBytes({ resource }) {
      const { url, type, requestBytes } = resource;
      const path = 2 + Math.ceil(url.length * HUFFMAN);
      if (known.size === 0) {
        known.add(type);
        return Math.round(requestBytes * FIRST_SHARE[agent]);
      }
      const added = known.has(type) ? 0 : Math.round(requestBytes * NEW_TYPE_SHARE[agent]);
      known.add(type);
      return path + Math.round(requestBytes / BYTES_A_FIELD) + added;
    },
    /** @param {Fetch} fetch */
    responseBytes: ({ resource }) => Math.round(resource.responseHeaderBytes * RESPONSE_SHARE),
  };
}
