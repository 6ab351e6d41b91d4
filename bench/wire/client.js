/**
 * An HTTP/1.x client that fetches a page and its references inside the client's network namespace: `node client.js
 * '<plan>'` prints the content of every exchange and the duration of the page load.
 */

import { connect } from 'node:net';
import { argv, stdout } from 'node:process';
import { constants, gunzipSync } from 'node:zlib';
import { referencePattern } from './page.js';

/**
 * @typedef {{ host: string, port: number, version: string, connections: number, pipelining?: boolean,
 *   pipelineBufferBytes?: number, pipelineFlushMs?: number, requestBytes: number, gzip?: boolean, etags?:
 *   Record<string, string>, known?: { url: string, foundIn: string | null, foundAtByte: number | null }[] }} Plan
 * @typedef {{ url: string, foundIn: string | null, foundAtByte: number | null, requestBytes: number,
 *   responseHeaderBytes: number, bytes: number, decodedBytes: number, status: number, etag: string | null }} Exchange
 * @typedef {{ socket: import('node:net').Socket, open: boolean, waiting: Exchange[], buffer: Buffer, out: string,
 *   flush: NodeJS.Timeout | null, sent: number, seen: number }} Wire
 */

/** @type {Plan} */
const plan = JSON.parse(argv[2]);
/** @type {Exchange[]} */
const exchanges = [];
/** @type {Exchange[]} */
const queue = [];
/** @type {Set<Wire>} */
const wires = new Set();
const persistent = plan.version !== '1.0';
let finishedAt = 0;

/** @param {Exchange} exchange */
function buildRequest(exchange) {
  const version = plan.version.startsWith('1.0') ? '1.0' : '1.1';
  const lines = [`GET ${exchange.url} HTTP/${version}`, `Host: ${plan.host}`];
  if (plan.version === '1.0-keepalive') lines.push('Connection: keep-alive');
  if (plan.gzip) lines.push('Accept-Encoding: gzip');
  const etag = plan.etags?.[exchange.url];
  if (etag) lines.push(`If-None-Match: ${etag}`);
  const length = lines.join('\r\n').length + '\r\nUser-Agent: \r\n\r\n'.length;
  lines.push(`User-Agent: ${'x'.repeat(Math.max(1, plan.requestBytes - length))}`);
  return `${lines.join('\r\n')}\r\n\r\n`;
}

/**
 * @param {string} url
 * @param {string | null} foundIn
 * @param {number | null} foundAtByte
 */
function addReference(url, foundIn, foundAtByte) {
  if (exchanges.some((exchange) => exchange.url === url)) return;
  const exchange = {
    url,
    foundIn,
    foundAtByte,
    requestBytes: 0,
    responseHeaderBytes: 0,
    bytes: 0,
    decodedBytes: 0,
    status: 0,
    etag: null,
  };
  exchanges.push(exchange);
  queue.push(exchange);
}

/**
 * Reads the references in the received part of a page or style sheet. Each counts from the byte that ends its tag.
 * @param {Exchange} exchange
 * @param {string} text
 * @param {number} seen
 */
function readReferences(exchange, text, seen) {
  const found = new RegExp(/\.css$/.test(exchange.url) ? referencePattern.css : referencePattern.html);
  found.lastIndex = seen;
  let match = found.exec(text);
  let end = seen;
  while (match) {
    end = found.lastIndex;
    addReference(match[1], exchange.url, end);
    match = found.exec(text);
  }
  return end;
}

/** @param {Wire} wire */
function flush(wire) {
  if (wire.flush) clearTimeout(wire.flush);
  wire.flush = null;
  if (wire.out) wire.socket.write(wire.out);
  wire.out = '';
}

/**
 * @param {Wire} wire
 * @param {Exchange} exchange
 */
function send(wire, exchange) {
  const request = buildRequest(exchange);
  exchange.requestBytes = request.length;
  wire.waiting.push(exchange);
  wire.sent += 1;
  wire.out += request;
  const first = wire.sent === 1;
  if (!plan.pipelining || first || wire.out.length >= (plan.pipelineBufferBytes ?? 1024)) flush(wire);
  else if (!wire.flush) wire.flush = setTimeout(() => flush(wire), plan.pipelineFlushMs ?? 50);
}

/** Assigns waiting requests to free connections, as browsers do, and opens more connections while requests wait. */
function dispatch() {
  for (const wire of wires) {
    const free = wire.open && (plan.pipelining || (wire.waiting.length === 0 && (persistent || wire.sent === 0)));
    while (free && queue.length > 0) {
      const exchange = queue.shift();
      if (exchange) send(wire, exchange);
      if (!plan.pipelining) break;
    }
  }
  let opening = [...wires].filter((wire) => !wire.open).length;
  for (; queue.length > opening && wires.size < plan.connections; opening += 1) connectWire();
  if (exchanges.every((exchange) => exchange.status > 0) && finishedAt === 0) {
    finishedAt = (performance.timeOrigin + performance.now()) / 1000;
    for (const wire of wires) wire.socket.end();
  }
}

/**
 * Takes one response from the start of the received data. Returns false if it is incomplete.
 * @param {Wire} wire
 */
function takeResponse(wire) {
  const exchange = wire.waiting[0];
  const headEnd = wire.buffer.indexOf('\r\n\r\n');
  if (!exchange || headEnd < 0) return false;
  const head = wire.buffer.subarray(0, headEnd).toString('latin1');
  const status = Number(head.slice(9, 12));
  if (status !== 200 && status !== 304) throw new Error(`${exchange.url}: the server answered ${status}`);
  const length = status === 304 ? 0 : Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? Number.NaN);
  if (Number.isNaN(length)) throw new Error(`${exchange.url}: a response without Content-Length`);
  const body = wire.buffer.subarray(headEnd + 4, headEnd + 4 + length);
  const coded = /^content-encoding: *gzip/im.test(head);
  if (/\.(html|css)$/.test(exchange.url) && body.length > 0) {
    const decoded = coded ? gunzipSync(body, { finishFlush: constants.Z_SYNC_FLUSH }) : body;
    exchange.decodedBytes = decoded.length;
    wire.seen = readReferences(exchange, decoded.toString('latin1'), wire.seen);
  }
  if (body.length < length) return false;
  wire.buffer = wire.buffer.subarray(headEnd + 4 + length);
  wire.waiting.shift();
  wire.seen = 0;
  Object.assign(exchange, {
    responseHeaderBytes: headEnd + 4,
    bytes: length,
    status,
    etag: /^etag: *(.+)$/im.exec(head)?.[1].trim() ?? null,
  });
  if (status === 304)
    for (const known of plan.known ?? [])
      if (known.foundIn === exchange.url) addReference(known.url, known.foundIn, known.foundAtByte);
  return true;
}

function connectWire() {
  const socket = connect({ host: plan.host, port: plan.port, noDelay: true });
  /** @type {Wire} */
  const wire = { socket, open: false, waiting: [], buffer: Buffer.alloc(0), out: '', flush: null, sent: 0, seen: 0 };
  wires.add(wire);
  socket.on('connect', () => {
    wire.open = true;
    dispatch();
  });
  socket.on('data', (/** @type {Buffer} */ chunk) => {
    wire.buffer = wire.buffer.length > 0 ? Buffer.concat([wire.buffer, chunk]) : chunk;
    while (takeResponse(wire));
    dispatch();
  });
  socket.on('end', () => {
    wires.delete(wire);
    dispatch();
  });
  socket.on('error', (error) => {
    throw new Error(`connection to ${plan.host}:${plan.port}: ${error.message}`);
  });
}

process.on('exit', () => {
  stdout.write(JSON.stringify({ finishedAt, exchanges }));
});
addReference('/index.html', null, null);
dispatch();
