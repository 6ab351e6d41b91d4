import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { lookup } from 'mrmime';

/**
 * Serves a folder as static hosts do: `/a` is `a`, `a/index.html` or `a.html`.
 * @param {string} folder
 */
export async function serveFolder(folder) {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
    const found = [path, join(path, 'index.html'), `${path.replace(/\/$/, '')}.html`]
      .map((name) => join(folder, name))
      .find((name) => name.startsWith(folder) && existsSync(name) && statSync(name).isFile());
    if (!found) return response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>404</h1>');
    const type = lookup(extname(found)) ?? 'application/octet-stream';
    response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(readFileSync(found));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}
