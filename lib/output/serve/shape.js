/** @import { Socket } from 'node:net' */

import { connect, createServer } from 'node:net';
import { Transform } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * @typedef {{ downBitsPerSecond: number, upBitsPerSecond: number, rttMs: number, mtu: number, queuePackets: number }}
 *   Link
 */

/** Bytes of the IPv4 and TCP headers of each packet. */
const HEADER_BYTES = 40;
/** Initial window of a sender: https://www.rfc-editor.org/rfc/rfc6928 */
const FIRST_PACKETS = 10;

/**
 * Opens a proxy before a server that simulates a link: its rate, which all connections share, its round trip, a
 * handshake, and a window that grows with the data that arrived. It loses no packets.
 * @param {number} port of the server behind it
 * @param {Link} link
 */
export function openDoor(port, link) {
  const down = openWay(link, link.downBitsPerSecond);
  const up = openWay(link, link.upBitsPerSecond);
  return createServer({ noDelay: true }, (outer) => {
    const inner = connect({ port, host: '127.0.0.1', noDelay: true });
    outer.pipe(up(link.rttMs)).pipe(inner);
    inner.pipe(down(0)).pipe(outer);
    endTogether(outer, inner);
  });
}

/**
 * @param {Socket} one
 * @param {Socket} other
 */
function endTogether(one, other) {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ]) {
    // A connection that the browser ends, ends on the other side, too.
    from.on('error', () => to.destroy());
    from.on('close', () => from.readableEnded || to.destroy());
  }
}

/**
 * Opens one direction of a link. Each connection gets a stream through it.
 * @param {Link} link
 * @param {number} bitsPerSecond
 * @returns {(setupMs: number) => Transform}
 */
function openWay({ rttMs, mtu, queuePackets }, bitsPerSecond) {
  const msPerByte = 8000 / bitsPerSecond;
  const segment = mtu - HEADER_BYTES;
  const maxWindow = rttMs / msPerByte + queuePackets * mtu;
  let freeAt = 0;
  return (setupMs) => {
    const openAt = performance.now() + setupMs;
    let window = FIRST_PACKETS * segment;
    let onTheWay = 0;
    /** @type {(() => void) | null} */
    let waiting = null;
    let last = Promise.resolve();

    /** @param {number} size */
    function heard(size) {
      onTheWay -= size;
      window = Math.min(maxWindow, window + size);
      waiting?.();
    }

    return new Transform({
      async transform(chunk, _, done) {
        await until(openAt);
        for (let at = 0; at < chunk.length; at += segment) {
          const piece = chunk.subarray(at, at + segment);
          while (onTheWay >= window) await new Promise((go) => (waiting = () => go(null)));
          onTheWay += piece.length;
          freeAt = Math.max(freeAt, performance.now()) + (piece.length + HEADER_BYTES) * msPerByte;
          const arrival = freeAt + rttMs / 2;
          last = last.then(() => until(arrival)).then(() => void this.push(piece));
          setTimeout(heard, arrival + rttMs / 2 - performance.now(), piece.length);
        }
        done();
      },
      flush(done) {
        last.then(() => done());
      },
    });
  };
}

/** Waits until a time. Timers count whole milliseconds, so less than one is not waited for. @param {number} time */
function until(time) {
  const left = time - performance.now();
  return left < 1 ? Promise.resolve() : wait(left);
}
