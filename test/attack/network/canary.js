import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A connection or datagram that arrived. Pages must cause none.
 * @typedef {{ port: number, protocol: 'tcp' | 'udp', beginning: string }} Visit
 *
 * @typedef {object} Canary
 * @property {readonly number[]} ports
 * @property {() => Visit[]} visits all until now
 * @property {() => Promise<void>} close
 */

const BEGINNING_LENGTH = 80;
const MAX_TRIES = 100;

/**
 * Listens on a number of ports of every interface over TCP and UDP, and responds like a web server.
 * @param {number} count
 * @returns {Promise<Canary>}
 */
export async function openCanary(count) {
  /** @type {Visit[]} */
  const visits = [];
  /** @type {{ port: number, close: () => Promise<void> }[]} */
  const listeners = [];
  for (let tries = 0; listeners.length < count && tries < MAX_TRIES; tries += 1) {
    const listener = await listenOn(0, visits).catch(() => null);
    if (listener) listeners.push(listener);
  }
  return {
    ports: listeners.map(({ port }) => port),
    visits: () => [...visits],
    close: async () => void (await Promise.all(listeners.map(({ close }) => close()))),
  };
}

/** Listens on one port with both protocols. @param {number} wanted 0: any @param {Visit[]} visits */
async function listenOn(wanted, visits) {
  const server = createServer((socket) => {
    const visit = { port, protocol: /** @type {const} */ ('tcp'), beginning: '' };
    visits.push(visit);
    socket.on('error', () => {});
    socket.once('data', (data) => {
      visit.beginning = data.toString('latin1').slice(0, BEGINNING_LENGTH).split('\r\n')[0];
      socket.end('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
    });
  });
  server.listen(wanted, '::');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const socket = createSocket('udp6');
  socket.on('message', (data) => visits.push({ port, protocol: 'udp', beginning: `${data.length} bytes` }));
  const close = async () => {
    await new Promise((resolve) => socket.close(() => resolve(null)));
    await new Promise((resolve) => server.close(resolve));
  };
  try {
    socket.bind(port, '::');
    await Promise.race([
      once(socket, 'listening'),
      once(socket, 'error').then(([error]) => {
        throw error;
      }),
    ]);
  } catch (error) {
    server.close();
    throw error;
  }
  return { port, close };
}
