import { lookup } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { pipeline, Writable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { beforeAny } from '../../base/trim.js';
import { findHttpVersions } from './http-versions.js';
import { FETCH_LIMITS, openIntake } from './intake.js';

/** @import { Protocol } from 'puppeteer-core' */
/** @import { Intake } from './intake.js' */
/** @import { RecordedResponse } from './record-page.js' */

/**
 * @typedef {object} FetchedResponse
 * @property {number} status
 * @property {{ name: string, value: string }[]} headers
 * @property {Uint8Array} bytes decoded
 *
 * @typedef {object} Origin
 * @property {(request: Protocol.Network.Request, isPage: boolean, deliver: (found: FetchedResponse | null) =>
 *   Promise<void>) => Promise<void>} fetch `deliver` gets null if there is no answer, or none that the browser may
 *   receive
 * @property {(url: string) => boolean} has returns true if a URL is of this origin
 * @property {(url: string) => boolean} mayShow returns true if the tab may navigate to a URL: the page, and its
 *   redirects
 * @property {readonly RecordedResponse[]} responses
 * @property {() => string} pageUrl after redirects
 * @property {() => Error | null} failure reason why the page itself was not received
 * @property {() => readonly string[]} cutOff URLs that were not fetched completely because of a limit
 * @property {() => Promise<readonly string[]>} httpVersions of the server, that of a first connection first
 * @property {() => void} close
 */

/** Time-out of a silent server. */
const REQUEST_TIMEOUT_MS = 20_000;
/** Max redirects, as in the Fetch standard. */
const MAX_REDIRECTS = 20;
const ACCEPTED_CODINGS = 'gzip, deflate, br';
/** Headers that apply to one connection, or to bytes before decoding. */
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
 * Creates a fetcher for a browser without network: from one origin only, within limits for all responses together. The
 * host name is resolved once, so that it cannot change to another host.
 * @param {string} pageUrl
 * @returns {Origin}
 */
export function openOrigin(pageUrl) {
  const { origin, protocol, hostname } = new URL(pageUrl);
  const { Agent, request } = protocol === 'https:' ? https : http;
  const agent = new Agent({ keepAlive: true, maxSockets: FETCH_LIMITS.sockets });
  const intake = openIntake();
  const page = followPage(pageUrl);
  /** @type {Promise<import('node:dns').LookupAddress[]> | null} */
  let addresses = null;
  const lookUpOnce = async () => {
    addresses ??= lookup(hostname.replace(/^\[|\]$/g, ''), { all: true });
    return answerWith(await addresses);
  };
  /** @type {RecordedResponse[]} */
  const responses = [];

  /** @param {Protocol.Network.Request} asked @param {boolean} isPage @returns {Promise<FetchedResponse | null>} */
  async function fetchOnce(asked, isPage) {
    try {
      if (new URL(asked.url).origin !== origin) throw new Error(`redirects to ${asked.url}`);
      const { response, headers } = await send(request, asked, { agent, lookup: await lookUpOnce() }, intake);
      responses.push(response);
      if (isPage) page.arrive(asked.url, response.status, headers);
      return { status: response.status, headers, bytes: response.bytes };
    } catch (error) {
      if (isPage) page.fail(error);
      return null;
    }
  }

  return {
    fetch: (asked, isPage, deliver) =>
      intake.inTurn(asked.url, async (isWithin) => {
        const found = isWithin ? await fetchOnce(asked, isPage) : null;
        await intake.oneByOne(found?.bytes.length ?? 0, () => deliver(found));
      }),
    has: (url) => URL.parse(url)?.origin === origin,
    mayShow: page.mayShow,
    responses,
    pageUrl: page.url,
    failure: page.failure,
    cutOff: intake.cutOff,
    httpVersions: async () => findHttpVersions(new URL(pageUrl), responses, await lookUpOnce()),
    close: () => agent.destroy(),
  };
}

/**
 * Follows the page through its redirects.
 * @param {string} pageUrl
 */
function followPage(pageUrl) {
  let finalUrl = new URL(pageUrl).href;
  /** The URL at which the page is expected, null once it has arrived. @type {string | null} */
  let awaited = withoutHash(finalUrl);
  let redirects = 0;
  /** @type {Error | null} */
  let failure = null;
  return {
    url: () => finalUrl,
    failure: () => failure,
    mayShow: (/** @type {string} */ url) => awaited !== null && withoutHash(awaited) === withoutHash(url),
    fail: (/** @type {unknown} */ error) => {
      failure = error instanceof Error ? error : new Error(String(error));
    },
    arrive: (
      /** @type {string} */ url,
      /** @type {number} */ status,
      /** @type {FetchedResponse['headers']} */ headers,
    ) => {
      const location = headers.find(({ name }) => name.toLowerCase() === 'location')?.value;
      const isRedirect = status >= 300 && status < 400 && location !== undefined;
      redirects += Number(isRedirect);
      if (redirects > MAX_REDIRECTS) throw new Error('redirects for ever');
      finalUrl = url;
      awaited = isRedirect ? (URL.parse(location, url)?.href ?? null) : null;
      if (awaited !== null && !/^https?:/.test(awaited)) throw new Error(`redirects to ${awaited}`);
    },
  };
}

/** @param {string} url */
function withoutHash(url) {
  return beforeAny(url, /#/);
}

/**
 * Creates a look-up with a fixed answer.
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
 * @param {Intake} intake
 * @returns {Promise<{ response: RecordedResponse, headers: { name: string, value: string }[] }>}
 */
async function send(request, { url, method, headers: given, postData }, how, intake) {
  const passed = Object.entries(given).filter(([name]) => !NOT_PASSED_ON.has(name.toLowerCase()));
  const headers = { ...Object.fromEntries(passed), 'Accept-Encoding': ACCEPTED_CODINGS };
  const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  const answer = await new Promise((/** @type {(answer: http.IncomingMessage) => void} */ resolve, reject) => {
    const sent = request(url, { ...how, method, headers, signal });
    sent.once('response', resolve);
    sent.once('error', reject);
    sent.end(postData);
  });
  const { bytes, encodedBytes } = await readBody(answer, intake.openBody(url));
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
 * Reads and decodes a body. Every piece is counted before it is kept, so a body is cut off as soon as it, or all bodies
 * together, exceed the limits.
 * @param {http.IncomingMessage} answer
 * @param {import('./intake.js').Body} body
 */
async function readBody(answer, body) {
  /** @type {Buffer[]} */
  const chunks = [];
  answer.on('data', (/** @type {Buffer} */ chunk) => {
    const error = body.arrive(chunk.length);
    if (error) answer.destroy(error);
  });
  const sink = new Writable({
    write(chunk, _, done) {
      const error = body.keep(chunk.length);
      if (!error) chunks.push(chunk);
      done(error);
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
  return { bytes: Buffer.concat(chunks), encodedBytes: body.arrived() };
}
