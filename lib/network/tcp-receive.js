/** @import { End, Packet } from './tcp-state.js' */

import { present } from './present.js';
import { sendAck, sendDuplicateAck } from './tcp-emit.js';

/**
 * Handles the timer of a delayed acknowledgement.
 * @param {End} end
 */
export function ackTimeout(end) {
  if (!end.ackScheduled) return;
  end.net.stack.noteAckTimeout(end);
  sendAck(end);
}

/** Returns true if the program still processes the data it read. @param {End} end */
const isBusy = ({ way, net }) => way === 'up' && net.engine.now < net.clientBusyUntil;

/**
 * Acknowledges received data now or later.
 * @param {End} end
 */
export function checkAck(end) {
  if (!end.ackScheduled) return;
  const { stack } = end.net;
  if (end.outOfOrder.length > 0) sendAck(end);
  else stack.scheduleAck(end);
}

/**
 * Wakes the program, which reads.
 * @param {End} end
 */
function wake(end) {
  end.wakePending = false;
  if (isBusy(end)) {
    scheduleWake(end);
    return;
  }
  const bytes = Math.min(end.received, end.finSeq < 0 ? end.received : end.finSeq) - end.read;
  end.read += bytes;
  if (bytes > 0) {
    end.net.stack.noteRead(end);
    end.onData(bytes);
  }
  if (end.finReceived && end.read === end.finSeq) {
    end.read += 1;
    end.onEnd();
  }
}

/** @param {End} end */
function scheduleWake(end) {
  if (end.wakePending) return;
  end.wakePending = true;
  const { engine, variation, clientBusyUntil } = end.net;
  const ready = engine.now + (end.way === 'up' ? end.net.wakeClientMs() : variation.wakeMs());
  engine.at(end.way === 'up' ? Math.max(ready, clientBusyUntil) : ready, wake, end, null);
}

/** @param {End} end */
function takeOutOfOrder(end) {
  while (end.outOfOrder.length > 0 && end.outOfOrder[0][0] <= end.received) {
    const [, to] = present(end.outOfOrder.shift());
    if (to > end.received) end.received = to;
  }
}

/** @param {End} end @param {number} from @param {number} to */
function keepOutOfOrder(end, from, to) {
  /** @type {[number, number][]} */
  const merged = [];
  let low = from;
  let high = to;
  for (const range of end.outOfOrder) {
    if (range[1] < low || range[0] > high) merged.push(range);
    else {
      low = Math.min(low, range[0]);
      high = Math.max(high, range[1]);
    }
  }
  merged.push([low, high]);
  end.outOfOrder = merged.sort((a, b) => a[0] - b[0]);
}

/**
 * Processes the data and the FIN of a packet. `checkAck` decides the acknowledgement afterwards.
 * @param {End} end @param {Packet} packet
 */
export function receiveData(end, packet) {
  const bytes = packet.bytes + (packet.fin ? 1 : 0);
  if (bytes === 0) return;
  const stop = packet.seq + bytes;
  if (packet.fin) end.finSeq = stop - 1;
  if (stop <= end.received) {
    end.net.stack.noteDuplicate(end);
    end.ackScheduled = true;
    sendDuplicateAck(end, stop);
    return;
  }
  if (packet.seq > end.received) {
    keepOutOfOrder(end, packet.seq, stop);
    end.ackScheduled = true;
    return;
  }
  end.received = stop;
  takeOutOfOrder(end);
  if (packet.bytes > 0) {
    end.ackScheduled = true;
    end.net.stack.noteData(end, packet);
  }
  if (end.finSeq >= 0 && end.received > end.finSeq && !end.finReceived) {
    end.finReceived = true;
    end.ackScheduled = true;
    end.pingpong = true;
  }
  scheduleWake(end);
}
