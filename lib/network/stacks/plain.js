/** Common behaviour of the older stacks: no selective acknowledgements, no probes, nothing adaptive. */
/** @import { Stack } from '../tcp-state.js' */
import { sendAck } from '../tcp-emit.js';
import { isSet } from '../timer.js';

/** Duplicate acknowledgements that indicate a loss. */
const DUPLICATES_FOR_LOSS = 3;

const nothing = () => {};

/** @satisfies {Partial<Stack>} */
export const PLAIN = {
  hasSack: false,
  hasTailProbe: false,
  /** @type {Stack['timerTime']} */
  timerTime: ({ engine }, delayMs) => engine.now + delayMs,
  /** @type {Stack['looksLost']} */
  looksLost: (end) => end.duplicateAcks >= DUPLICATES_FOR_LOSS,
  noteWindowUse: nothing,
  noteOpen: nothing,
  noteSent: nothing,
  joinForResend: nothing,
  noteData: nothing,
  noteDuplicate: nothing,
  noteAckTimeout: nothing,
  noteRead: nothing,
  noteRoundTrip: nothing,
  noteAcked: nothing,
  noteTimeout: nothing,
  /** @type {Stack['noteUndo']} */
  noteUndo: (end) => {
    end.cwnd = Math.max(end.cwnd, end.priorCwnd);
  },
  /** @type {Stack['leaveRecovery']} */
  leaveRecovery: (end) => {
    end.cwnd = Math.max(end.ssthresh, 2);
  },
};

/**
 * Acknowledges every second full segment. Other data is acknowledged when the timer set by `delay` fires.
 * @param {(end: import('../tcp-state.js').End) => void} delay
 * @returns {Stack['scheduleAck']}
 */
export const ackEverySecond = (delay) => (end) => {
  const { tcp, mss } = end.net;
  if (tcp.ackEvery === 1 || tcp.delayedAckMs === 0 || end.received - end.ackedUpTo >= 2 * mss) sendAck(end);
  else if (!isSet(end.ackTimer)) delay(end);
};
