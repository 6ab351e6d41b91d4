/** @import { Socket } from 'node:net' */

import { connect, createServer } from 'node:net';
import { Transform } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * @typedef {{ downBitsPerSecond: number, upBitsPerSecond: number, rttMs: number, mtu: number, queuePackets: number }}
 *   Link
 */

/** Headers of IPv4 and TCP in each packet. */
const HEADER_BYTES = 40;
/** What a sender may have on its way before it hears anything: https://www.rfc-editor.org/rfc/rfc6928 */
const FIRST_PACKETS = 10;

/**
 * A door before a server that lets bytes through as a link would: its rate, which all connections share, its round
 * trip, a handshake, and a window that grows with what has arrived. Nothing is lost on it.
 * @param {number} port of the server behind
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
    // A connection that breaks is the browser's to choose: what it was for breaks with it.
    from.on('error', () => to.destroy());
    from.on('close', () => from.readableEnded || to.destroy());
  }
}

/**
 * One direction of a link; each connection gets a stream through it.
 * @param {Link} link
 * @param {number} bitsPerSecond
 * @returns {(setupMs: number) => Transform}
 */
function openWay({ rttMs, mtu, queuePackets }, bitsPerSecond) {
  const msPerByte = 8000 / bitsPerSecond;
  const segment = mtu - HEADER_BYTES;
  const mostWindow = rttMs / msPerByte + queuePackets * mtu;
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
      window = Math.min(mostWindow, window + size);
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

/** Timers count in whole milliseconds: less than one is not waited for. @param {number} time */
function until(time) {
  const left = time - performance.now();
  return left < 1 ? Promise.resolve() : wait(left);
}
