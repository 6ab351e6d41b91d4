/** @import { Warning } from './types.ts' */

import { gzipSync } from 'node:zlib';
import { findDigestNames } from './text/digest-name.js';

/**
 * What a server sent with a file; `headers` by lower-case name.
 * @typedef {{ url: string, status: number, contentType: string, bytes: Uint8Array, encodedBytes: number, headers:
 *   Readonly<Record<string, string>> }} Delivery
 */

/** What a text saves by compression within one packet is no packet less. */
const LEAST_BYTES = 1400;
/** What may be kept for ever is kept for a year by those who say so; a week outlives most second visits. */
const LONG_SECONDS = 7 * 24 * 3600;
/** As many names as a line has room for beside what is said of them. */
const MOST_NAMES = 3;
const TEXT = /^(?:text\/|application\/(?:javascript|json|xml|xhtml|manifest|wasm)|image\/svg)|\+(?:json|xml)\b/i;

/**
 * What a live server could send in fewer bytes, or need not be asked for again, each fault once with its files.
 * @param {string} pageUrl where the page was found in the end
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
      'sent compressed without “Vary: Accept-Encoding”: a cache may hand it to who cannot read it',
    ),
    ...warn(
      'short-cache',
      forgotten,
      'named by content and kept for less than a week: “Cache-Control: max-age=31536000, immutable”',
    ),
    ...warn(
      'no-validator',
      unknown,
      'sent without lifetime, ETag or Last-Modified: fetched anew, whole, on every visit',
    ),
  ];
}

/**
 * Whether visitors get the HTTP version that figures are for.
 * @param {readonly string[]} spoken what a first connection gets, then what is offered to later ones
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
  const names = files.slice(0, MOST_NAMES).map(({ url }) => new URL(url).pathname);
  const more = files.length > MOST_NAMES ? ` and ${files.length - MOST_NAMES} more` : '';
  return [{ code, message: `${names.join(', ')}${more} ${files.length === 1 ? 'is' : 'are'} ${what}` }];
}

/** @param {Delivery} file */
function isText({ contentType }) {
  return TEXT.test(contentType);
}

/** @param {Delivery} file */
function savesPackets(file) {
  return file.bytes.length >= LEAST_BYTES && gzipped(file) < file.bytes.length;
}

/** @param {Delivery} file */
function gzipped({ bytes }) {
  return gzipSync(bytes).length;
}

/** Seconds for which a browser need not ask. @param {Delivery['headers']} headers */
function lifetime({ 'cache-control': control = '', expires = '' }) {
  if (/no-store|no-cache/i.test(control)) return 0;
  const seconds = /max-age\s*=\s*"?(\d+)/i.exec(control)?.[1];
  if (seconds !== undefined) return Number(seconds);
  return (Date.parse(expires) - Date.now()) / 1000 || 0;
}

/**
 * Whether a second visit may take it from the cache, or learn in few bytes that it may.
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
