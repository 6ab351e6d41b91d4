/** The window that Linux offers as it receives: it grows while there is room, and the room grows with what is read. */
/** @import { End, Packet } from '../tcp-state.js' */
import { roomLeft } from '../tcp-state.js';

/** Smaller segments do not make the window grow. */
const GROWING_BYTES = 128;

/**
 * Offers a larger window while there is room for it; Linux acknowledges at once what made it grow.
 * @param {End} end @param {Packet} packet
 */
export function growOffer(end, packet) {
  const { now } = end.net.engine;
  if (end.roundStart < 0 || end.received >= end.roundSeq) {
    if (end.roundStart >= 0)
      end.roundMs = end.roundMs === 0 ? now - end.roundStart : Math.min(end.roundMs, now - end.roundStart);
    end.roundStart = now;
    end.roundSeq = end.received + end.offered;
  }
  if (end.net.tcp.timestamps && end.srtt > 0 && packet.bytes >= end.rcvMss) end.roundMs = end.srtt;
  const room = roomLeft(end);
  if (packet.bytes < GROWING_BYTES || end.offered >= room) return;
  end.offered = Math.min(room, end.offered + Math.max(2 * end.rcvMss, 2 * packet.bytes));
  end.quick |= 1;
}

/**
 * Makes room for what the program reads in a round trip, and for as much again (dynamic right-sizing).
 * @param {End} end
 */
export function growRoom(end) {
  const { now } = end.net.engine;
  if (end.roundMs === 0 || now - end.copiedAt < end.roundMs) return;
  const copied = end.read - end.copiedSeq;
  if (copied > end.copiedBytes) {
    const twice = 2 * copied;
    const room = twice + (2 * twice * (copied - end.copiedBytes)) / end.copiedBytes;
    end.room = Math.max(end.room, Math.min(room, end.net.tcp.windowBytes));
    end.copiedBytes = copied;
  }
  end.copiedSeq = end.read;
  end.copiedAt = now;
}
