/** BSD of 1997: windows in bytes, and delayed acknowledgements on a heartbeat. */
/** @import { End, Stack } from '../tcp-state.js' */
import { setAt } from '../timer.js';
import { ackEverySecond, PLAIN } from './plain.js';

/** The largest window without the window scale option. */
const MAX_WINDOW_BYTES = 65_535;

/** @param {End} end */
function ssthreshAfterLoss({ cwnd, net: { tcp, mss } }) {
  return Math.max(2 * mss, Math.floor(Math.min(cwnd, tcp.windowBytes) / 2 / mss) * mss);
}

/** @param {End} end */
function growWindow(end) {
  const { mss } = end.net;
  end.cwnd += end.cwnd < end.ssthresh ? mss : Math.max(1, Math.floor((mss * mss) / end.cwnd));
  end.cwnd = Math.min(end.cwnd, MAX_WINDOW_BYTES);
}

/** Sets the timer to the host's next heartbeat, at which all its delayed acknowledgements are sent. @param {End} end */
function waitForHeartbeat(end) {
  const { tcp, engine } = end.net;
  const beat = tcp.delayedAckMs;
  const phase = tcp.heartbeatPhaseMs % beat;
  setAt(end.ackTimer, (Math.floor((engine.now + phase) / beat) + 1) * beat - phase);
}

/** @type {Stack} */
export const BSD97 = Object.freeze({
  ...PLAIN,
  varianceMinMs: 1000,
  firstRtoMs: 6000,
  synOptionBytes: 4,
  initialCwnd: (segments, mss) => segments * mss,
  ssthreshAfterLoss,
  cwndAfterTimeout: (end) => end.net.mss,
  maySend: (end, bytes) => end.next - end.una + bytes <= end.cwnd,
  maySendTail: (end) => end.next === end.una,
  mayResend: (end) => end.againCount * end.net.mss < end.cwnd,
  growWindow,
  restartAfterIdle: (end) => {
    end.cwnd = Math.min(end.cwnd, end.initialWindow * end.net.mss);
  },
  scheduleAck: ackEverySecond(waitForHeartbeat),
});
