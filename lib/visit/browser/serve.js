/** @import { CDPSession, Protocol } from 'puppeteer-core' */
/** @import { SiteAddress } from '../../site/types.ts' */
/** @import { Origin } from './fetch-origin.js' */

import { decodePath } from '../../site/text/decode-path.js';
import { encodePath } from '../../site/text/disk-name.js';

/**
 * @typedef {object} ServedFile
 * @property {Uint8Array} bytes
 * @property {string} [contentType] taken from the name where it is left out
 *
 * @typedef {(path: string) => ServedFile | null | undefined} FileLookup a site path, decoded, to its file
 *
 * @typedef {object} Traffic what a page asked for, each list in the order of the requests
 * @property {string[]} served site paths that were there
 * @property {string[]} missing site paths that were not
 * @property {string[]} external URLs of other hosts, which are answered empty
 * @property {string[]} navigations where the page tried to go by itself; it stays
 * @property {unknown[]} failures errors of the lookup itself
 *
 * @typedef {object} MemoryServer
 * @property {(lookup: FileLookup, place: SiteAddress | undefined, encoding?: string | null) => Traffic} expectPage
 *   takes the files of the next page, with the encoding that it is said to be in, and lets one navigation pass
 * @property {(origin: Origin) => Traffic} expectOrigin takes the next page, and what it loads, from one origin of the
 *   web
 */

/** Where a site of unknown address seems to live: a secure origin, on a name that no resolver knows. */
const ORIGIN = 'https://site.invalid';
/** @type {SiteAddress} */
const ANYWHERE = Object.freeze({ origin: null, folder: '' });

const UNKNOWN = 'application/octet-stream';
/** HTTP status. */
const NO_CONTENT = 204;
const EMPTY = { bytes: new Uint8Array(0), contentType: 'text/html' };

/** @type {Readonly<Record<string, string>>} */
const TYPES = {
  html: 'text/html',
  htm: 'text/html',
  shtml: 'text/html',
  xhtml: 'application/xhtml+xml',
  css: 'text/css',
  js: 'text/javascript',
  mjs: 'text/javascript',
  json: 'application/json',
  webmanifest: 'application/manifest+json',
  xml: 'application/xml',
  txt: 'text/plain',
  svg: 'image/svg+xml',
  gif: 'image/gif',
  png: 'image/png',
  apng: 'image/apng',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  ico: 'image/x-icon',
  bmp: 'image/bmp',
  woff: 'font/woff',
  woff2: 'font/woff2',
  ttf: 'font/ttf',
  otf: 'font/otf',
  pdf: 'application/pdf',
  wasm: 'application/wasm',
  mp4: 'video/mp4',
  webm: 'video/webm',
  mp3: 'audio/mpeg',
};

/** Names the URL under which a site path is served. @param {string} path @param {SiteAddress} [place] */
export function urlOfPath(path, { origin, folder } = ANYWHERE) {
  return `${origin ?? ORIGIN}/${encodePath(folder + path)}`;
}

/**
 * Names the site path that a URL means; null where it is another host's, or lies beside the site. Browsers ask for
 * hosts with braces and the like.
 * @param {string} url
 * @param {SiteAddress} [place]
 */
export function pathOfUrl(url, { origin, folder } = ANYWHERE) {
  const parsed = URL.parse(url);
  if (!parsed || parsed.host !== new URL(origin ?? ORIGIN).host) return null;
  const name = decodePath(parsed.pathname.slice(1));
  return `${name}/`.startsWith(folder) ? name.slice(folder.length) : null;
}

/**
 * @typedef {object} Expected the page that a tab is about to load
 * @property {FileLookup} lookup
 * @property {SiteAddress | undefined} place
 * @property {string | null | undefined} encoding
 * @property {Traffic} traffic
 * @property {boolean} mayNavigate whether its own document has not been asked for yet
 * @property {Origin | null} origin that answers, instead of files
 *
 * @typedef {{ status: number, file: Required<ServedFile> }} Answer
 */

/**
 * Answers every request of a page from memory, so that it needs no port and reaches no network.
 * Documents in frames stay empty: each page of a site is looked at by itself.
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
  session.on('Fetch.requestPaused', (event) => {
    if (expected.origin) {
      answerFromOrigin(session, event, { ...expected, origin: expected.origin }, mainFrame).catch(() => null);
      return;
    }
    const { status, file } = answer(event, expected, mainFrame);
    const { requestId } = event;
    const sent =
      status === NO_CONTENT
        ? session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
        : session.send('Fetch.fulfillRequest', toResponse(requestId, status, file));
    // A page that is gone by now needs no answer.
    sent.catch(() => null);
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
    return { status: 200, file: EMPTY };
  }
  const found = findServed(expected, path);
  traffic[found ? 'served' : 'missing'].push(path);
  if (!found) return { status: 404, file: EMPTY };
  return { status: 200, file: resourceType === 'Document' ? asDocument(found, isMain, expected.encoding) : found };
}

/**
 * Lets an origin answer a request. The page itself must be there, redirects included; other hosts are answered empty.
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
    traffic.external.push(request.url);
    await session.send('Fetch.fulfillRequest', toResponse(requestId, 200, EMPTY));
    return;
  }
  const found = await origin.fetch(request, isPage);
  traffic[found ? 'served' : 'missing'].push(request.url);
  if (!found) await session.send('Fetch.failRequest', { requestId, errorReason: 'Failed' });
  else {
    const body = Buffer.from(found.bytes).toString('base64');
    const answer = { requestId, responseCode: found.status, responseHeaders: found.headers, body };
    await session.send('Fetch.fulfillRequest', answer);
  }
}

/** @param {Expected} expected @param {string} path */
function findServed({ lookup, traffic }, path) {
  try {
    return findFile(lookup, path);
  } catch (error) {
    traffic.failures.push(error);
    return null;
  }
}

/**
 * A file as a server would send it to be shown: pages of any name are pages, `index.php`, `page.cfm`, `show?id=1`.
 * @param {Required<ServedFile>} file @param {boolean} isMain @param {string | null | undefined} encoding
 */
function asDocument(file, isMain, encoding) {
  const document = file.contentType === UNKNOWN ? { ...file, contentType: TYPES.html } : file;
  if (!isMain) return document.contentType.includes('html') ? EMPTY : document;
  return encoding ? { ...document, contentType: `${document.contentType}; charset=${encoding}` } : document;
}

/** @returns {Traffic} */
function startTraffic() {
  return { served: [], missing: [], external: [], navigations: [], failures: [] };
}

/**
 * @param {FileLookup} lookup @param {string} path
 * @returns {Required<ServedFile> | null}
 */
export function findFile(lookup, path) {
  const names = path === '' || path.endsWith('/') ? [`${path}index.html`, `${path}index.htm`] : [path];
  for (const name of names) {
    const file = lookup(name);
    if (file) return { bytes: file.bytes, contentType: file.contentType ?? guessType(name) };
  }
  return null;
}

/** The media type that a name stands for. @param {string} path */
export function guessType(path) {
  const extension = /\.([^./]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
  return TYPES[extension] ?? UNKNOWN;
}

/** @param {string} requestId @param {number} responseCode @param {Required<ServedFile>} file */
function toResponse(requestId, responseCode, { bytes, contentType }) {
  return {
    requestId,
    responseCode,
    responseHeaders: [
      { name: 'Content-Type', value: contentType },
      { name: 'Access-Control-Allow-Origin', value: '*' },
    ],
    body: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'),
  };
}
