import { lookup } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { pipeline, Writable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { beforeAny } from '../../base/trim.js';
import { findHttpVersions } from './http-versions.js';

/** @import { Protocol } from 'puppeteer-core' */
/** @import { RecordedResponse } from './record-page.js' */

/**
 * @typedef {object} FetchedResponse
 * @property {number} status
 * @property {{ name: string, value: string }[]} headers
 * @property {Uint8Array} bytes decoded
 *
 * @typedef {object} Origin
 * @property {(request: Protocol.Network.Request, isPage: boolean) => Promise<FetchedResponse | null>} fetch null: there
 *   is no answer, or none that the browser may have
 * @property {(url: string) => boolean} has whether a URL is of this origin
 * @property {(url: string) => boolean} mayShow whether the tab may go to a URL: to the page, and where it redirects to
 * @property {readonly RecordedResponse[]} responses
 * @property {() => string} pageUrl where the page was found in the end
 * @property {() => Error | null} failure why the page itself did not come
 * @property {() => Promise<readonly string[]>} httpVersions that the server speaks, what a first connection gets first
 * @property {() => void} close
 */

/** More than any page needs; a compressed body may unpack to a thousand times its size. */
const MOST_BODY_BYTES = 64 * 2 ** 20;
/** Of one response: 256 MB. */
const MOST_PAGE_BYTES = 256 * 2 ** 20;
/** A server that says nothing for so long is given up. */
const REQUEST_TIMEOUT_MS = 20_000;
/** As many as the Fetch standard allows. */
const MOST_REDIRECTS = 20;
const ACCEPTED_CODINGS = 'gzip, deflate, br';
/** What holds for one connection, or for bytes that are decoded by now. */
const NOT_PASSED_ON = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'host',
  'accept-encoding',
]);

/**
 * Fetches for a browser that has no network, from one origin and from nowhere else. The name of the host is looked up
 * once, so that it cannot come to mean another host meanwhile.
 * @param {string} pageUrl
 * @returns {Origin}
 */
export function openOrigin(pageUrl) {
  const { origin, protocol, hostname } = new URL(pageUrl);
  const { Agent, request } = protocol === 'https:' ? https : http;
  const agent = new Agent({ keepAlive: true });
  /** @type {Promise<import('node:dns').LookupAddress[]> | null} */
  let addresses = null;
  /** @type {RecordedResponse[]} */
  const responses = [];
  let finalUrl = new URL(pageUrl).href;
  /** Where the page is to be found; null once it came. @type {string | null} */
  let awaited = withoutHash(finalUrl);
  let redirects = 0;
  let total = 0;
  /** @type {Error | null} */
  let failure = null;

  /** @type {Origin['fetch']} */
  async function fetch(asked, isPage) {
    try {
      if (new URL(asked.url).origin !== origin) throw new Error(`redirects to ${asked.url}`);
      addresses ??= lookup(hostname.replace(/^\[|\]$/g, ''), { all: true });
      const found = await send(request, asked, { agent, lookup: answerWith(await addresses) });
      total += found.response.bytes.length;
      if (total > MOST_PAGE_BYTES) throw new Error('body too large');
      responses.push(found.response);
      if (isPage) {
        const location = found.headers.find(({ name }) => name.toLowerCase() === 'location')?.value;
        const isRedirect = found.response.status >= 300 && found.response.status < 400 && location !== undefined;
        redirects += Number(isRedirect);
        if (redirects > MOST_REDIRECTS) throw new Error('redirects for ever');
        finalUrl = asked.url;
        awaited = isRedirect ? (URL.parse(location, asked.url)?.href ?? null) : null;
        if (awaited !== null && !/^https?:/.test(awaited)) throw new Error(`redirects to ${awaited}`);
      }
      return { status: found.response.status, headers: found.headers, bytes: found.response.bytes };
    } catch (error) {
      if (isPage) failure = error instanceof Error ? error : new Error(String(error));
      return null;
    }
  }

  const has = (/** @type {string} */ url) => URL.parse(url)?.origin === origin;
  const mayShow = (/** @type {string} */ url) => awaited !== null && withoutHash(awaited) === withoutHash(url);
  return {
    fetch,
    has,
    mayShow,
    responses,
    pageUrl: () => finalUrl,
    failure: () => failure,
    httpVersions: async () => {
      addresses ??= lookup(hostname.replace(/^\[|\]$/g, ''), { all: true });
      return findHttpVersions(new URL(pageUrl), responses, answerWith(await addresses));
    },
    close: () => agent.destroy(),
  };
}

/** @param {string} url */
function withoutHash(url) {
  return beforeAny(url, /#/);
}

/**
 * A look-up that knows its answer.
 * @param {readonly import('node:dns').LookupAddress[]} addresses
 * @returns {import('node:net').LookupFunction}
 */
function answerWith(addresses) {
  return (_, options, callback) => {
    if (options.all) callback(null, [...addresses]);
    else callback(null, addresses[0].address, addresses[0].family);
  };
}

/**
 * @param {typeof http.request} request @param {Protocol.Network.Request} asked @param {http.RequestOptions} how
 * @returns {Promise<{ response: RecordedResponse, headers: { name: string, value: string }[] }>}
 */
async function send(request, { url, method, headers: given, postData }, how) {
  const passed = Object.entries(given).filter(([name]) => !NOT_PASSED_ON.has(name.toLowerCase()));
  const headers = { ...Object.fromEntries(passed), 'Accept-Encoding': ACCEPTED_CODINGS };
  const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  const answer = await new Promise((/** @type {(answer: http.IncomingMessage) => void} */ resolve, reject) => {
    const sent = request(url, { ...how, method, headers, signal });
    sent.once('response', resolve);
    sent.once('error', reject);
    sent.end(postData);
  });
  const { bytes, encodedBytes } = await readBody(answer);
  const received = pairUp(answer.rawHeaders);
  const response = {
    url,
    status: answer.statusCode ?? 0,
    contentType: answer.headers['content-type'] ?? '',
    bytes,
    requestHeaderBytes: sizeOf(Object.entries(headers)) + method.length + new URL(url).pathname.length + 12,
    responseHeaderBytes: sizeOf(received) + 17,
    encodedBytes,
    httpVersion: answer.httpVersion,
    headers: Object.fromEntries(received.map(([name, value]) => [name.toLowerCase(), value])),
  };
  const kept = received.filter(([name]) => !NOT_PASSED_ON.has(name.toLowerCase()));
  return { response, headers: kept.map(([name, value]) => ({ name, value })) };
}

/** @param {readonly string[]} raw names and values in turn @returns {[string, string][]} */
function pairUp(raw) {
  return Array.from({ length: raw.length / 2 }, (_, index) => [raw[index * 2], raw[index * 2 + 1]]);
}

/** @param {readonly (readonly [string, string])[]} headers */
function sizeOf(headers) {
  return headers.reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0);
}

/**
 * Reads and decodes a body, and breaks off where it is larger than any page needs.
 * @param {http.IncomingMessage} answer
 */
async function readBody(answer) {
  /** @type {Buffer[]} */
  const chunks = [];
  let size = 0;
  let encodedBytes = 0;
  answer.on('data', (/** @type {Buffer} */ chunk) => {
    encodedBytes += chunk.length;
    if (encodedBytes > MOST_BODY_BYTES) answer.destroy(new Error('body too large'));
  });
  const sink = new Writable({
    write(chunk, _, done) {
      size += chunk.length;
      chunks.push(chunk);
      done(size > MOST_BODY_BYTES ? new Error('body too large') : null);
    },
  });
  const coding = (answer.headers['content-encoding'] ?? '').trim().toLowerCase();
  const decoders = { gzip: createGunzip, 'x-gzip': createGunzip, deflate: createInflate, br: createBrotliDecompress };
  const open = Object.entries(decoders).find(([name]) => name === coding)?.[1];
  await new Promise((resolve, reject) => {
    const done = (/** @type {Error | null | undefined} */ error) => (error ? reject(error) : resolve(null));
    if (open) pipeline(answer, open(), sink, done);
    else pipeline(answer, sink, done);
  });
  return { bytes: Buffer.concat(chunks), encodedBytes };
}
