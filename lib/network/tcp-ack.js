/** @import { End, Packet, Sent } from './tcp-state.js' */

import { packetsInFlight, packetsOut } from './flight.js';
import { noteRateDelivered } from './stacks/rate-sample.js';
import { markLost, noteReduction, resendLost, undoReduction } from './tcp-loss.js';
import { armProbe, pump, rearmRto } from './tcp-send.js';

/**
 * Updates the estimate with a measured round trip, as Linux does.
 * @param {End} end @param {number} sample milliseconds
 */
export function takeRoundTrip(end, sample) {
  const least = end.net.stack.varianceMinMs;
  if (end.srtt === 0) {
    end.srtt = Math.max(sample, 0.001);
    end.mdev = 2 * sample;
    end.rttvar = Math.max(end.mdev, least);
    end.mdevMax = end.rttvar;
    end.rttSeq = end.next;
  } else {
    let error = sample - end.srtt;
    end.srtt += error / 8;
    if (error < 0) {
      error = -error - end.mdev / 4;
      if (error > 0) error /= 8;
    } else error -= end.mdev / 4;
    end.mdev += error;
    if (end.mdev > end.mdevMax) {
      end.mdevMax = end.mdev;
      if (end.mdevMax > end.rttvar) end.rttvar = end.mdevMax;
    }
    if (end.una > end.rttSeq) {
      if (end.mdevMax < end.rttvar) end.rttvar -= (end.rttvar - end.mdevMax) / 4;
      end.rttSeq = end.next;
      end.mdevMax = least;
    }
  }
  end.rto = end.srtt + end.rttvar;
  end.minRttMs = end.minRttMs === 0 ? sample : Math.min(end.minRttMs, sample);
}

/** @param {End} end @param {Sent} sent */
function forget(end, sent) {
  if (sent.sacked) end.sackedCount -= 1;
  if (sent.lost) end.lostCount -= 1;
  if (sent.inFlightAgain) end.againCount -= 1;
}

/**
 * Removes acknowledged segments from those in flight. Returns the count of segments that this delivered.
 * @param {End} end @param {number} ack
 */
function acknowledge(end, ack) {
  const { now } = end.net.engine;
  let firstSentAt = -1;
  let sawAgain = false;
  let delivered = 0;
  let originals = 0;
  while (end.flightHead < end.flight.length) {
    const sent = end.flight[end.flightHead];
    if (sent.seq + sent.bytes > ack) break;
    if (sent.again) sawAgain = true;
    else {
      originals += 1;
      if (firstSentAt < 0) firstSentAt = sent.sentAt;
    }
    if (!sent.sacked) {
      delivered += 1;
      noteRateDelivered(end, sent);
    }
    end.rackRtt = now - sent.sentAt;
    forget(end, sent);
    if (sent.fin) end.finAcked = true;
    end.flightHead += 1;
  }
  end.una = ack;
  if (end.flightHead > 64 && end.flightHead * 2 > end.flight.length) {
    end.flight.splice(0, end.flightHead);
    end.flightHead = 0;
  }
  if (firstSentAt >= 0 && !sawAgain) {
    takeRoundTrip(end, now - firstSentAt);
    end.net.stack.noteRoundTrip(end, end.rackRtt);
  }
  return { delivered, originals };
}

/**
 * Marks the segments of a selective acknowledgement. Returns the number of newly marked segments.
 * @param {End} end @param {Packet} packet
 */
function takeSacks(end, packet) {
  if (packet.sacks === null) return 0;
  let fresh = 0;
  for (const [from, to] of packet.sacks.toSorted(([a], [b]) => a - b)) {
    for (let index = firstFrom(end, from); index < end.flight.length; index += 1) {
      const sent = end.flight[index];
      if (sent.seq + sent.bytes > to) break;
      if (sent.sacked) continue;
      if (sent.lost) end.lostCount -= 1;
      if (sent.inFlightAgain) end.againCount -= 1;
      sent.lost = false;
      sent.inFlightAgain = false;
      sent.sacked = true;
      end.sackedCount += 1;
      noteRateDelivered(end, sent);
      end.rackRtt = end.net.engine.now - sent.sentAt;
      fresh += 1;
    }
  }
  return fresh;
}

/**
 * Returns the index of the first segment in flight that begins at a sequence number or later.
 * @param {End} end @param {number} seq
 */
function firstFrom({ flight, flightHead }, seq) {
  let [low, high] = [flightHead, flight.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (flight[middle].seq < seq) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Marks segments as lost that were sent before the newest segment that arrived.
 * @param {End} end
 */
function markHoles(end) {
  let newestAt = -1;
  let newest = -1;
  for (let index = end.flightHead; index < end.flight.length; index += 1) {
    const sent = end.flight[index];
    if (!sent.sacked || sent.sentAt < newestAt) continue;
    newestAt = sent.sentAt;
    newest = index;
  }
  for (let index = end.flightHead; index < end.flight.length; index += 1) {
    const sent = end.flight[index];
    const isOlder = sent.again ? sent.sentAt < newestAt : sent.sentAt <= newestAt && index < newest;
    if (!sent.sacked && isOlder && !(sent.lost && !sent.inFlightAgain)) markLost(end, sent);
  }
}

/** @param {End} end */
function enterRecovery(end) {
  noteReduction(end);
  end.caState = 'recovery';
  end.highSeq = end.next;
  end.prrDelivered = 0;
  end.prrSent = 0;
  end.tlpHighSeq = -1;
  if (end.sackedCount > 0) markHoles(end);
  else markLost(end, end.flight[end.flightHead]);
  if (end.net.stack.hasSack) return;
  end.cwnd = end.ssthresh;
  if (packetsInFlight(end) >= end.cwnd) resendHead(end);
}

/**
 * Sends the first segment of a recovery regardless of the window.
 * @param {End} end
 */
function resendHead(end) {
  const { cwnd } = end;
  end.cwnd = packetsInFlight(end) + 1;
  resendLost(end);
  end.cwnd = cwnd;
}

/**
 * Processes an acknowledgement after a time-out: F-RTO of RFC 5682, undo by duplicate SACK, or continuation. Returns
 * what to send once the window has grown: lost segments, new data as a test for losses, or nothing.
 * @param {End} end @param {boolean} advanced @param {number} originals @param {boolean} sackedNew
 * @returns {'lost' | 'new' | 'nothing'}
 */
function goOnAfterTimeout(end, advanced, originals, sackedNew) {
  const recovered = end.una >= end.highSeq;
  if (end.undoSeq >= 0 && end.undoPending <= 0 && advanced) {
    undoReduction(end);
    return 'nothing';
  }
  if (end.frto) {
    if (originals > 0) {
      undoReduction(end);
      return 'nothing';
    }
    if (end.next > end.highSeq) {
      if (sackedNew || !advanced) end.frto = false;
    } else if (advanced && !recovered) {
      end.highSeq = end.next;
      if (end.written > end.next) return 'new';
      end.frto = false;
    }
  }
  if (recovered) {
    end.caState = 'open';
    end.undoSeq = -1;
    return 'nothing';
  }
  return 'lost';
}

/**
 * Ends a tail loss probe that was answered. A duplicate means that nothing was lost, an advance that the tail was.
 * @param {End} end @param {Packet} packet @param {boolean} advanced
 */
function endProbe(end, packet, advanced) {
  if (end.tlpHighSeq < 0 || packet.ack < end.tlpHighSeq) return;
  if (!end.tlpResent || packet.repeated >= 0 || !advanced) {
    end.tlpHighSeq = -1;
    return;
  }
  if (packet.ack > end.tlpHighSeq) {
    noteReduction(end);
    end.cwnd = end.ssthresh;
    end.undoSeq = -1;
    end.tlpHighSeq = -1;
  }
}

/**
 * Processes the acknowledgement of a packet.
 * @param {End} end @param {Packet} packet
 */
export function processAck(end, packet) {
  if (packet.ack < end.una || packet.ack > end.next) return;
  const advanced = packet.ack > end.una;
  const wasOut = packetsOut(end);
  if (packet.repeated >= 0 && end.undoPending > 0) end.undoPending -= 1;
  const wasLost = end.lostCount;
  const { delivered, originals } = advanced ? acknowledge(end, packet.ack) : { delivered: 0, originals: 0 };
  const sackedNew = takeSacks(end, packet);
  let resends = false;
  endProbe(end, packet, advanced);
  const isDuplicate = !advanced && wasOut > 0 && packet.bytes === 0 && !packet.fin && packet.repeated < 0;
  if (advanced) end.duplicateAcks = 0;
  else if (isDuplicate) end.duplicateAcks += 1;

  if (advanced || sackedNew > 0) {
    if (!armProbe(end, true)) rearmRto(end);
  }
  if (end.caState === 'loss') {
    const then = goOnAfterTimeout(end, advanced, originals, sackedNew > 0);
    if (advanced) end.net.stack.growWindow(end, delivered);
    const before = end.next;
    if (then === 'new') pump(end);
    if (then === 'new' && end.next === before) end.frto = false;
    if (then === 'lost' || (then === 'new' && end.next === before)) resendLost(end);
  } else if (end.caState === 'recovery') {
    if (end.una >= end.highSeq) {
      end.caState = 'open';
      end.net.stack.leaveRecovery(end);
    } else {
      if (end.sackedCount > 0) markHoles(end);
      else if (advanced) markLost(end, end.flight[end.flightHead]);
      resends = true;
    }
  } else if (packetsOut(end) > 0 && end.net.stack.looksLost(end)) {
    enterRecovery(end);
    resends = true;
  } else if (advanced) {
    end.net.stack.growWindow(end, delivered);
  }
  end.net.stack.noteAcked(end, delivered + sackedNew, advanced && end.lostCount <= wasLost);
  if (resends) resendLost(end);
}
