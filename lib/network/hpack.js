/** @import { Fetch } from './browser.js' */

/** Huffman code of RFC 7541 makes this of an average path or header byte. */
const HUFFMAN = 0.75;
/**
 * Of an HTTP/1.1 response's header, as nginx writes it, every response anew: bytes that HPACK has a number for, and the
 * share it leaves of others.
 */
const RESPONSE_KNOWN_BYTES = 80;
/** What the Huffman code leaves of text in headers, fitted to captures. */
const RESPONSE_SHARE = 0.683;
/** Of a robot's request: what the first keeps, and bytes for each field that is known from then on. */
const ROBOT_FIRST_SHARE = 0.17;
/** Bytes of a field, to guess how many an agent sends; fitted to captures. */
const ROBOT_BYTES_A_FIELD = 30;
/**
 * Of a browser's: over TLS it says this much of itself, whatever it says without; what Huffman's code leaves of it; …
 */
const BROWSER_FIRST_BYTES = 626;
/** What the Huffman code leaves of Chromium's first request, fitted to captures. */
const BROWSER_FIRST_SHARE = 0.685;
/** … fields known before, and what one of a new type adds: what is accepted, and how urgent it is. */
const BROWSER_KNOWN_BYTES = 14;
/** The first image's `accept` and the other fields that change, as captured. */
const BROWSER_NEW_IMAGE_BYTES = 105;
/** Fields that change with another type of resource, as captured. */
const BROWSER_NEW_TYPE_BYTES = 50;

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
