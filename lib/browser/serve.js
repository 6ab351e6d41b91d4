/** @import { CDPSession, Protocol } from 'puppeteer-core' */
/** @import { Place } from '../types.ts' */

import { decodePath } from '../text/decode-path.js';
import { encodePath } from '../text/disk-name.js';

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
 * @property {(lookup: FileLookup, place: Place | undefined, encoding?: string | null) => Traffic} expectPage takes the files of the next
 *   page, with the encoding that it is said to be in, and lets one navigation pass
 */

/** Where a site of unknown address seems to live: a secure origin, on a name that no resolver knows. */
const ORIGIN = 'https://site.invalid';
/** @type {Place} */
const ANYWHERE = Object.freeze({ origin: null, folder: '' });

const UNKNOWN = 'application/octet-stream';
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

/** Names the URL under which a site path is served. @param {string} path @param {Place} [place] */
export function urlOfPath(path, { origin, folder } = ANYWHERE) {
  return `${origin ?? ORIGIN}/${encodePath(folder + path)}`;
}

/**
 * Names the site path that a URL means; null where it is another host's, or lies beside the site. Browsers ask for hosts with braces and the like.
 * @param {string} url
 * @param {Place} [place]
 */
export function pathOfUrl(url, { origin, folder } = ANYWHERE) {
  const parsed = URL.parse(url);
  if (!parsed || parsed.host !== new URL(origin ?? ORIGIN).host) return null;
  const name = decodePath(parsed.pathname.slice(1));
  return `${name}/`.startsWith(folder) ? name.slice(folder.length) : null;
}

/**
 * Answers every request of a page from memory, so that it needs no port and reaches no network.
 * Documents in frames stay empty: each page of a site is looked at by itself.
 * @param {CDPSession} session @param {string} mainFrame
 * @returns {Promise<MemoryServer>}
 */
export async function serveFromMemory(session, mainFrame) {
  /** @type {FileLookup} */
  let lookup = () => null;
  /** @type {Place | undefined} */
  let place;
  /** @type {string | null | undefined} */
  let encoding;
  let traffic = startTraffic();
  let mayNavigate = false;

  /** @param {string} path */
  function findServed(path) {
    try {
      return findFile(lookup, path);
    } catch (error) {
      traffic.failures.push(error);
      return null;
    }
  }

  /** @param {Protocol.Fetch.RequestPausedEvent} event */
  function answer({ request, resourceType, frameId }) {
    if (resourceType === 'Document' && frameId === mainFrame) {
      if (!mayNavigate) {
        traffic.navigations.push(request.url);
        return { status: NO_CONTENT, file: EMPTY };
      }
      mayNavigate = false;
    }
    const path = pathOfUrl(request.url, place);
    if (path === null) {
      traffic.external.push(request.url);
      return { status: 200, file: EMPTY };
    }
    const found = findServed(path);
    traffic[found ? 'served' : 'missing'].push(path);
    if (!found) return { status: 404, file: EMPTY };
    if (resourceType !== 'Document') return { status: 200, file: found };
    // Servers send pages of any name as pages: `index.php`, `page.cfm`, `show?id=1`.
    const document = found.contentType === UNKNOWN ? { ...found, contentType: TYPES.html } : found;
    if (frameId !== mainFrame) return { status: 200, file: document.contentType.includes('html') ? EMPTY : document };
    const contentType = encoding ? `${document.contentType}; charset=${encoding}` : document.contentType;
    return { status: 200, file: { ...document, contentType } };
  }

  session.on('Fetch.requestPaused', (event) => {
    const { status, file } = answer(event);
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
    expectPage(files, at, read) {
      lookup = files;
      place = at;
      encoding = read;
      traffic = startTraffic();
      mayNavigate = true;
      return traffic;
    },
  };
}

/** @returns {Traffic} */
function startTraffic() {
  return { served: [], missing: [], external: [], navigations: [], failures: [] };
}

/**
 * @param {FileLookup} lookup @param {string} path
 * @returns {Required<ServedFile> | null}
 */
function findFile(lookup, path) {
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
