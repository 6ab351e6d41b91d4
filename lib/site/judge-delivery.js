/** @import { Warning } from './types.ts' */

import { gzipSync } from 'node:zlib';
import { findDigestNames } from './text/digest-name.js';

/**
 * The response of a server with a file; `headers` by lower-case name.
 * @typedef {{ url: string, status: number, contentType: string, bytes: Uint8Array, encodedBytes: number, headers:
 *   Readonly<Record<string, string>> }} Delivery
 */

/** Min saving by compression: a smaller one within one packet saves no packet. */
const MIN_BYTES = 1400;
/**
 * Min cache duration of files that never change. Servers that set one use a year, and a week covers most second visits.
 */
const LONG_SECONDS = 7 * 24 * 3600;
/** Max names in a message, so that it fits a line. */
const MAX_NAMES = 3;
const TEXT = /^(?:text\/|application\/(?:javascript|json|xml|xhtml|manifest|wasm)|image\/svg)|\+(?:json|xml)\b/i;

/**
 * Returns warnings for files that a live server could send in fewer bytes or let browsers cache. Each warning lists its
 * files.
 * @param {string} pageUrl after redirects
 * @param {readonly Delivery[]} responses
 * @returns {Warning[]}
 */
export function judgeDelivery(pageUrl, responses) {
  const sent = responses.filter(({ status }) => status === 200);
  const lasting = findDigestNames(sent.map(({ url }) => pathOf(url)));
  const others = sent.filter(({ url }) => url !== pageUrl);
  const plain = sent.filter((each) => isText(each) && !each.headers['content-encoding'] && savesPackets(each));
  const [before, after] = [sum(plain.map(({ bytes }) => bytes.length)), sum(plain.map(gzipped))];
  const unkeyed = sent.filter(
    ({ headers }) => headers['content-encoding'] && !/accept-encoding|\*/i.test(headers.vary),
  );
  const forgotten = others.filter(({ url, headers }) => lasting.has(pathOf(url)) && lifetime(headers) < LONG_SECONDS);
  const unknown = others.filter(({ headers }) => !isRevisitable(headers));
  return [
    ...redirects(pageUrl, responses),
    ...warn('not-compressed', plain, `sent without compression: ${before} bytes that gzip makes ${after}`),
    ...warn(
      'no-vary',
      unkeyed,
      'sent compressed without “Vary: Accept-Encoding”: a cache may send it to clients that cannot decode it',
    ),
    ...warn(
      'short-cache',
      forgotten,
      'named by its content but cached for less than a week: “Cache-Control: max-age=31536000, immutable”',
    ),
    ...warn(
      'no-validator',
      unknown,
      'sent without lifetime, ETag or Last-Modified: fetched again completely on every visit',
    ),
  ];
}

/**
 * Warns if visitors get another HTTP version than the prices assume.
 * @param {readonly string[]} spoken version of a first connection, then the one that is offered to later ones
 * @param {string} priced
 * @returns {Warning[]}
 */
export function judgeHttpVersion(spoken, priced) {
  const [first] = spoken;
  const isSpoken = spoken.some((version) => priced === version || priced.startsWith(`${version}-`));
  if (first === undefined || isSpoken) return [];
  const names = spoken.map((version) => `HTTP/${version}`).join(' and ');
  const message =
    `the server speaks ${names}, and these figures are for HTTP/${priced}: “--http ${first}” has those of ` +
    'visitors';
  return [{ code: 'http-version', message }];
}

/** @param {string} pageUrl @param {readonly Delivery[]} responses @returns {Warning[]} */
function redirects(pageUrl, responses) {
  const arrived = responses.findIndex(({ url }) => url === pageUrl);
  const hops = responses.slice(0, Math.max(arrived, 0)).filter(({ status }) => status >= 300 && status < 400);
  if (hops.length === 0) return [];
  const times = hops.length === 1 ? 'once' : `${hops.length} times`;
  return [
    { code: 'redirect', message: `the address redirects ${times}, a round trip each: link to ${pageUrl} itself` },
  ];
}

/** @param {string} code @param {readonly Delivery[]} files @param {string} what @returns {Warning[]} */
function warn(code, files, what) {
  if (files.length === 0) return [];
  const names = files.slice(0, MAX_NAMES).map(({ url }) => new URL(url).pathname);
  const more = files.length > MAX_NAMES ? ` and ${files.length - MAX_NAMES} more` : '';
  return [{ code, message: `${names.join(', ')}${more} ${files.length === 1 ? 'is' : 'are'} ${what}` }];
}

/** @param {Delivery} file */
function isText({ contentType }) {
  return TEXT.test(contentType);
}

/** @param {Delivery} file */
function savesPackets(file) {
  return file.bytes.length >= MIN_BYTES && gzipped(file) < file.bytes.length;
}

/** @param {Delivery} file */
function gzipped({ bytes }) {
  return gzipSync(bytes).length;
}

/** Returns the seconds for which a browser can use the cache without a request. @param {Delivery['headers']} headers */
function lifetime({ 'cache-control': control = '', expires = '' }) {
  if (/no-store|no-cache/i.test(control)) return 0;
  const seconds = /max-age\s*=\s*"?(\d+)/i.exec(control)?.[1];
  if (seconds !== undefined) return Number(seconds);
  return (Date.parse(expires) - Date.now()) / 1000 || 0;
}

/**
 * Returns true if a second visit can use the cache, or revalidate it in few bytes.
 * @param {Delivery['headers']} headers
 */
function isRevisitable(headers) {
  return lifetime(headers) > 0 || 'etag' in headers || 'last-modified' in headers;
}

/** @param {string} url */
function pathOf(url) {
  return new URL(url).pathname.slice(1);
}

/** @param {readonly number[]} sizes */
function sum(sizes) {
  return sizes.reduce((total, size) => total + size, 0);
}
