/** Congestion windows counted in packets, as in Linux and the ns simulator. */
/** @import { End } from '../tcp-state.js' */
import { packetsInFlight } from '../flight.js';

/** Coefficient of the cubic function (RFC 9438). */
const CUBIC_C = 0.4;
/** Multiplicative decrease of CUBIC (RFC 9438, 4.6). */
const CUBIC_BETA = 0.7;
/** Multiplicative decrease of Reno (RFC 5681). */
const RENO_BETA = 0.5;
/** The smallest window after a loss, in packets. */
const MIN_WINDOW_PACKETS = 2;
/** Windows in which a window above its target grows by one packet. */
const PLATEAU_WINDOWS = 100;

/**
 * Returns the current target window of CUBIC, in packets.
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
 * Grows a window by the delivered packets: by their count in slow start, later by one per round trip.
 * @param {End} end @param {number} delivered
 */
export function growPackets(end, delivered) {
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
    perPacket = target > end.cwnd ? Math.max(2, end.cwnd / (target - end.cwnd)) : PLATEAU_WINDOWS * end.cwnd;
  }
  end.growth += rest;
  while (end.growth >= perPacket) {
    end.growth -= perPacket;
    end.cwnd += 1;
  }
}

/** Returns the slow start threshold after a loss. @param {End} end */
export function ssthreshAfterLoss(end) {
  const isCubic = end.net.tcp.congestion === 'cubic';
  const decrease = isCubic ? CUBIC_BETA : RENO_BETA;
  // Fast convergence: a window that shrinks again before it has recovered leaves bandwidth to others.
  if (isCubic) end.cubicWMax = end.cwnd < end.cubicWMax ? (end.cwnd * (1 + CUBIC_BETA)) / 2 : end.cwnd;
  return Math.max(MIN_WINDOW_PACKETS, Math.floor(end.cwnd * decrease));
}

/** Returns the window with space for one more packet than those in flight. @param {End} end */
export const cwndAfterTimeout = (end) => packetsInFlight(end) + 1;

/** @param {End} end */
export const maySend = (end) => packetsInFlight(end) < end.cwnd;

/**
 * Returns true if Nagle's rule with Minshall's change allows a small segment: one may be in flight.
 * @param {End} end
 */
export const maySendTail = (end) => end.lastSmallEnd <= end.una;

/**
 * Reduces the window after a silence longer than the time-out, halved for each time-out that passed.
 * @param {End} end @param {number} idleMs
 */
export function restartAfterIdle(end, idleMs) {
  const restart = Math.min(end.initialWindow, end.cwnd);
  end.ssthresh = Math.max(end.ssthresh, Math.floor((3 * end.cwnd) / 4));
  let { cwnd } = end;
  for (let idle = idleMs - end.rto; idle > 0 && cwnd > restart; idle -= end.rto) cwnd = Math.floor(cwnd / 2);
  end.cwnd = Math.max(cwnd, restart);
  end.cwndStamp = end.net.engine.now;
  end.cwndUsed = 0;
}
