/**
 * @import { Engine } from './engine.js'
 * @import { Wire } from './link.js'
 * @import { Net, Packet } from './tcp-state.js'
 * @import { Trace } from './trace.js'
 * @import { Scenario } from './types.ts'
 * @import { Variation } from './variation.js'
 */
import { IP_TCP_BYTES } from './defaults.js';
import { STACKS } from './stacks/index.js';
import { processAck, takeRoundTrip } from './tcp-ack.js';
import { emit, SYN, sendAck, sendReset, TIMESTAMP_BYTES } from './tcp-emit.js';
import { handleTimer, resendLost } from './tcp-loss.js';
import { ackTimeout, checkAck, receiveData } from './tcp-receive.js';
import { pump, setTimer } from './tcp-send.js';
import { End } from './tcp-state.js';
import { clear } from './timer.js';

/** The time-out after a SYN had to be sent again (RFC 6298). */
const FALLBACK_RTO_MS = 3000;

/** @param {End} end */
function open(end) {
  const { net } = end;
  if (end.synSends === 1) takeRoundTrip(end, net.engine.now - end.synSentAt);
  else end.rto = FALLBACK_RTO_MS;
  net.stack.noteOpen(end);
  clear(end.timer);
  end.state = 'open';
}

/** @param {End} end @param {null} _ */
function tellOpen(end, _) {
  end.onOpen();
  pump(end);
}

/**
 * Stores the values that each host caches of a connection that ends: a long round trip is forgotten slowly.
 * @param {End} end
 */
function remember(end) {
  if (end.srtt === 0) return;
  const { cachedRttMs } = end.net;
  const was = cachedRttMs[end.way];
  cachedRttMs[end.way] = end.srtt >= was ? end.srtt : was - (was - end.srtt) / 8;
}

/** @param {End} end @param {'closed' | 'time-wait'} state */
function finish(end, state) {
  remember(end);
  clear(end.timer);
  clear(end.ackTimer);
  end.state = state;
  if (end.way === 'up') end.net.trace.connectionMs += end.net.engine.now - end.openedAt;
}

/** @param {End} end @param {Packet} packet */
function receiveSyn(end, packet) {
  if (end.state === 'syn-sent') {
    open(end);
    sendAck(end);
    end.net.engine.at(end.net.engine.now + end.net.variation.wakeMs(), tellOpen, end, null);
    return;
  }
  if (end.way === 'up') {
    if (end.state === 'closed') sendReset(end);
    else sendAck(end);
    return;
  }
  if (end.state === 'listen') {
    end.state = 'syn-received';
    end.openedAt = end.net.engine.now;
    setTimer(end, end.rto, false);
  } else if (end.state !== 'syn-received') {
    if (!packet.reset) sendAck(end);
    return;
  }
  end.synSends += 1;
  end.synSentAt = end.net.engine.now;
  emit(end, 0, 0, SYN);
}

/** Continues with data that pacing held back. @param {End} end */
function resume(end) {
  if (end.state !== 'open') return;
  if (end.caState !== 'open') resendLost(end);
  pump(end);
}

/** @param {End} end @param {Packet} packet */
function receive(end, packet) {
  if (packet.reset) {
    if (end.state === 'open') finish(end, 'closed');
    return;
  }
  if (packet.syn) {
    receiveSyn(end, packet);
    return;
  }
  if (end.state === 'closed' || end.state === 'listen') {
    sendReset(end);
    return;
  }
  if (end.state === 'time-wait') {
    if (packet.bytes > 0 || packet.fin) sendAck(end);
    return;
  }
  if (end.state === 'syn-received') {
    open(end);
    end.onOpen();
  }
  if (end.state !== 'open') return;
  if (end.abandoned && packet.bytes > 0) {
    sendReset(end);
    finish(end, 'closed');
    return;
  }
  const hadFin = end.finReceived;
  processAck(end, packet);
  receiveData(end, packet);
  pump(end);
  if (end.finAcked && end.finReceived) {
    if (hadFin) {
      finish(end, 'closed');
      return;
    }
    sendAck(end);
    finish(end, 'time-wait');
    return;
  }
  checkAck(end);
}

/**
 * Creates the state that the connections of one simulation share.
 * @param {Engine} engine
 * @param {Wire} wire
 * @param {Trace} trace
 * @param {Scenario} scenario
 * @param {Variation} variation
 * @returns {Net}
 */
export function createNet(engine, wire, trace, { link, tcp, http, server }, variation) {
  return {
    engine,
    wire,
    trace,
    tcp,
    stack: STACKS[tcp.stack],
    mtu: link.mtu,
    serverWindow: server.initialWindow,
    mss: link.mtu - IP_TCP_BYTES - (tcp.timestamps ? TIMESTAMP_BYTES : 0),
    compresses: link.modemCompression > 1,
    variation,
    wakeClientMs: http.agent === 'browser' ? variation.browserWakeMs : variation.wakeMs,
    clientBusyUntil: 0,
    cachedRttMs: { up: 0, down: 0 },
    receive,
    onTimer: handleTimer,
    onAckTimer: ackTimeout,
    resume,
  };
}

/**
 * Opens a connection from the client. Both ends are created at once, and the server's waits for the SYN.
 * @param {Net} net
 */
export function openConnection(net) {
  const client = new End(net, 'up');
  const server = new End(net, 'down');
  client.peer = server;
  server.peer = client;
  server.state = 'listen';
  client.state = 'syn-sent';
  client.openedAt = net.engine.now;
  client.rto = net.stack.firstRtoMs;
  server.rto = client.rto;
  client.synSends = 1;
  client.synSentAt = net.engine.now;
  net.trace.connections += 1;
  emit(client, 0, 0, SYN);
  setTimer(client, client.rto, false);
  return { client, server };
}
