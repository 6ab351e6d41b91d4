/** @import { ServerResponse } from 'node:http' */
/** @import { Listening } from './open.js' */

import { readFileSync } from 'node:fs';
import { hostOf, isOwnHost } from './host.js';
import { open } from './open.js';
import { openServer } from './server.js';

const page = readFileSync(new URL('./compare.html', import.meta.url), 'utf8');
/** The page may load nothing except its frames and their data. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'; frame-src *";

/**
 * Serves a site before and after changes, and a page that shows both, one over the other, with their requests and
 * bytes.
 * @param {{ before: string, after: string }} folders
 * @param {Parameters<typeof openServer>[1]} options `port`: of the page; each site has its own port
 * @returns {Promise<Listening & { sites: { before: string, after: string } }>}
 */
export async function openComparison({ before, after }, { port, ...options }) {
  /** @type {Set<ServerResponse>} */
  const listeners = new Set();
  const tell = (/** @type {object} */ event) => {
    for (const response of listeners) response.write(`data: ${JSON.stringify(event)}\n\n`);
  };
  /** @param {'before' | 'after'} side @param {string} folder */
  const serveSide = async (side, folder) => {
    let requests = 0;
    const server = await openServer(folder, {
      ...options,
      port: 0,
      compresses: true,
      onAnswer: ({ target, purpose }) => {
        requests += 1;
        tell({ side, requests, bytes: server.bytesSent(), ...(purpose === 'iframe' ? { target } : {}) });
      },
    });
    return server;
  };
  const sides = { before: await serveSide('before', before), after: await serveSide('after', after) };
  const sites = { before: sides.before.url, after: sides.after.url };
  const control = await open(
    ({ url = '/', headers }, response) => {
      if (!isOwnHost(hostOf(headers), url)) {
        response.writeHead(421, { 'content-type': 'text/plain' }).end('this server only responds to localhost\n');
      } else if (url === '/events') {
        response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
        response.write(`data: ${JSON.stringify({ sites })}\n\n`);
        listeners.add(response);
        response.once('close', () => listeners.delete(response));
      } else if (url === '/') {
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': POLICY });
        response.end(page);
      } else {
        response.writeHead(404, { 'content-type': 'text/plain' }).end('there is no such file\n');
      }
    },
    { port, certificate: options.certificate },
  );
  return {
    ...control,
    sites,
    close: async () => {
      for (const each of [control, sides.before, sides.after]) await each.close();
    },
  };
}
