import { isIP } from 'node:net';
import { connect } from 'node:tls';

/** @import { LookupFunction } from 'node:net' */
/** @import { RecordedResponse } from './record-page.js' */

/** Time-out of a handshake. A server that has just sent a page answers another one immediately. */
const GREETING_MS = 5000;

/**
 * Returns the HTTP versions of a server: the one that it selects for a browser's first connection (ALPN), without
 * encryption that of its answer, and HTTP/3 if its answers offer it for later connections (`alt-svc`).
 * @param {URL} page
 * @param {readonly RecordedResponse[]} responses
 * @param {LookupFunction} lookup
 * @returns {Promise<readonly string[]>}
 */
export async function findHttpVersions({ protocol, hostname, port }, responses, lookup) {
  const offersHttp3 = responses.some(({ headers }) => /(?:^|[\s,])h3(?:-\d+)?=/.test(headers['alt-svc'] ?? ''));
  const host = hostname.replace(/^\[|\]$/g, '');
  const first = protocol === 'https:' ? await agreeOn({ host, port: Number(port || 443), lookup }) : null;
  const spoken = first ?? responses.at(-1)?.httpVersion;
  return [...(spoken ? [spoken] : []), ...(offersHttp3 ? ['3'] : [])];
}

/**
 * @param {{ host: string, port: number, lookup: LookupFunction }} where
 * @returns {Promise<string | null>} null if there is no answer
 */
function agreeOn(where) {
  return new Promise((resolve) => {
    // The connection carries no request, and the server's identity was verified when the page was fetched.
    const socket = connect({
      ...where,
      ...(isIP(where.host) ? {} : { servername: where.host }),
      ALPNProtocols: ['h2', 'http/1.1'],
      rejectUnauthorized: false,
    });
    const done = (/** @type {string | null} */ version) => {
      socket.destroy();
      resolve(version);
    };
    socket.setTimeout(GREETING_MS, () => done(null));
    socket.once('error', () => done(null));
    socket.once('secureConnect', () => done(socket.alpnProtocol === 'h2' ? '2' : '1.1'));
  });
}
