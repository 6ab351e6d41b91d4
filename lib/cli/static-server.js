import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, normalize, sep } from 'node:path';
import { InputError } from '../errors.js';
import { decodePath } from '../text/decode-path.js';
import { diskPath } from '../text/disk-name.js';

const CODINGS = [
  { name: 'br', suffix: '.br' },
  { name: 'zstd', suffix: '.zst' },
  { name: 'gzip', suffix: '.gz' },
];

const TYPES = /** @type {Record<string, string>} */ ({
  ...{
    html: 'text/html',
    htm: 'text/html',
    css: 'text/css',
    js: 'text/javascript',
    mjs: 'text/javascript',
    json: 'application/json',
  },
  ...{
    txt: 'text/plain',
    xml: 'application/xml',
    svg: 'image/svg+xml',
    webmanifest: 'application/manifest+json',
    map: 'application/json',
  },
  ...{
    gif: 'image/gif',
    png: 'image/png',
    jpg: 'image/jpeg',
    jpeg: 'image/jpeg',
    webp: 'image/webp',
    avif: 'image/avif',
    ico: 'image/x-icon',
  },
  ...{
    woff: 'font/woff',
    woff2: 'font/woff2',
    ttf: 'font/ttf',
    pdf: 'application/pdf',
    mp4: 'video/mp4',
    wasm: 'application/wasm',
  },
});

/**
 * Serves a folder on the loopback address, choosing compressed files by what the browser accepts.
 * @param {string} root
 * @param {number} port
 * @returns {Promise<{ url: string, close(): Promise<void> }>}
 */
export async function openServer(root, port) {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { allow: 'GET, HEAD' }).end();
      return;
    }
    const answer = findAnswer(root, request.url ?? '/', String(request.headers['accept-encoding'] ?? ''));
    if (answer.status !== 200) {
      response.writeHead(answer.status, answer.headers).end(answer.text);
      return;
    }
    if (request.headers['if-none-match'] === answer.headers.etag) {
      response.writeHead(304, { etag: answer.headers.etag, vary: answer.headers.vary }).end();
      return;
    }
    response.writeHead(200, answer.headers);
    if (request.method === 'HEAD') response.end();
    else
      createReadStream(diskPath(answer.file))
        .on('error', () => response.destroy())
        .pipe(response);
  });
  await new Promise((done, fail) => {
    server.once('error', (error) =>
      fail(
        new InputError(
          'port',
          `port ${port} cannot be used (${/** @type {any} */ (error).code}); choose another with --port`,
        ),
      ),
    );
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
 * @param {string} root
 * @param {string} url
 * @param {string} accepted
 * @returns {{ status: number, headers: Record<string, string>, file: string, text?: string }}
 */
function findAnswer(root, url, accepted) {
  const path = decodePath(url.replace(/[?#].*$/, ''));
  if (path.includes('\0')) return { status: 400, headers: {}, file: '', text: 'the path is not valid\n' };
  const inside = join(root, normalize(path));
  if (inside !== root && !inside.startsWith(root.endsWith(sep) ? root : root + sep))
    return { status: 404, headers: {}, file: '' };
  const found = statOf(inside);
  if (found?.isDirectory() && !path.endsWith('/'))
    return { status: 301, headers: { location: `${url.replace(/[?#].*$/, '')}/` }, file: '' };
  const file = found?.isDirectory() ? join(inside, 'index.html') : inside;
  if (!statOf(file)?.isFile())
    return { status: 404, headers: { 'content-type': 'text/plain' }, file: '', text: `${path} is not there\n` };
  const offered = CODINGS.filter(({ suffix }) => statOf(file + suffix)?.isFile());
  const coding = offered.find(({ name }) => accepts(accepted, name));
  const served = file + (coding?.suffix ?? '');
  const stat = /** @type {import('node:fs').Stats} */ (statOf(served));
  const type = TYPES[file.slice(file.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream';
  const headers = {
    'content-type': type,
    'content-length': String(stat.size),
    etag: `"${stat.size.toString(36)}-${Math.round(stat.mtimeMs).toString(36)}${coding ? `-${coding.name}` : ''}"`,
    'cache-control': 'no-cache',
    ...(offered.length > 0 ? { vary: 'accept-encoding' } : {}),
    ...(coding ? { 'content-encoding': coding.name } : {}),
  };
  return { status: 200, headers, file: served };
}

/**
 * Whether an `Accept-Encoding` header allows a coding.
 * @param {string} header
 * @param {string} name
 */
function accepts(header, name) {
  return header.split(',').some((part) => {
    const [coding, ...parameters] = part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/);
    return coding === name && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
  });
}

/** @param {string} path */
function statOf(path) {
  return statSync(diskPath(path), { throwIfNoEntry: false });
}
