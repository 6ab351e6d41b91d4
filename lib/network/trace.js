/** @typedef {ReturnType<typeof createTrace>} Trace */

/** Creates counters that are comparable with a packet capture at the client. */
export function createTrace() {
  return {
    packetsUp: 0,
    packetsDown: 0,
    ipBytesUp: 0,
    ipBytesDown: 0,
    payloadUp: 0,
    payloadDown: 0,
    dataUp: 0,
    dataDown: 0,
    syn: 0,
    fin: 0,
    reset: 0,
    ack: 0,
    retransmitted: 0,
    lost: 0,
    connections: 0,
    connectionMs: 0,
    firstDataMs: -1,
    lastDataMs: 0,
    lastPacketMs: 0,
  };
}

/** Bit of a packet's kind: SYN. */
export const SYN = 1;
/** Bit of a packet's kind: FIN. */
export const FIN = 2;
/** Bit of a packet's kind: reset. */
export const RESET = 4;
/** Bit of a packet's kind: retransmission. */
export const RETRANSMITTED = 8;

/**
 * Counts a packet that was sent.
 * @param {Trace} trace
 * @param {'up' | 'down'} way
 * @param {number} ipBytes
 * @param {number} payloadBytes
 * @param {number} kind
 */
export function countPacket(trace, way, ipBytes, payloadBytes, kind) {
  if (way === 'up') {
    trace.packetsUp += 1;
    trace.ipBytesUp += ipBytes;
    trace.payloadUp += payloadBytes;
    if (payloadBytes > 0) trace.dataUp += 1;
  } else {
    trace.packetsDown += 1;
    trace.ipBytesDown += ipBytes;
    trace.payloadDown += payloadBytes;
    if (payloadBytes > 0) trace.dataDown += 1;
  }
  if (kind & SYN) trace.syn += 1;
  if (kind & FIN) trace.fin += 1;
  if (kind & RESET) trace.reset += 1;
  if (kind & RETRANSMITTED) trace.retransmitted += 1;
  if (payloadBytes === 0 && (kind & (SYN | FIN | RESET)) === 0) trace.ack += 1;
}

/**
 * Records that a packet passed the client's end of the link.
 * @param {Trace} trace @param {number} now @param {number} payloadBytes
 */
export function notePassing(trace, now, payloadBytes) {
  if (now > trace.lastPacketMs) trace.lastPacketMs = now;
  if (payloadBytes === 0) return;
  if (trace.firstDataMs < 0) trace.firstDataMs = now;
  if (now > trace.lastDataMs) trace.lastDataMs = now;
}
