/** @import { End, Packet } from './tcp-state.js' */

import { IP_TCP_BYTES } from './defaults.js';
import { windowOf } from './tcp-state.js';
import { clear } from './timer.js';
import { countPacket, FIN, notePassing, RESET, RETRANSMITTED, SYN } from './trace.js';

/** 10 bytes of the option and 2 bytes of padding (RFC 7323). */
export const TIMESTAMP_BYTES = 12;
/** Two sequence numbers (RFC 2018). */
const SACK_BLOCK_BYTES = 8;
/** Max blocks next to timestamps (RFC 2018). */
const MAX_SACK_BLOCKS = 3;

/** @param {End} receiver @param {Packet} packet */
function arrive(receiver, packet) {
  const { net } = receiver;
  if (receiver.way === 'up') notePassing(net.trace, net.engine.now, packet.bytes);
  net.receive(receiver, packet);
}

/**
 * Returns the bytes of a range that a modem can compress.
 * @param {End} end @param {number} from @param {number} to
 */
function squeezable(end, from, to) {
  while (end.runHead < end.runEnds.length && end.runEnds[end.runHead] <= end.una) end.runHead += 1;
  let start = end.runHead === 0 ? 0 : end.runEnds[end.runHead - 1];
  let bytes = 0;
  for (let run = end.runHead; run < end.runEnds.length && start < to; run += 1) {
    const stop = end.runEnds[run];
    if (end.runSqueezes[run] && stop > from) bytes += Math.min(stop, to) - Math.max(start, from);
    start = stop;
  }
  return bytes;
}

/**
 * Notes that a pending acknowledgement was sent with a packet.
 * @param {End} end
 */
function noteAckSent(end) {
  if (end.quick > 0 && end.ackScheduled) {
    end.quick -= 1;
    if (end.quick === 0) end.ato = end.net.tcp.delayedAckMs;
  }
  end.ackScheduled = false;
  end.pushed = 0;
  const { received } = end;
  // An offered window is never reduced.
  end.advertised = Math.max(end.advertised - (received - end.ackedUpTo), windowOf(end));
  end.ackedUpTo = received;
  clear(end.ackTimer);
}

/**
 * Sends one packet. Every packet except the first SYN carries an acknowledgement.
 * @param {End} end @param {number} seq @param {number} bytes @param {number} kind flags of `trace.js`
 * @param {number} repeated @param {boolean} push
 */
export function emit(end, seq, bytes, kind, repeated = -1, push = false) {
  const { net, way } = end;
  const { stack } = net;
  const { timestamps } = net.tcp;
  const sacks = end.outOfOrder.length > 0 && stack.hasSack ? end.outOfOrder.slice(-MAX_SACK_BLOCKS) : null;
  const blocks = (sacks?.length ?? 0) + (repeated >= 0 ? 1 : 0);
  let ipBytes = IP_TCP_BYTES + bytes + (timestamps ? TIMESTAMP_BYTES : 0);
  if (kind & SYN) ipBytes += stack.synOptionBytes + (timestamps ? -4 : 0);
  if (blocks > 0) ipBytes += 4 + SACK_BLOCK_BYTES * blocks;
  /** @type {Packet} */
  const packet = {
    seq,
    bytes,
    ack: end.received,
    ipBytes,
    syn: (kind & SYN) !== 0,
    fin: (kind & FIN) !== 0,
    reset: (kind & RESET) !== 0,
    push,
    repeated,
    sacks,
  };
  if (end.state === 'open') noteAckSent(end);
  if (way === 'up') notePassing(net.trace, net.engine.now, bytes);
  const squeezed = net.compresses ? squeezable(end, seq, seq + bytes) : 0;
  const arrives = net.wire.send(way, ipBytes, squeezed, arrive, end.peer, packet);
  // A capture at the client misses packets that are lost on the way down.
  if (arrives || way === 'up') countPacket(net.trace, way, ipBytes, bytes, kind);
  if (!arrives) net.trace.lost += 1;
}

/** @param {End} end */
export function sendAck(end) {
  emit(end, end.next, 0, 0);
}

/**
 * Acknowledges immediately that a segment arrived a second time.
 * @param {End} end @param {number} repeatedEnd
 */
export function sendDuplicateAck(end, repeatedEnd) {
  emit(end, end.next, 0, 0, end.net.stack.hasSack ? repeatedEnd : -1);
}

/** @param {End} end */
export function sendReset(end) {
  emit(end, end.next, 0, RESET);
}

export { FIN, RETRANSMITTED, SYN };
