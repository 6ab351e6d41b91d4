/** Counts the packets in a pcap of raw IP packets, from the client's end of the link. */

import { readFileSync } from 'node:fs';

/**
 * @typedef {{ at: number, up: boolean, isTcp: boolean, ipBytes: number, payload: number, flags: number, sequence:
 * number,
 *   port: number }} Segment
 * @typedef {{ packets: number, packetsUp: number, packetsDown: number, payloadBytes: number, payloadUp: number,
 *   payloadDown: number, ipBytes: number, dataSeconds: number, startedAt: number, retransmitted: number, syn: number,
 *   fin: number, resets: number }} Counts
 */

const flag = Object.freeze({ fin: 1, syn: 2, reset: 4 });
/** Protocol numbers of IPv4. */
const TCP = 6;
/** See `TCP`. */
const UDP = 17;
/** Bytes of a UDP header. */
const UDP_HEADER_BYTES = 8;
/** Min bytes of a QUIC datagram that contains data. Smaller ones contain acknowledgements, pings or windows. */
const MIN_DATA_DATAGRAM_BYTES = 60;

/**
 * Lists the TCP segments and UDP datagrams of a capture, in order of arrival.
 * @param {Buffer} pcap
 * @param {string} client
 * @returns {Segment[]}
 */
export function readSegments(pcap, client) {
  const segments = [];
  for (let at = 24; at + 16 <= pcap.length; ) {
    const seconds = pcap.readUInt32LE(at) + pcap.readUInt32LE(at + 4) / 1e9;
    const packet = pcap.subarray(at + 16, at + 16 + pcap.readUInt32LE(at + 8));
    at += 16 + packet.length;
    if (packet[0] >> 4 !== 4 || (packet[9] !== TCP && packet[9] !== UDP)) continue;
    const isTcp = packet[9] === TCP;
    const ipHeader = (packet[0] & 15) * 4;
    const up = packet.subarray(12, 16).join('.') === client;
    const ipBytes = packet.readUInt16BE(2);
    segments.push({
      at: seconds,
      up,
      ipBytes,
      isTcp,
      payload: ipBytes - ipHeader - (isTcp ? (packet[ipHeader + 12] >> 4) * 4 : UDP_HEADER_BYTES),
      flags: isTcp ? packet[ipHeader + 13] : 0,
      sequence: isTcp ? packet.readUInt32BE(ipHeader + 4) : 0,
      port: packet.readUInt16BE(ipHeader + (up ? 0 : 2)),
    });
  }
  return segments;
}

/**
 * Returns totals over segments. A segment with bytes that were captured before counts as retransmitted.
 * @param {readonly Segment[]} segments
 * @returns {Counts}
 */
export function countSegments(segments) {
  /** @type {Map<string, number>} */
  const next = new Map();
  let retransmitted = 0;
  for (const { up, isTcp, port, sequence, payload, flags } of segments) {
    if (!isTcp) continue;
    const flow = `${up} ${port}`;
    const seen = next.get(flow);
    const end = (sequence + payload + (flags & flag.syn ? 1 : 0)) >>> 0;
    if (payload > 0 && seen !== undefined && ((sequence - seen) | 0) < 0) retransmitted += 1;
    if (seen === undefined || flags & flag.syn || ((end - seen) | 0) > 0) next.set(flow, end);
  }
  const data = segments.filter(({ isTcp, payload }) => payload > (isTcp ? 0 : MIN_DATA_DATAGRAM_BYTES));
  const carrying = segments.filter(({ payload }) => payload > 0);
  const sum = (/** @type {readonly Segment[]} */ list) => list.reduce((total, segment) => total + segment.payload, 0);
  const count = (/** @type {number} */ bit) => segments.filter((segment) => segment.flags & bit).length;
  return {
    packets: segments.length,
    packetsUp: segments.filter((segment) => segment.up).length,
    packetsDown: segments.filter((segment) => !segment.up).length,
    payloadBytes: sum(carrying),
    payloadUp: sum(carrying.filter((segment) => segment.up)),
    payloadDown: sum(carrying.filter((segment) => !segment.up)),
    ipBytes: segments.reduce((total, segment) => total + segment.ipBytes, 0),
    dataSeconds: data.length > 0 ? data[data.length - 1].at - data[0].at : 0,
    startedAt: segments[0]?.at ?? 0,
    retransmitted,
    syn: count(flag.syn),
    fin: count(flag.fin),
    resets: count(flag.reset),
  };
}

/**
 * @param {string} file
 * @param {string} client
 */
export function countCapture(file, client) {
  return countSegments(readSegments(readFileSync(file), client));
}
