/** @import { End } from './tcp-state.js' */

/** RFC 9438: the cubic's coefficient and its multiplicative decrease. */
const CUBIC_C = 0.4;
const CUBIC_BETA = 0.7;

/**
 * The window that CUBIC aims at now, in packets.
 * @param {End} end
 */
function cubicTarget(end) {
  const { now } = end.net.engine;
  if (end.cubicEpoch < 0) {
    end.cubicEpoch = now;
    end.cubicOrigin = Math.max(end.cubicWMax, end.cwnd);
    end.cubicK = Math.cbrt((end.cubicOrigin - end.cwnd) / CUBIC_C);
  }
  const seconds = (now - end.cubicEpoch + end.srtt) / 1000 - end.cubicK;
  const cubic = end.cubicOrigin + CUBIC_C * seconds ** 3;
  const rounds = (now - end.cubicEpoch) / Math.max(end.srtt, 0.001);
  const friendly = end.cubicWMax * CUBIC_BETA + ((3 * (1 - CUBIC_BETA)) / (1 + CUBIC_BETA)) * rounds;
  return Math.max(cubic, friendly);
}

/**
 * Grows a window counted in packets by what was delivered: by as many in slow start, by one a round trip after.
 * @param {End} end @param {number} delivered
 */
function growPackets(end, delivered) {
  let rest = delivered;
  if (end.cwnd < end.ssthresh) {
    const grown = Math.min(end.cwnd + rest, end.ssthresh);
    rest -= grown - end.cwnd;
    end.cwnd = grown;
    if (rest <= 0) return;
  }
  let perPacket = end.cwnd;
  if (end.net.tcp.congestion === 'cubic') {
    const target = cubicTarget(end);
    perPacket = target > end.cwnd ? Math.max(2, end.cwnd / (target - end.cwnd)) : 100 * end.cwnd;
  }
  end.growth += rest;
  while (end.growth >= perPacket) {
    end.growth -= perPacket;
    end.cwnd += 1;
  }
}

/**
 * Grows the congestion window after an acknowledgement of new data.
 * @param {End} end @param {number} delivered segments
 */
export function growWindow(end, delivered) {
  const { tcp, mss } = end.net;
  if (tcp.stack === 'bsd97') {
    end.cwnd += end.cwnd < end.ssthresh ? mss : Math.max(1, Math.floor((mss * mss) / end.cwnd));
    end.cwnd = Math.min(end.cwnd, 65_535);
    return;
  }
  if (tcp.stack === 'ns') {
    growPackets(end, 1);
    return;
  }
  const slowStart = end.cwnd < end.ssthresh;
  if (end.cwndLimited || (slowStart && end.cwnd < 2 * end.maxPacketsOut)) growPackets(end, delivered);
}
