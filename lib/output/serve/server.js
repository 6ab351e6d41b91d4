/** @import { IncomingMessage, ServerResponse } from 'node:http' */
/** @import { Answer } from './answer.js' */
/** @import { FoundFile } from './find-file.js' */

import { createReadStream } from 'node:fs';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { beforeAny } from '../../base/trim.js';
import { listFallbacks } from '../../site/addresses.js';
import { diskPath, encodePath } from '../../site/text/disk-name.js';
import { idOfHeader } from '../dictionary/names.js';
import { answerFile, typeOf } from './answer.js';
import { chooseVariant } from './choose-variant.js';
import { planDelivery } from './delivery.js';
import { findFile, sitePathOf } from './find-file.js';
import { hostOf, isOwnHost } from './host.js';
import { open } from './open.js';

/** Suffixes of compressed copies. */
const CODINGS = Object.freeze({ '.br': 'br', '.zst': 'zstd', '.gz': 'gzip' });
/** Suffixes of copies that need a dictionary. */
const DICTIONARY_CODINGS = Object.freeze(['dcb', 'dcz']);

/** Types that servers compress on the fly. */
const IS_TEXT = /^text\/|[/+](?:javascript|json|xml|wasm)$/;

/** Errors of requests that the browser ended early. */
const CUT_OFF = new Set([
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_DESTROYED',
  'ERR_HTTP2_INVALID_STREAM',
  'ERR_HTTP2_STREAM_ERROR',
  'ECONNRESET',
  'EPIPE',
]);

/**
 * @typedef {object} Served the answer
 * @property {string} target of the request
 * @property {string} purpose use by the browser: `document`, `iframe`, `image` …
 */

/**
 * Serves a folder on the loopback address. Chooses compressed files that the browser accepts.
 * @param {string} folder
 * @param {{ port: number, certificate?: import('./certificate.js').Certificate | null,
 *   link?: import('./shape.js').Link | null, compresses?: boolean, onError?: (message: string) => void,
 *   onAnswer?: (served: Served) => void }} options `compresses`: texts without copies are sent with gzip, as by a usual
 *   server
 * @returns {Promise<import('./open.js').Listening>}
 */
export async function openServer(
  folder,
  { port, certificate, link, compresses = false, onError = () => {}, onAnswer = () => {} },
) {
  const root = await realpath(folder);
  const deliveryNow = openDelivery(root);
  return open(
    (request, response) => {
      response.once('finish', () =>
        onAnswer({ target: String(request.url), purpose: String(request.headers['sec-fetch-dest'] ?? '') }),
      );
      respond(root, deliveryNow, request, response, compresses).catch((error) => {
        if (CUT_OFF.has(error.code)) return;
        onError(`${request.method} ${JSON.stringify(request.url)}: ${error.message}`);
        if (response.headersSent) response.destroy();
        else response.writeHead(500, { 'content-type': 'text/plain' }).end('the file cannot be read\n');
      });
    },
    { port, certificate, link },
  );
}

/**
 * Creates a reader of the headers. It reads them again if the folder was replaced by a build.
 * @param {string} root
 */
function openDelivery(root) {
  let seen = '';
  let delivery = planDelivery([]);
  return async () => {
    const { ino, mtimeMs } = await stat(root);
    const now = `${ino} ${mtimeMs}`;
    if (now !== seen) {
      const entries = await readdir(root, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile());
      delivery = planDelivery(
        files.map(({ parentPath, name }) => relative(root, join(parentPath, name)).split(sep).join('/')),
      );
      seen = now;
    }
    return delivery;
  };
}

/**
 * @param {string} root
 * @param {() => Promise<import('./delivery.js').Delivery>} deliveryNow
 * @param {IncomingMessage} request
 * @param {ServerResponse} response
 * @param {boolean} compresses
 */
async function respond(root, deliveryNow, request, response, compresses) {
  const { status, headers, body } = await findAnswer(root, await deliveryNow(), request);
  const isEmpty = request.method === 'HEAD' || status === 304;
  if (typeof body === 'string') {
    const own =
      status === 304 ? {} : { 'content-type': 'text/plain', 'content-length': String(Buffer.byteLength(body)) };
    response.writeHead(status, { ...own, ...headers }).end(isEmpty ? '' : body);
    return;
  }
  if (isEmpty || body.end < body.start) {
    response.writeHead(status, headers).end();
    return;
  }
  const { file, start, end } = body;
  const stream = createReadStream(diskPath(file), { start, end });
  await new Promise((done, fail) => stream.once('open', done).once('error', fail));
  if (compresses && status === 200 && isGzipWorth(request, headers)) {
    const { 'content-length': _, ...others } = headers;
    response.writeHead(status, { ...others, 'content-encoding': 'gzip' });
    return pipeline(stream, createGzip(), response);
  }
  // A file that became shorter in between must not leave the browser waiting for the rest.
  response.strictContentLength = true;
  response.writeHead(status, headers);
  await pipeline(stream, response);
}

/**
 * @param {IncomingMessage} request
 * @param {Answer['headers']} headers
 */
function isGzipWorth(request, headers) {
  const isPlain = !('content-encoding' in headers);
  return (
    isPlain && IS_TEXT.test(headers['content-type']) && /\bgzip\b/.test(String(request.headers['accept-encoding']))
  );
}

/**
 * @param {string} root
 * @param {import('./delivery.js').Delivery} delivery
 * @param {IncomingMessage} request
 * @returns {Promise<Answer>}
 */
async function findAnswer(root, delivery, { method = '', url = '/', headers }) {
  if (method !== 'GET' && method !== 'HEAD') {
    return { status: 405, headers: { allow: 'GET, HEAD' }, body: 'only GET and HEAD are supported\n' };
  }
  if (!isOwnHost(hostOf(headers), url)) {
    return { status: 421, headers: {}, body: 'this server only responds to localhost\n' };
  }
  const path = sitePathOf(url);
  const [, query = ''] = /(\?[^#]*)/.exec(url) ?? [];
  const namesFolder = beforeAny(url, /[?#]/).endsWith('/');
  const found = path === null ? null : await findPage(root, path, namesFolder);
  if (found === 'folder') {
    return { status: 301, headers: { location: `/${encodePath(String(path))}/${query}` }, body: '' };
  }
  if (found) return answerFile(await choose(root, found, headers), headers, headersOf(delivery, found));
  const fallback = await findFallback(root, headers);
  if (!fallback) return { status: 404, headers: {}, body: 'there is no such file\n' };
  const variant = await choose(root, fallback.file, headers);
  return { ...answerFile(variant, {}, headersOf(delivery, fallback.file)), status: fallback.status };
}

/**
 * Returns the answer of static hosts to unknown addresses. A page with status 200 is sent for documents only.
 * @param {string} root
 * @param {IncomingMessage['headers']} headers
 */
async function findFallback(root, headers) {
  const rules = await findFile(root, '_redirects');
  const text = rules && rules !== 'folder' ? await readFile(diskPath(rules.disk), 'utf8') : '';
  const isDocument = /^(?:document|iframe)$|^$/.test(String(headers['sec-fetch-dest'] ?? ''));
  for (const { path, status } of listFallbacks(text)) {
    const file = status === 404 || isDocument ? await findFile(root, path) : null;
    if (file && file !== 'folder') return { file, status };
  }
  return null;
}

/**
 * Finds the file for a request: a file, a page by its name without `.html`, a folder's index, or a folder named without
 * its slash.
 * @param {string} root
 * @param {string} path
 * @param {boolean} namesFolder
 */
async function findPage(root, path, namesFolder) {
  const found = await findFile(root, path);
  if (namesFolder) {
    const index = found === 'folder' ? await findFile(root, `${path}/index.html`) : null;
    return index === 'folder' ? null : index;
  }
  return found ?? findFile(root, `${path}.html`);
}

/**
 * @param {string} root
 * @param {FoundFile} file
 * @param {IncomingMessage['headers']} headers
 */
async function choose(root, file, headers) {
  const variants = [{ coding: 'identity', file }];
  const id = idOfHeader([headers['available-dictionary'] ?? ''].flat().join());
  const copies = [
    ...Object.entries(CODINGS),
    ...(id === null ? [] : DICTIONARY_CODINGS.map((coding) => [`.${id}.${coding}`, coding])),
  ];
  for (const [suffix, coding] of copies) {
    const found = await findFile(root, file.path + suffix);
    if (found && found !== 'folder') variants.push({ coding, file: found });
  }
  return chooseVariant(headers['accept-encoding'], variants);
}

/**
 * Returns the headers. `Vary` is sent for files without copies, too: they can get some, and caches must not be wrong
 * then.
 * @param {import('./delivery.js').Delivery} delivery
 * @param {FoundFile} file
 */
function headersOf(delivery, { path }) {
  return { 'content-type': typeOf(path), ...delivery.headersOf(path) };
}
