/**
 * A host for static sites that shares no code with the tested tool. It follows the conventions that hosts have in
 * common.
 */
import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, relative } from 'node:path';

/** @type {Readonly<Record<string, string>>} */
const TYPES = {
  ...{ '.html': 'text/html', '.css': 'text/css', '.js': 'text/javascript', '.mjs': 'text/javascript' },
  ...{ '.json': 'application/json', '.svg': 'image/svg+xml', '.png': 'image/png', '.jpg': 'image/jpeg' },
  ...{ '.gif': 'image/gif', '.webp': 'image/webp', '.avif': 'image/avif', '.woff2': 'font/woff2' },
  ...{ '.woff': 'font/woff', '.wasm': 'application/wasm', '.xml': 'text/xml', '.txt': 'text/plain' },
};
const CATCH_ALL = /^\/\*\s+\/index\.html\s+200/m;

/** @typedef {{ file: string, status: number } | 'redirect' | null} Found */

/**
 * @param {string} folder
 * @param {string} base path on the host at which the site is served, with slashes at both ends
 */
export function openHost(folder, base) {
  const isFile = (/** @type {string} */ path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  const first = (/** @type {readonly (readonly [string, number])[]} */ candidates) => {
    const found = candidates.find(([file]) => isFile(file));
    return found ? { file: found[0], status: found[1] } : null;
  };
  const isShell = ['200.html', '404.html', '_redirects'].every((name) => !isFile(join(folder, name)));
  /** @param {string} pathname @param {boolean} isDocument @returns {Found} */
  const find = (pathname, isDocument) => {
    const asked = decodeURIComponent(pathname);
    if (!`${asked}/`.startsWith(base)) return null;
    const path = asked.slice(base.length);
    const at = join(folder, path);
    const isFolder = path === '' || path.endsWith('/');
    const plain = first(isFolder ? [[join(at, 'index.html'), 200]] : [exactly(at), exactly(`${at}.html`)]);
    if (plain) return plain;
    if (!isFolder && isFile(join(at, 'index.html'))) return 'redirect';
    if (!isDocument) return null;
    const rules = join(folder, '_redirects');
    if (isFile(rules) && CATCH_ALL.test(readFileSync(rules, 'utf8'))) return exactlyFound(join(folder, 'index.html'));
    return first([
      [join(folder, '200.html'), 200],
      [join(folder, '404.html'), 404],
      ...(isShell ? [exactly(join(folder, 'index.html'))] : []),
    ]);
  };
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://host');
    const found = find(pathname, request.headers['sec-fetch-dest'] === 'document');
    if (found === 'redirect') response.writeHead(301, { location: `${pathname}/${search}` }).end();
    else if (!found) response.writeHead(404, { 'content-length': 0 }).end();
    else {
      const type = TYPES[extname(found.file).toLowerCase()] ?? 'application/octet-stream';
      response.writeHead(found.status, { 'content-type': type, 'cache-control': 'max-age=600' });
      response.end(readFileSync(found.file));
    }
  });
  return {
    /** Returns the file that answered a URL, and its size. @param {string} url @param {boolean} isDocument */
    fileOf: (url, isDocument) => {
      const found = find(new URL(url).pathname, isDocument);
      if (!found || found === 'redirect') return null;
      return { path: relative(folder, found.file), size: statSync(found.file).size };
    },
    /** @returns {Promise<string>} its origin */
    listen: () =>
      new Promise((resolve) => {
        server.listen(0, '127.0.0.1', () => {
          const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
          resolve(`http://127.0.0.1:${port}`);
        });
      }),
    close: () => server.close(),
  };
}

/** @param {string} file @returns {readonly [string, number]} */
function exactly(file) {
  return [file, 200];
}

/** @param {string} file */
function exactlyFound(file) {
  return { file, status: 200 };
}
