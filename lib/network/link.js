/** @import { Engine } from './engine.js' @import { Link } from './types.ts' */

/** @typedef {ReturnType<typeof createWire>} Wire */

/** A cell of ATM with its header. */
const ATM_CELL_BYTES = 53;
/** An ATM cell of 53 bytes has a header of 5. */
const ATM_CELL_PAYLOAD_BYTES = 48;
/** AAL5 trailer and the LLC/SNAP header of RFC 2684. */
const ATM_PACKET_BYTES = 16;
/** Flag, address, control, protocol and checksum of PPP in HDLC-like framing (RFC 1662). */
const PPP_PACKET_BYTES = 8;

/**
 * What a packet takes on the link itself.
 * @param {Link['framing']} framing @param {number} ipBytes
 */
function frameBytes(framing, ipBytes) {
  if (framing === 'atm') return Math.ceil((ipBytes + ATM_PACKET_BYTES) / ATM_CELL_PAYLOAD_BYTES) * ATM_CELL_BYTES;
  return framing === 'ppp' ? ipBytes + PPP_PACKET_BYTES : ipBytes;
}

/**
 * Numbers between 0 and 1, always the same for a seed (mulberry32).
 * @param {number} seed
 */
export function createRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * Two queues, one each way, in front of a line with a rate and a delay.
 * @param {Engine} engine @param {Link} link
 */
export function createWire(engine, link) {
  const random = createRandom(link.seed);
  const bitsPerMs = { up: link.upBitsPerSecond / 1000, down: link.downBitsPerSecond / 1000 };
  const delayMs = link.rttMs / 2;
  const freeAt = { up: 0, down: 0 };
  const fullPacketMs = {
    up: (frameBytes(link.framing, link.mtu) * 8) / bitsPerMs.up,
    down: (frameBytes(link.framing, link.mtu) * 8) / bitsPerMs.down,
  };

  return {
    /**
     * Queues a packet and lets it arrive; says whether it will.
     * @template S, A
     * @param {'up' | 'down'} way @param {number} ipBytes @param {number} compressibleBytes
     * @param {(subject: S, argument: A) => void} arrive @param {S} subject @param {A} argument
     */
    send(way, ipBytes, compressibleBytes, arrive, subject, argument) {
      const start = Math.max(freeAt[way], engine.now);
      if (start - engine.now > link.queuePackets * fullPacketMs[way]) return false;
      const squeezed = ipBytes - compressibleBytes * (1 - 1 / link.modemCompression);
      const end = start + (frameBytes(link.framing, squeezed) * 8) / bitsPerMs[way];
      freeAt[way] = end;
      if (link.lossRate > 0 && random() < link.lossRate) return false;
      engine.at(end + delayMs, arrive, subject, argument);
      return true;
    },
  };
}
