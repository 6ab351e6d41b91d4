/**
 * @import { Browser, Fetch } from './browser.js'
 * @import { Channel } from './channel.js'
 * @import { Cpu } from './server.js'
 * @import { Net } from './tcp-state.js'
 * @import { Scenario } from './types.ts'
 */
import { createChannels } from './channel.js';
import { openConnection } from './tcp.js';

/** HTTP-MPLEX sends references at once while fewer responses than this are under way. */
const MIN_OUTSTANDING = 4;
/** The body of a response is cut into chunks of this size, which are sent in turn. */
const CHUNK_BYTES = 1460;

/** One request on the wire: a parent and those nested in it. @typedef {{ bytes: number, fetches: Fetch[] }} Batch */
/**
 * A piece of a response: header or body of one resource.
 * @typedef {{ fetch: Fetch, bytes: number, isBody: boolean }} Piece
 */

/**
 * Returns the order in which nested responses share a connection: all headers, then bodies in turn, the shortest first.
 * @param {readonly Fetch[]} fetches
 * @returns {Piece[]}
 */
export function interleaveResponses(fetches) {
  const pieces = fetches.map((fetch) => ({ fetch, bytes: fetch.resource.responseHeaderBytes, isBody: false }));
  let bodies = fetches
    .map((fetch) => ({ fetch, left: fetch.resource.bytes }))
    .filter(({ left }) => left > 0)
    .sort((a, b) => a.left - b.left || a.fetch.index - b.fetch.index);
  while (bodies.length > 0) {
    for (const body of bodies) {
      const bytes = Math.min(CHUNK_BYTES, body.left);
      body.left -= bytes;
      pieces.push({ fetch: body.fetch, bytes, isBody: true });
    }
    bodies = bodies.filter(({ left }) => left > 0);
  }
  return pieces;
}

/**
 * Creates a server that answers batches of nested requests.
 * @param {Channel} channel @param {Cpu} cpu @param {Scenario} scenario @param {Batch[]} batches @param {Piece[]} pieces
 */
function createMplexServer(channel, cpu, { server }, batches, pieces) {
  let head = 0;
  let received = 0;
  let work = server.perConnectionMs;
  channel.end.nagle = server.nagle;

  /** @param {Batch} batch */
  function respond({ fetches }) {
    for (const piece of interleaveResponses(fetches)) {
      pieces.push(piece);
      channel.write(piece.bytes, !piece.isBody || piece.fetch.squeezes);
    }
    channel.flush();
  }

  channel.onData = (bytes) => {
    received += bytes;
    while (head < batches.length && batches[head].bytes <= received) {
      received -= batches[head].bytes;
      cpu.work(work + server.thinkMs * batches[head].fetches.length, respond, batches[head], undefined);
      work = 0;
      head += 1;
    }
  };
  channel.onEnd = () => channel.close();
}

/**
 * Opens one HTTP-MPLEX connection, as its client.
 * @param {Net} net @param {Cpu} cpu @param {Scenario} scenario @param {Browser} browser @param {number} number
 */
function openMplex(net, cpu, scenario, browser, number) {
  const { client, server } = createChannels(openConnection(net), scenario);
  /** @type {Batch[]} */
  const batches = [];
  /** @type {Piece[]} */
  const pieces = [];
  createMplexServer(server, cpu, scenario, batches, pieces);
  let head = 0;
  let arrived = 0;
  const bodies = new Map();

  /** @param {Piece} piece @param {number} bytes @param {boolean} isWhole */
  function take({ fetch, isBody }, bytes, isWhole) {
    if (!isBody) {
      if (isWhole) browser.noteHead(fetch);
      if (isWhole && fetch.resource.bytes === 0) finish(fetch);
      return;
    }
    const body = (bodies.get(fetch) ?? 0) + bytes;
    bodies.set(fetch, body);
    if (body === fetch.resource.bytes) finish(fetch);
    else browser.noteBody(fetch, body);
  }

  /** @param {Fetch} fetch */
  function finish(fetch) {
    connection.outstanding -= 1;
    browser.noteDone(fetch);
  }

  client.onData = (bytes) => {
    for (let rest = bytes; rest > 0; ) {
      const piece = pieces[head];
      const taken = Math.min(rest, piece.bytes - arrived);
      arrived += taken;
      rest -= taken;
      const isWhole = arrived === piece.bytes;
      if (isWhole) {
        head += 1;
        arrived = 0;
      }
      take(piece, taken, isWhole);
    }
  };
  client.onOpen = () => client.flush();
  const connection = {
    outstanding: 0,
    close: () => client.close(),
    /** Sends one request with the others nested in it. @param {Fetch[]} fetches */
    send(fetches) {
      const bytes = fetches[0].resource.requestBytes + (fetches.length - 1) * scenario.http.nestedRequestBytes;
      for (const fetch of fetches) {
        fetch.connection = number;
        fetch.requestMs = net.engine.now;
      }
      connection.outstanding += fetches.length;
      batches.push({ bytes, fetches });
      client.write(bytes, true);
      client.flush();
    },
  };
  return connection;
}

/**
 * Creates the HTTP-MPLEX protocol: references are gathered by stage, and each stage is one compressed request.
 * @param {Net} net @param {Cpu} cpu @param {Scenario} scenario @param {Browser} browser
 */
export function createMplex(net, cpu, scenario, browser) {
  const { connections: most, stageBytes } = scenario.http;
  /** @type {ReturnType<typeof openMplex>[]} */
  const open = [];
  /** @type {Fetch[]} */
  let gathered = [];
  let stageStart = 0;

  function send() {
    if (gathered.length === 0) return;
    const fetches = gathered;
    gathered = [];
    const idle = open.find(({ outstanding }) => outstanding === 0);
    if (idle === undefined && open.length < most) open.push(openMplex(net, cpu, scenario, browser, open.length + 1));
    const chosen = idle ?? open.reduce((best, other) => (other.outstanding < best.outstanding ? other : best));
    chosen.send(fetches);
  }

  browser.ask = (fetch) => {
    const { foundAtByte } = fetch.resource;
    if (gathered.length > 0 && foundAtByte - stageStart >= stageBytes) send();
    if (gathered.length === 0) stageStart = foundAtByte;
    gathered.push(fetch);
  };
  browser.afterAsking = () => {
    const outstanding = open.reduce((sum, connection) => sum + connection.outstanding, 0);
    if (outstanding < MIN_OUTSTANDING || browser.isAllFound()) send();
  };
  browser.onComplete = () => {
    for (const connection of open) connection.close();
  };
}
