/** @import { Engine } from './engine.js' @import { Link } from './types.ts' */
import { createRandom } from './random.js';

/** @typedef {ReturnType<typeof createWire>} Wire */

/** An ATM cell with its header. */
const ATM_CELL_BYTES = 53;
/** An ATM cell of 53 bytes has a header of 5. */
const ATM_CELL_PAYLOAD_BYTES = 48;
/** AAL5 trailer and the LLC/SNAP header of RFC 2684. */
const ATM_PACKET_BYTES = 16;
/** Flag, address, control, protocol and checksum of PPP in HDLC-like framing (RFC 1662). */
const PPP_PACKET_BYTES = 8;

/**
 * Returns the size of a packet on the link itself.
 * @param {Link['framing']} framing @param {number} ipBytes
 */
function frameBytes(framing, ipBytes) {
  if (framing === 'atm') return Math.ceil((ipBytes + ATM_PACKET_BYTES) / ATM_CELL_PAYLOAD_BYTES) * ATM_CELL_BYTES;
  return framing === 'ppp' ? ipBytes + PPP_PACKET_BYTES : ipBytes;
}

/**
 * Creates a queue that knows when each of its packets has left, including the one that is being sent.
 * @param {number} limit packets
 */
function createQueue(limit) {
  /** @type {number[]} */
  const leavesAt = [];
  let head = 0;
  return {
    /** Returns true if there is no room for another packet. @param {number} now */
    isFull(now) {
      while (head < leavesAt.length && leavesAt[head] <= now) head += 1;
      return leavesAt.length - head >= limit;
    },
    /** @param {number} at the time when a packet has left */
    push(at) {
      leavesAt.push(at);
    },
  };
}

/**
 * Creates two queues, one for each direction, in front of a line with a rate and a delay.
 * @param {Engine} engine @param {Link} link
 */
export function createWire(engine, link) {
  // Each direction loses packets by their number, as the link of bench/wire does.
  const random = { up: createRandom(~link.seed), down: createRandom(link.seed) };
  const bitsPerMs = { up: link.upBitsPerSecond / 1000, down: link.downBitsPerSecond / 1000 };
  const delayMs = link.rttMs / 2;
  const freeAt = { up: 0, down: 0 };
  const queues = { up: createQueue(link.queuePackets), down: createQueue(link.queuePackets) };

  return {
    /** True if the link can lose packets. */
    isLossy: link.lossRate > 0,
    /**
     * Queues a packet and schedules its arrival. Returns true if it will arrive.
     * @template S, A
     * @param {'up' | 'down'} way @param {number} ipBytes @param {number} compressibleBytes
     * @param {(subject: S, argument: A) => void} arrive @param {S} subject @param {A} argument
     */
    send(way, ipBytes, compressibleBytes, arrive, subject, argument) {
      const start = Math.max(freeAt[way], engine.now);
      if (queues[way].isFull(engine.now)) return false;
      const squeezed = ipBytes - compressibleBytes * (1 - 1 / link.modemCompression);
      const end = start + (frameBytes(link.framing, squeezed) * 8) / bitsPerMs[way];
      freeAt[way] = end;
      if (link.lossRate > 0 && random[way]() < link.lossRate) return false;
      queues[way].push(end);
      engine.at(end + delayMs, arrive, subject, argument);
      return true;
    },
  };
}
