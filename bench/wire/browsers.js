/** Third-party clients on the link: nghttp and Chromium. */

import { execFile } from 'node:child_process';
import { env, execPath } from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { serverAddress } from './namespaces.js';
import { listReferences } from './page.js';
import { quicPorts } from './quic-servers.js';
import { hashPublicKey } from './server.js';

/** @import { Exchange, Measurement, Visit } from './measure.js' */
/** @import { Lab } from './namespaces.js' */
/** @import { PageFile } from './page.js' */

const run = promisify(execFile);
const visitProgram = fileURLToPath(new URL('chromium-visit.js', import.meta.url));

/** @param {number} port */
const isQuic = (port) => Object.values(quicPorts).some((each) => each === port);

/** @param {number} port */
const isSecure = (port) => port === 443 || isQuic(port);

/** @param {number} port */
function originOf(port) {
  const defaults = port === 443 || port === 80;
  return `${isSecure(port) ? 'https' : 'http'}://${serverAddress}${defaults ? '' : `:${port}`}`;
}

/**
 * Returns the exchanges of a client that requests everything once, with the sizes of the files and of the observed
 * headers.
 * @param {readonly PageFile[]} files
 * @param {(url: string) => { requestBytes: number, responseHeaderBytes: number } | undefined} headersOf
 * @param {boolean} gzip
 * @returns {Exchange[]}
 */
function listExchanges(files, headersOf, gzip) {
  const references = listReferences(files);
  const sizes = new Map(files.map(({ path, bytes }) => [path, bytes.length]));
  const order = [{ url: '/index.html', foundIn: null, foundAtByte: null }, ...references];
  return order.map(({ url, foundIn, foundAtByte }) => {
    const path = url.slice(1);
    const decodedBytes = sizes.get(path) ?? 0;
    const bytes = (gzip ? sizes.get(`${path}.gz`) : undefined) ?? decodedBytes;
    const headers = headersOf(url) ?? { requestBytes: 190, responseHeaderBytes: 240 };
    return { url, foundIn, foundAtByte, bytes, decodedBytes, ...headers };
  });
}

/**
 * Visits with nghttp, which fetches the page and its references over one HTTP/2 connection, but does not parse style
 * sheets.
 * @param {Lab} lab
 * @param {Measurement} wanted
 * @returns {Promise<Visit>}
 */
export async function visitWithNghttp(lab, { page, port = 82 }) {
  const url = `${originOf(port)}/index.html`;
  await run('ip', ['netns', 'exec', lab.client, ...lab.urgent, 'nghttp', '-an', url], { timeout: 120_000 });
  const exchanges = listExchanges(page, () => undefined, true);
  return { exchanges: exchanges.filter(({ foundIn }) => !foundIn?.endsWith('.css')) };
}

/**
 * Visits with Chromium and an empty cache, over HTTP/3 if the port belongs to such a server and HTTP/3 is wanted.
 * @param {{ chromium: string | null, libraries: string | null }} programs
 * @returns {(lab: Lab, wanted: Measurement) => Promise<Visit>}
 */
export function chromiumVisitor({ chromium, libraries }) {
  const environment = libraries === null ? env : { ...env, LD_LIBRARY_PATH: libraries };
  return async (lab, { page, http, port = 80 }) => {
    const words = [
      'netns',
      'exec',
      lab.client,
      ...lab.browserFirst,
      execPath,
      visitProgram,
      chromium ?? '',
      `${originOf(port)}/index.html`,
      ...(http.version === '3' ? [hashPublicKey(lab)] : []),
    ];
    const { stdout } = await run('ip', words, { timeout: 120_000, env: environment });
    /**
     * @type {{ heads: Record<string, { requestBytes: number, responseHeaderBytes: number }>, protocols: string[],
     *   finishedAt: number }}
     */
    const { heads, protocols, finishedAt } = JSON.parse(stdout);
    if (http.version === '3' && protocols.some((name) => name !== 'h3'))
      throw new Error(`the page came over ${protocols.join(', ')}, not h3`);
    const exchanges = listExchanges(page, (url) => heads[url], true).filter(({ url }) => url in heads);
    return { exchanges, ...(http.version === '3' ? { finishedAt } : {}) };
  };
}
