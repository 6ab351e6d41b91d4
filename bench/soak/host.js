/*
 * A host for static sites that shares no code with the tested tool. It follows the conventions that hosts have in
 * common, applies `_headers`, and reports the transferred size of a file.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { lookup } from 'mrmime';

const CATCH_ALL = /^\/\*\s+\/index\.html\s+200/m;
const COMPRESSED = /\.(?:x?html?|css|m?js|json|map|svg|xml|txt|webmanifest|wasm|ico|ttf|otf|eot|bmp)$/i;
/** Quality 11 takes seconds per megabyte and is hardly smaller. Both sides use the same quality. */
const BROTLI_QUALITY = 9;

/** @typedef {{ file: string, status: number } | 'redirect' | null} Found */
/** @typedef {Awaited<ReturnType<typeof openHost>>} Host */

/**
 * Serves a folder below a path of the host.
 * @param {string} folder
 * @param {string} base with slashes at both ends
 */
export async function openHost(folder, base) {
  const rules = readHeaderRules(folder);
  /** @type {Map<string, number>} */
  const weights = new Map();
  const server = createServer((request, response) => answer(request, response, { folder, base, rules }));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return {
    origin: `http://127.0.0.1:${port}`,
    /** Returns the bytes of an address, compressed as on common hosts. @param {string} url */
    weigh: (url) => {
      const found = find(new URL(url).pathname, { folder, base, isDocument: false });
      if (!found || found === 'redirect') return 0;
      const known = weights.get(found.file) ?? weighFile(found.file);
      weights.set(found.file, known);
      return known;
    },
    close: () => server.close(),
  };
}

/**
 * @param {import('node:http').IncomingMessage} request @param {import('node:http').ServerResponse} response
 * @param {{ folder: string, base: string, rules: ReturnType<typeof readHeaderRules> }} site
 */
function answer(request, response, { folder, base, rules }) {
  const { pathname, search } = new URL(request.url ?? '/', 'http://host');
  const isDocument = ['document', 'frame', 'iframe'].includes(String(request.headers['sec-fetch-dest']));
  const found = find(pathname, { folder, base, isDocument });
  if (found === 'redirect') return response.writeHead(301, { location: `${pathname}/${search}` }).end();
  if (!found) return response.writeHead(404, { 'content-type': 'text/plain' }).end('not found');
  const type = lookup(extname(found.file).toLowerCase()) ?? 'application/octet-stream';
  const own = rules.flatMap(({ matches, headers }) => (matches(pathname) ? headers : []));
  const headers = { 'content-type': type, 'cache-control': 'max-age=600', ...Object.fromEntries(own) };
  const bytes = readFileSync(found.file);
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
  if (!range) return response.writeHead(found.status, { ...headers, 'accept-ranges': 'bytes' }).end(bytes);
  const [from, to] = [Number(range[1]), Math.min(range[2] ? Number(range[2]) : bytes.length, bytes.length - 1)];
  response.writeHead(206, { ...headers, 'content-range': `bytes ${from}-${to}/${bytes.length}` });
  return response.end(bytes.subarray(from, to + 1));
}

/** @param {string} pathname @param {{ folder: string, base: string, isDocument: boolean }} site @returns {Found} */
function find(pathname, { folder, base, isDocument }) {
  const asked = decode(pathname);
  if (asked === null || !`${asked}/`.startsWith(base)) return null;
  const path = asked.slice(base.length);
  if (path.split('/').includes('..')) return null;
  const at = join(folder, path);
  const isFolder = path === '' || path.endsWith('/');
  const names = isFolder ? [join(at, 'index.html'), join(at, 'index.htm')] : [at, `${at}.html`];
  const plain = names.find(isFile);
  if (plain) return { file: plain, status: 200 };
  if (!isFolder && isFile(join(at, 'index.html'))) return 'redirect';
  if (!isDocument) return null;
  const redirects = join(folder, '_redirects');
  const home = join(folder, 'index.html');
  if (isFile(redirects) && CATCH_ALL.test(readFileSync(redirects, 'utf8'))) return { file: home, status: 200 };
  if (isFile(join(folder, '200.html'))) return { file: join(folder, '200.html'), status: 200 };
  return isFile(join(folder, '404.html')) ? { file: join(folder, '404.html'), status: 404 } : null;
}

/** @param {string} path */
function isFile(path) {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** @param {string} pathname @returns {string | null} null if it is not a valid escape */
function decode(pathname) {
  try {
    return decodeURIComponent(pathname);
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}

/** @param {string} file */
function weighFile(file) {
  const bytes = readFileSync(file);
  if (!COMPRESSED.test(file) && extname(file) !== '') return bytes.length;
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  return Math.min(bytes.length, brotliCompressSync(bytes, { params }).length);
}

/**
 * Reads a Netlify-style `_headers` file: a path on its own line, with its headers indented below it.
 * @param {string} folder
 */
function readHeaderRules(folder) {
  /** @type {{ matches: (path: string) => boolean, headers: [string, string][] }[]} */
  const rules = [];
  if (!existsSync(join(folder, '_headers'))) return rules;
  for (const line of readFileSync(join(folder, '_headers'), 'utf8').split('\n')) {
    if (/^\//.test(line)) {
      const pattern = new RegExp(
        `^${line
          .trim()
          .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
          .replaceAll('*', '.*')}$`,
      );
      rules.push({ matches: (path) => pattern.test(path), headers: [] });
    }
    const header = /^\s+([\w-]+):\s*(\S.*)$/.exec(line);
    if (header) rules.at(-1)?.headers.push([header[1].toLowerCase(), header[2].trim()]);
  }
  return rules;
}
