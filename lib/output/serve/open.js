/** @import { IncomingMessage, ServerResponse } from 'node:http' */
/** @import { Server, Socket } from 'node:net' */
/** @import { Certificate } from './certificate.js' */
/** @import { Link } from './shape.js' */

import { createServer } from 'node:http';
import { createSecureServer } from 'node:http2';
import { InputError } from '../../base/errors.js';
import { openDoor } from './shape.js';

/**
 * @typedef {object} Listening
 * @property {string} url
 * @property {() => number} bytesSent
 * @property {() => Promise<void>} close
 */

/**
 * Listens on the loopback address: HTTP/1.1, or HTTP/2 and HTTP/1.1 with a certificate; through a simulated link, if
 * one is given.
 * @param {(request: IncomingMessage, response: ServerResponse) => void} answer
 * @param {{ port: number, certificate?: Certificate | null, link?: Link | null }} options
 * @returns {Promise<Listening>}
 */
export async function open(answer, { port, certificate = null, link = null }) {
  const server = certificate
    ? createSecureServer({ ...certificate, allowHTTP1: true }).on('request', answer)
    : createServer(answer);
  const watched = watch(server);
  await listen(server, link ? 0 : port);
  const door = link ? openDoor(portOf(server), link) : null;
  const watchedDoor = door ? watch(door) : null;
  if (door) await listen(door, port);
  return {
    url: `${certificate ? 'https' : 'http'}://127.0.0.1:${portOf(door ?? server)}/`,
    bytesSent: watched.bytesSent,
    close: async () => {
      await watchedDoor?.close();
      await watched.close();
    },
  };
}

/** @param {Server} server @param {number} port */
function listen(server, port) {
  return new Promise((done, fail) => {
    server.once('error', (/** @type {Error & { code?: string }} */ { code }) =>
      fail(new InputError('port', `Port ${port} cannot be used (${code}). Choose another one with --port.`)),
    );
    server.listen(port, '127.0.0.1', () => done(null));
  });
}

/** @param {Server} server */
function portOf(server) {
  return /** @type {import('node:net').AddressInfo} */ (server.address()).port;
}

/**
 * Tracks the connections of a server, and the bytes it has sent, including headers and encryption.
 * @param {Server} server
 */
function watch(server) {
  /** @type {Set<Socket>} */
  const sockets = new Set();
  let ended = 0;
  server.on('connection', (/** @type {Socket} */ socket) => {
    sockets.add(socket);
    socket.once('close', () => {
      sockets.delete(socket);
      ended += socket.bytesWritten;
    });
  });
  return {
    bytesSent: () => [...sockets].reduce((sum, { bytesWritten }) => sum + bytesWritten, ended),
    // HTTP/2 would keep its connections open.
    close: () =>
      new Promise((done) => {
        server.close(() => done(null));
        for (const socket of sockets) socket.destroy();
      }),
  };
}
