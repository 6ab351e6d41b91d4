/** @import { Fetch } from './browser.js' */

/** The share of an average path or header field that is left by the Huffman code of RFC 7541. */
const HUFFMAN = 0.75;
/**
 * Bytes of an HTTP/1.1 response header for which HPACK has an index. nginx writes every response without using earlier
 * ones.
 */
const RESPONSE_KNOWN_BYTES = 80;
/** Share of text in headers that is left by the Huffman code, fitted to captures. */
const RESPONSE_SHARE = 0.683;
/** Share that is left of a robot's first request. */
const ROBOT_FIRST_SHARE = 0.17;
/** Average bytes of a header field, to estimate the number of fields that an agent sends. Fitted to captures. */
const ROBOT_BYTES_A_FIELD = 30;
/** Bytes of header fields in a browser's first request over TLS, independent of the request without TLS. */
const BROWSER_FIRST_BYTES = 626;
/** Share that the Huffman code leaves of Chromium's first request, fitted to captures. */
const BROWSER_FIRST_SHARE = 0.685;
/** Bytes for the fields of a browser's request that were sent before. */
const BROWSER_KNOWN_BYTES = 14;
/** Additional bytes of the first image: its `accept` and the other fields that change, as captured. */
const BROWSER_NEW_IMAGE_BYTES = 105;
/** Additional bytes of the first resource of another type, as captured. */
const BROWSER_NEW_TYPE_BYTES = 50;

/**
 * Creates a model of the header blocks of one connection as its compression tables fill.
 * @param {'robot' | 'browser'} agent
 */
export function createHpack(agent) {
  const known = new Set();
  return {
    /** @param {Fetch} fetch */
    requestBytes({ resource }) {
      const { url, type, requestBytes } = resource;
      const path = 2 + Math.ceil(url.length * HUFFMAN);
      const isFirst = known.size === 0;
      const isNew = !known.has(type);
      known.add(type);
      if (agent === 'robot')
        return isFirst
          ? Math.round(requestBytes * ROBOT_FIRST_SHARE)
          : path + Math.round(requestBytes / ROBOT_BYTES_A_FIELD);
      if (isFirst) return Math.round(Math.max(requestBytes, BROWSER_FIRST_BYTES) * BROWSER_FIRST_SHARE);
      const added = type === 'image' ? BROWSER_NEW_IMAGE_BYTES : BROWSER_NEW_TYPE_BYTES;
      return path + BROWSER_KNOWN_BYTES + (isNew ? added : 0);
    },
    /** @param {Fetch} fetch */
    responseBytes: ({ resource }) =>
      Math.max(1, Math.round((resource.responseHeaderBytes - RESPONSE_KNOWN_BYTES) * RESPONSE_SHARE)),
  };
}
