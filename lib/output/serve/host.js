/**
 * Names of this machine alone. Another name that leads here can belong to a foreign page that reads the served files.
 */
const LOOPBACK = /^(?:localhost|[\w-]+(?:\.[\w-]+)*\.localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

/**
 * Returns true if a request was sent to this machine by one of its own names.
 * @param {string | undefined} host
 * @param {string} target of the request line, which can name a host as well
 */
export function isOwnHost(host, target) {
  const named = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(target)?.[1];
  return [host, named].every((name) => name === undefined || LOOPBACK.test(name));
}

/**
 * Returns the host that a request names. HTTP/2 has its own field for it.
 * @param {import('node:http').IncomingHttpHeaders} headers
 * @returns {string | undefined}
 */
export function hostOf(headers) {
  const named = headers[':authority'] ?? headers.host;
  return named === undefined ? undefined : String(named);
}
