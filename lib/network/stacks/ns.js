/** The ns simulator of 2006. */
/** @import { Stack } from '../tcp-state.js' */
import { setAt } from '../timer.js';
import * as packetWindow from './packet-window.js';
import { ackEverySecond, PLAIN } from './plain.js';

/** @type {Stack} */
export const NS = Object.freeze({
  ...PLAIN,
  varianceMinMs: 200,
  firstRtoMs: 3000,
  synOptionBytes: 0,
  initialCwnd: (segments) => segments,
  ssthreshAfterLoss: packetWindow.ssthreshAfterLoss,
  cwndAfterTimeout: packetWindow.cwndAfterTimeout,
  maySend: packetWindow.maySend,
  maySendTail: packetWindow.maySendTail,
  mayResend: packetWindow.maySend,
  growWindow: (end) => packetWindow.growPackets(end, 1),
  restartAfterIdle: packetWindow.restartAfterIdle,
  scheduleAck: ackEverySecond((end) => setAt(end.ackTimer, end.net.engine.now + end.net.tcp.delayedAckMs)),
});
