/** Sizes in a HAR file. Each browser omits different fields, or writes −1. */

/** @typedef {import('../../base/har-log.js').HarEntry} Entry */

import { statusOf, textOf } from '../../base/har-log.js';

/**
 * Finds the size of a body as sent and as read.
 * @param {Entry} entry
 * @returns {{ bytes: number, decodedBytes: number }}
 */
export function sizeBody({ response }) {
  const { bodySize } = response;
  const status = statusOf(response);
  const content = Object(response.content);
  if (status >= 300 && status < 400 && status !== 304) {
    const bytes = positive(bodySize) ?? 0;
    return { bytes, decodedBytes: bytes };
  }
  const decoded = positive(content.size) ?? measureText(content);
  const bytes = positive(bodySize) ?? sizeFromContent(response, content, decoded) ?? 0;
  return { bytes, decodedBytes: decoded ?? bytes };
}

/**
 * Returns the size of a body by its content. Needed if no size is given: with HTTP/2, from a cache, after a 304.
 * @param {Entry} response
 * @param {Entry} content
 * @param {number | null} decoded
 */
function sizeFromContent(response, content, decoded) {
  const { headers, headersSize, _transferSize } = response;
  const status = statusOf(response);
  const compression = positive(content.compression);
  const transferred = positive(_transferSize);
  const isEncoded =
    Array.isArray(headers) && headers.some((header) => /^content-encoding$/i.test(textOf(header?.name)));
  if (decoded !== null && compression !== null) return Math.max(0, decoded - compression);
  // A 304 response and a cached file are sent without a body, but a first visit fetches it.
  if (decoded !== null && (!isEncoded || status === 304 || transferred === null)) return decoded;
  // The transferred size includes headers. With HTTP/2 their size is missing, and they are compressed well.
  return transferred === null ? decoded : Math.max(0, transferred - (positive(headersSize) ?? 0));
}

/**
 * Returns the sizes of the headers of an exchange, if they can be derived.
 * @param {Entry} entry
 * @returns {{ requestBytes?: number, responseHeaderBytes?: number }}
 */
export function listHeaderBytes({ request, response }) {
  const url = URL.parse(request.url);
  const target = url ? url.pathname.length + url.search.length : request.url.length;
  const requestBytes =
    positive(request.headersSize) ??
    measureHeaders(request.headers, (textOf(request.method) || 'GET').length + target + 12);
  const responseHeaderBytes =
    positive(response.headersSize) ?? measureHeaders(response.headers, 15 + textOf(response.statusText).length);
  const body = positive(request.bodySize) ?? 0;
  return {
    ...(requestBytes === null ? {} : { requestBytes: requestBytes + body }),
    ...(responseHeaderBytes === null ? {} : { responseHeaderBytes }),
  };
}

/**
 * Returns the size of the first line, the `name: value` lines and the empty line.
 * @param {unknown} headers
 * @param {number} firstLine
 */
function measureHeaders(headers, firstLine) {
  if (!Array.isArray(headers) || headers.length === 0) return null;
  return headers.reduce(
    (sum, header) => sum + textOf(header?.name).length + textOf(header?.value).length + 4,
    firstLine + 2,
  );
}

/** @param {{ text?: unknown, encoding?: unknown }} content */
function measureText({ text, encoding }) {
  if (typeof text !== 'string' || text === '') return null;
  return encoding === 'base64' ? Math.floor((text.length * 3) / 4) : Buffer.byteLength(text);
}

/** Returns a size if it is a positive integer, otherwise null. @param {unknown} value */
function positive(value) {
  const size = typeof value === 'number' ? Math.round(value) : 0;
  return size > 0 && size < 2 ** 32 ? size : null;
}
