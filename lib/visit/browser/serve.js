/** @import { CDPSession, Protocol } from 'puppeteer-core' */
/** @import { SiteAddress } from '../../site/types.ts' */
/** @import { Origin } from './fetch-origin.js' */
/** @import { PendingSheets } from './pending-sheets.js' */

import { lookup as lookUpType } from 'mrmime';
import { pathOfUrl, resolvePath } from '../../site/addresses.js';
import { watchSheets } from './pending-sheets.js';

/**
 * @typedef {object} ServedFile
 * @property {Uint8Array} bytes
 * @property {string} [contentType] by default from the name
 *
 * @typedef {((path: string) => ServedFile | null | undefined) & { added?: readonly string[] }} FileLookup returns the
 *   file of a decoded site path; `added`: paths that the site without changes may not have
 *
 * @typedef {object} Traffic requests of a page, each list in order
 * @property {string[]} served site paths that exist
 * @property {string[]} used those of them that were requested for use, and not only to have them for a later page
 * @property {string[]} missing site paths that do not exist
 * @property {string[]} external URLs of other hosts, which get an empty answer
 * @property {string[]} foreignCode those of scripts and of data for scripts
 * @property {string[]} navigations targets to which the page tried to navigate; it stays
 * @property {unknown[]} failures errors of the lookup itself
 *
 * @typedef {object} MemoryServer
 * @property {(lookup: FileLookup, place: SiteAddress | undefined, encoding?: string | null) => Traffic} expectPage sets
 *   the files of the next page, with the encoding that it is served in, and allows one navigation
 * @property {(origin: Origin) => Traffic} expectOrigin sets the next page, which is loaded from one origin of the web
 */

/** Types of requests whose answers can change the elements of a page. */
const IS_CODE = new Set(['Script', 'XHR', 'Fetch', 'EventSource']);
const HTML = 'text/html';
const UNKNOWN = 'application/octet-stream';
/** HTTP status codes. */
const NO_CONTENT = 204;
/** HTTP status code of a permanent redirect. */
const MOVED = 301;
/** Max stored addresses of other hosts, more than any page names. */
const MAX_EXTERNAL = 10_000;
const EMPTY = { bytes: new Uint8Array(0), contentType: HTML };

/**
 * @typedef {object} Expected the page that a tab is about to load
 * @property {FileLookup} lookup
 * @property {SiteAddress | undefined} place
 * @property {string | null | undefined} encoding
 * @property {Traffic} traffic
 * @property {boolean} mayNavigate true if its own document has not been requested yet
 * @property {Origin | null} origin that answers instead of files
 *
 * @typedef {{ status: number, file: Required<ServedFile>, location?: string }} Answer
 */

/**
 * Answers every request of a page from memory, so that it needs no port and uses no network. Documents in frames stay
 * empty, because each page of a site is visited by itself.
 * @param {CDPSession} session @param {string} mainFrame
 * @returns {Promise<MemoryServer>}
 */
export async function serveFromMemory(session, mainFrame) {
  /** @type {Expected} */
  let expected = {
    lookup: () => null,
    place: undefined,
    encoding: undefined,
    traffic: startTraffic(),
    mayNavigate: false,
    origin: null,
  };
  const sheets = watchSheets(session);
  session.on('Fetch.requestPaused', (event) => {
    if (expected.origin) {
      answerFromOrigin(session, event, { ...expected, origin: expected.origin }, mainFrame).catch(() => null);
      return;
    }
    const answered = answer(event, expected, mainFrame);
    if (event.resourceType === 'Document' && event.frameId === mainFrame) sheets.begin(answered.file.bytes);
    else sheets.note(event);
    // A closed page needs no answer.
    sendAnswer(session, event, answered, sheets).catch(() => null);
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] });

  return {
    expectPage(lookup, place, encoding) {
      expected = { lookup, place, encoding, traffic: startTraffic(), mayNavigate: true, origin: null };
      return expected.traffic;
    },
    expectOrigin(origin) {
      const nothing = { lookup: () => null, place: undefined, encoding: undefined, mayNavigate: true };
      expected = { ...nothing, traffic: startTraffic(), origin };
      return expected.traffic;
    },
  };
}

/**
 * Sends an answer. A script is answered after the style sheets of a page that applies them by itself, and a missing
 * image after all loaded scripts have run, so that their error handlers are registered in every visit.
 * @param {CDPSession} session @param {Protocol.Fetch.RequestPausedEvent} event @param {Answer} answered
 * @param {PendingSheets} sheets
 */
async function sendAnswer(session, { requestId, resourceType }, answered, sheets) {
  if (answered.status === NO_CONTENT) {
    await session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
    return;
  }
  if (resourceType === 'Script') await sheets.arrive();
  if (answered.file === EMPTY && resourceType === 'Image') await session.send('Runtime.evaluate', { expression: '0' });
  await session.send('Fetch.fulfillRequest', toResponse(requestId, answered));
}

/**
 * Finds the answer to a request and records it.
 * @param {Protocol.Fetch.RequestPausedEvent} event @param {Expected} expected @param {string} mainFrame
 * @returns {Answer}
 */
function answer({ request, resourceType, frameId }, expected, mainFrame) {
  const { traffic, place } = expected;
  const isMain = frameId === mainFrame;
  if (resourceType === 'Document' && isMain) {
    if (!expected.mayNavigate) {
      traffic.navigations.push(request.url);
      return { status: NO_CONTENT, file: EMPTY };
    }
    expected.mayNavigate = false;
  }
  const path = pathOfUrl(request.url, place);
  if (path === null) {
    traffic.external.push(request.url);
    if (IS_CODE.has(resourceType)) traffic.foreignCode.push(request.url);
    return { status: 200, file: EMPTY };
  }
  const found = findServed(expected, path, resourceType === 'Document');
  if (found && 'redirect' in found) {
    // The document itself is requested again.
    if (resourceType === 'Document' && isMain) expected.mayNavigate = true;
    return { status: MOVED, file: EMPTY, location: redirectedUrl(request.url) };
  }
  if (!found || (found.status !== 200 && resourceType !== 'Document')) {
    traffic.missing.push(path);
    return { status: 404, file: EMPTY };
  }
  traffic.served.push(found.path);
  if (request.headers['Sec-Purpose'] !== 'prefetch') traffic.used.push(found.path);
  const { status, file } = found;
  return { status, file: resourceType === 'Document' ? asDocument(file, isMain, expected.encoding) : file };
}

/** Returns the same address with a slash at its end, as servers redirect to folders. @param {string} url */
function redirectedUrl(url) {
  const parsed = new URL(url);
  parsed.pathname += '/';
  return parsed.href;
}

/**
 * Answers a request from an origin. The page itself must exist, redirects included. Other hosts get an empty answer.
 * @param {CDPSession} session @param {Protocol.Fetch.RequestPausedEvent} event
 * @param {{ traffic: Traffic, origin: Origin }} expected @param {string} mainFrame
 */
async function answerFromOrigin(
  session,
  { requestId, request, resourceType, frameId },
  { traffic, origin },
  mainFrame,
) {
  const isPage = resourceType === 'Document' && frameId === mainFrame;
  if (isPage && !origin.mayShow(request.url)) {
    traffic.navigations.push(request.url);
    await session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
    return;
  }
  if (!isPage && !origin.has(request.url)) {
    if (traffic.external.length < MAX_EXTERNAL) traffic.external.push(request.url);
    await session.send('Fetch.fulfillRequest', toResponse(requestId, { status: 200, file: EMPTY }));
    return;
  }
  await origin.fetch(request, isPage, async (found) => {
    traffic[found ? 'served' : 'missing'].push(request.url);
    if (!found) {
      await session.send('Fetch.failRequest', { requestId, errorReason: 'Failed' });
      return;
    }
    const body = Buffer.from(found.bytes.buffer, found.bytes.byteOffset, found.bytes.length).toString('base64');
    const answer = { requestId, responseCode: found.status, responseHeaders: found.headers, body };
    await session.send('Fetch.fulfillRequest', answer);
  });
}

/**
 * Finds the answer of a static host to a path.
 * @param {Expected} expected @param {string} path @param {boolean} isDocument
 * @returns {{ status: number, path: string, file: Required<ServedFile> } | { redirect: string } | null}
 */
function findServed({ lookup, place, traffic }, path, isDocument) {
  try {
    return resolveFile(lookup, path, { ...(place ? { place } : {}), isDocument });
  } catch (error) {
    traffic.failures.push(error);
    return null;
  }
}

/**
 * Returns a file in the form in which a server sends it for display: pages with any name are pages, `index.php`,
 * `page.cfm`, `show?id=1`.
 * @param {Required<ServedFile>} file @param {boolean} isMain @param {string | null | undefined} encoding
 */
function asDocument(file, isMain, encoding) {
  const document = file.contentType === UNKNOWN ? { ...file, contentType: HTML } : file;
  if (!isMain) return document.contentType.includes('html') ? EMPTY : document;
  return encoding ? { ...document, contentType: `${document.contentType}; charset=${encoding}` } : document;
}

/** @returns {Traffic} */
function startTraffic() {
  return { served: [], used: [], missing: [], external: [], foreignCode: [], navigations: [], failures: [] };
}

/**
 * Finds the file that is sent for a path below the site's folder.
 * @param {FileLookup} lookup @param {string} path
 * @param {{ place?: SiteAddress, isDocument?: boolean }} [options]
 * @returns {{ status: number, path: string, file: Required<ServedFile> } | { redirect: string } | null}
 */
export function resolveFile(lookup, path, { place, isDocument = false } = {}) {
  const resolved = resolvePath(path, (name) => Boolean(lookup(name)), place, isDocument);
  if (!resolved || resolved.redirect !== undefined) return resolved;
  const file = lookup(resolved.path);
  if (!file) return null;
  return { ...resolved, file: { bytes: file.bytes, contentType: file.contentType ?? guessType(resolved.path) } };
}

/** Returns the media type of a file by its name. @param {string} path */
export function guessType(path) {
  return lookUpType(path) ?? UNKNOWN;
}

/** @param {string} requestId @param {Answer} answer */
function toResponse(requestId, { status, file: { bytes, contentType }, location }) {
  return {
    requestId,
    responseCode: status,
    responseHeaders: [
      { name: 'Content-Type', value: contentType },
      { name: 'Access-Control-Allow-Origin', value: '*' },
      ...(location === undefined ? [] : [{ name: 'Location', value: location }]),
    ],
    body: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
  };
}
