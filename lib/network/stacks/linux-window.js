/**
 * The window that Linux offers to the sender. It grows while the buffer has space, and the buffer grows with the data
 * that is read.
 */
/** @import { End, Packet } from '../tcp-state.js' */
import { roomLeft } from '../tcp-state.js';

/** Segments smaller than this do not grow the window. */
const GROWING_BYTES = 128;

/**
 * Offers a larger window while the buffer has space. Linux acknowledges the segment that made it grow immediately.
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
 * Grows the buffer to twice the data that the program reads in a round trip (dynamic right-sizing).
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
