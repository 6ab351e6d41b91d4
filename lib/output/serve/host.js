/** Names of this machine alone. Another name that leads here may be a page elsewhere that reads what is served. */
const LOOPBACK = /^(?:localhost|[\w-]+(?:\.[\w-]+)*\.localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

/**
 * Whether a request was sent to this machine by one of its own names.
 * @param {string | undefined} host
 * @param {string} target of the request line, which may name a host as well
 */
export function isOwnHost(host, target) {
  const named = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(target)?.[1];
  return [host, named].every((name) => name === undefined || LOOPBACK.test(name));
}

/**
 * The host that a request names; HTTP/2 has a field of its own for it.
 * @param {import('node:http').IncomingHttpHeaders} headers
 * @returns {string | undefined}
 */
export function hostOf(headers) {
  const named = headers[':authority'] ?? headers.host;
  return named === undefined ? undefined : String(named);
}
