/** @import { Net } from '../tcp-state.js' */
/** @import { Message } from './quic-end.js' */
import { cancel } from '../engine.js';
import { countPacket, notePassing } from '../trace.js';
import { IP_UDP_BYTES, QuicEnd } from './quic-end.js';
import { receiveDatagram } from './quic-receive.js';
import { armQuic } from './quic-recovery.js';
import { pump } from './quic-send.js';
import { QUIC_HABITS } from './servers.js';

/** A frame that closes the connection, in a packet of its own. */
const CLOSE_BYTES = 50;

/**
 * Creates the two ends of a QUIC connection.
 * @param {Net} net
 * @param {{ client: keyof typeof QUIC_HABITS, server: keyof typeof QUIC_HABITS, order: string, window: number | null
 * }} ways
 *   `window`: the server's initial window in packets, where a scenario names one
 */
export function openQuic(net, { client: clientName, server: serverName, order, window }) {
  const habits = QUIC_HABITS[serverName];
  const client = new QuicEnd(net, 'up', QUIC_HABITS[clientName], 'ignored');
  const server = new QuicEnd(net, 'down', window === null ? habits : { ...habits, initialWindow: window }, order);
  client.peer = server;
  server.peer = client;
  for (const end of [client, server]) Object.assign(end, { receive: receiveDatagram, arm: armQuic });
  net.trace.connections += 1;
  return { client, server };
}

/**
 * Sends a message that precedes all streams.
 * @param {QuicEnd} end @param {Message} message @param {number} bytes
 */
export function sendMessage(end, message, bytes) {
  end.control.push({ message, bytes, last: true, sent: false, arrived: false });
  pump(end);
}

/**
 * Ends the connection with one last packet.
 * @param {QuicEnd} client
 */
export function closeQuic(client) {
  const { net } = client;
  for (const end of [client, /** @type {QuicEnd} */ (client.peer)]) {
    for (const event of [end.timer, end.ackTimer, end.paceEvent]) cancel(event);
    end.isClosed = true;
  }
  countPacket(net.trace, 'up', IP_UDP_BYTES + CLOSE_BYTES, CLOSE_BYTES, 0);
  notePassing(net.trace, net.engine.now, 0);
}
