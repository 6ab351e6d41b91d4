/** @import { IncomingMessage, ServerResponse } from 'node:http' */
/** @import { Answer } from './answer.js' */
/** @import { FoundFile } from './find-file.js' */

import { createReadStream } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { idOfHeader } from '../dictionary/names.js';
import { InputError } from '../errors.js';
import { diskPath, encodePath } from '../text/disk-name.js';
import { answerFile, typeOf } from './answer.js';
import { chooseVariant } from './choose-variant.js';
import { planDelivery } from './delivery.js';
import { findFile, sitePathOf } from './find-file.js';
import { isOwnHost } from './host.js';

/** Compressed copies that may lie beside a file. */
const CODINGS = Object.freeze({ '.br': 'br', '.zst': 'zstd', '.gz': 'gzip' });
/** And those that need a dictionary. */
const DICTIONARY_CODINGS = Object.freeze(['dcb', 'dcz']);

/** What hosts of static sites show where there is nothing. */
const NOT_FOUND_PAGE = '404.html';

/** Ways in which a request ends early, which are the browser's to choose. */
const CUT_OFF = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_DESTROYED', 'ECONNRESET', 'EPIPE']);

/**
 * Serves a folder on the loopback address, choosing compressed files by what the browser accepts.
 * @param {string} folder
 * @param {{ port: number, onError?: (message: string) => void }} options
 * @returns {Promise<{ url: string, close(): Promise<void> }>}
 */
export async function openServer(folder, { port, onError = () => {} }) {
  const root = await realpath(folder);
  const deliveryNow = openDelivery(root);
  const server = createServer((request, response) => {
    respond(root, deliveryNow, request, response).catch((error) => {
      if (CUT_OFF.has(error.code)) return;
      onError(`${request.method} ${JSON.stringify(request.url)}: ${error.message}`);
      if (response.headersSent) response.destroy();
      else response.writeHead(500, { 'content-type': 'text/plain' }).end('the file cannot be read\n');
    });
  });
  await new Promise((done, fail) => {
    server.once('error', (error) => fail(portError(port, error)));
    server.listen(port, '127.0.0.1', () => done(null));
  });
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${address.port}/`,
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}

/**
 * What is to be said of the files, read again when the folder is another: a build puts a new one in its place.
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
 */
async function respond(root, deliveryNow, request, response) {
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
  // A file that got shorter meanwhile must not leave the browser waiting for the rest.
  response.strictContentLength = true;
  response.writeHead(status, headers);
  await pipeline(stream, response);
}

/**
 * @param {string} root
 * @param {import('./delivery.js').Delivery} delivery
 * @param {IncomingMessage} request
 * @returns {Promise<Answer>}
 */
async function findAnswer(root, delivery, { method = '', url = '/', headers }) {
  if (method !== 'GET' && method !== 'HEAD') {
    return { status: 405, headers: { allow: 'GET, HEAD' }, body: 'only GET and HEAD are answered\n' };
  }
  if (!isOwnHost(headers.host, url)) {
    return { status: 421, headers: {}, body: 'this server answers to localhost alone\n' };
  }
  const path = sitePathOf(url);
  const [, query = ''] = /(\?[^#]*)/.exec(url) ?? [];
  const namesFolder = url.replace(/[?#].*$/s, '').endsWith('/');
  const found = path === null ? null : await findPage(root, path, namesFolder);
  if (found === 'folder') {
    return { status: 301, headers: { location: `/${encodePath(String(path))}/${query}` }, body: '' };
  }
  if (found) return answerFile(await choose(root, found, headers), headers, headersOf(delivery, found));
  const page = await findFile(root, NOT_FOUND_PAGE);
  if (page === null || page === 'folder') return { status: 404, headers: {}, body: 'there is no such file\n' };
  const variant = await choose(root, page, headers);
  return { ...answerFile(variant, {}, headersOf(delivery, page)), status: 404 };
}

/**
 * What lies where a request leads: a file, a page by its name without `.html`, a folder's own page, or a folder named
 * without its slash.
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
 * `Vary` stands with files that have no copies too: they may get some, and what caches hold must not be wrong then.
 * @param {import('./delivery.js').Delivery} delivery
 * @param {FoundFile} file
 */
function headersOf(delivery, { path }) {
  return { 'content-type': typeOf(path), ...delivery.headersOf(path) };
}

/**
 * @param {number} port
 * @param {Error & { code?: string }} error
 */
function portError(port, { code }) {
  return new InputError('port', `port ${port} cannot be used (${code}); choose another with --port`);
}
