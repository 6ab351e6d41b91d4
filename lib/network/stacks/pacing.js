/** Pacing of Linux: after each burst a connection waits for the time that the burst takes at its rate. */
/** @import { End } from '../tcp-state.js' */

/** Segments that a connection sends before it is paced (`tcp_update_skb_after_send`). */
const UNPACED_SEGMENTS = 10;
/** A burst holds what the rate sends in 1/1024 s (`sk_pacing_shift`). */
const BURST_MS = 1000 / 1024;
/** Max bytes of a burst (`GSO_LEGACY_MAX_SIZE`, minus a header). */
const MAX_BURST_BYTES = 65_215;
/** Each 2^9 µs of the shortest round trip halves the addition to a burst (`tcp_tso_rtt_log`). */
const RTT_STEP_MS = 0.512;
/** Longest round trip with an addition, in steps. */
const MAX_RTT_STEPS = 31;
/** Links slower than this use bursts of less than two segments, in bytes per millisecond (1.2 Mbit/s). */
const SLOW_RATE = 150;
/** Rate of CUBIC and Reno as a multiple of the window per round trip, in slow start (`tcp_pacing_ss_ratio`). */
const SLOW_START_SHARE = 2;
/** The same multiple after slow start (`tcp_pacing_ca_ratio`). */
const AVOIDANCE_SHARE = 1.2;

/** @param {End} end */
export const isPaced = ({ net: { tcp } }) => tcp.pacing || tcp.congestion === 'bbr';

/** Returns the segments of a burst. @param {End} end */
export function burstSegments(end) {
  const { mss } = end.net;
  const steps = Math.floor(end.minRttMs / RTT_STEP_MS);
  const extra = end.minRttMs > 0 && steps <= MAX_RTT_STEPS ? MAX_BURST_BYTES / 2 ** steps : 0;
  const bytes = Math.min(end.pacingRate * BURST_MS + extra, MAX_BURST_BYTES);
  const least = end.net.tcp.congestion === 'bbr' && end.pacingRate < SLOW_RATE ? 1 : 2;
  return Math.max(Math.floor(bytes / mss), least);
}

/** Sets the rate from the window. @param {End} end */
export function updatePacingRate(end) {
  if (end.net.tcp.congestion === 'bbr' || end.srtt === 0) return;
  const share = end.cwnd < end.ssthresh / 2 ? SLOW_START_SHARE : AVOIDANCE_SHARE;
  const packets = Math.max(end.cwnd, end.flight.length - end.flightHead);
  end.pacingRate = (share * packets * end.net.mss) / end.srtt;
}

/**
 * Returns true if a segment may be sent now. Otherwise sets the timer that continues.
 * @param {End} end
 */
export function mayPace(end) {
  if (!isPaced(end) || end.burstLeft > 0) return true;
  const { engine } = end.net;
  if (end.pacedUntil > engine.now) {
    if (end.paceEvent === null) end.paceEvent = engine.at(end.pacedUntil, resume, end, null);
    return false;
  }
  end.burstLeft = burstSegments(end);
  return true;
}

/** @param {End} end */
function resume(end) {
  end.paceEvent = null;
  end.net.resume(end);
}

/** Counts a segment to its burst. @param {End} end @param {number} bytes */
export function notePaced(end, bytes) {
  if (!isPaced(end)) return;
  end.segmentsSent += 1;
  end.burstBytes += bytes;
  end.burstLeft -= 1;
  if (end.burstLeft <= 0) endBurst(end);
}

/** Ends a burst. The next one waits until this one has left at the connection's rate. @param {End} end */
export function endBurst(end) {
  if (end.burstBytes === 0) return;
  const { now } = end.net.engine;
  if (end.segmentsSent >= UNPACED_SEGMENTS && end.pacingRate > 0) {
    const lengthMs = end.burstBytes / end.pacingRate;
    const lateMs = Math.max(0, now - end.pacedUntil);
    end.pacedUntil = Math.max(now, end.pacedUntil) + lengthMs - Math.min(lengthMs / 2, lateMs);
  }
  end.burstBytes = 0;
  end.burstLeft = 0;
}
