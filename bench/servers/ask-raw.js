import { connect } from 'node:net';

/**
 * Sends raw requests, many per connection, and parses the responses.
 *
 * @typedef {{ target: string, headers: Readonly<Record<string, string>> }} RawRequest
 * @typedef {{ status: number, headers: ReadonlyMap<string, string>, body: Buffer }} RawAnswer
 */

/** Max time without data before a server counts as failed, in milliseconds. */
const SILENCE_MS = 20_000;

/**
 * Requests each target in turn. A request at which the server closes the connection gets status 0.
 * @param {{ host: string, port: number }} address
 * @param {readonly RawRequest[]} requests
 * @returns {Promise<RawAnswer[]>}
 */
export async function askRaw(address, requests) {
  /** @type {RawAnswer[]} */
  const answers = [];
  while (answers.length < requests.length) {
    const got = await askOnce(address, requests.slice(answers.length));
    answers.push(...(got.length > 0 ? got : [{ status: 0, headers: new Map(), body: Buffer.alloc(0) }]));
  }
  return answers;
}

/**
 * @param {{ host: string, port: number }} address
 * @param {readonly RawRequest[]} requests
 * @returns {Promise<RawAnswer[]>}
 */
function askOnce(address, requests) {
  return new Promise((done, fail) => {
    /** @type {RawAnswer[]} */
    const answers = [];
    let rest = Buffer.alloc(0);
    const socket = connect({ ...address, noDelay: true });
    socket.setTimeout(SILENCE_MS, () => socket.destroy(new Error(`silent after ${answers.length} answers`)));
    const end = () => {
      socket.destroy();
      done(answers);
    };
    socket.on('connect', () => socket.write(requests.map(writeRequest).join(''), 'latin1'));
    socket.on('error', (error) => (answers.length > 0 ? end() : fail(error)));
    socket.on('close', end);
    socket.on('data', (chunk) => {
      rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
      for (let read = readAnswer(rest); read && answers.length < requests.length; read = readAnswer(rest)) {
        answers.push(read.answer);
        rest = rest.subarray(read.length);
        if (read.answer.headers.get('connection') === 'close') return end();
      }
      if (answers.length >= requests.length) end();
    });
  });
}

/** @param {RawRequest} request */
function writeRequest({ target, headers }) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET ${target} HTTP/1.1\r\n${lines.join('')}\r\n`;
}

/** @param {Buffer} bytes @returns {{ answer: RawAnswer, length: number } | null} */
function readAnswer(bytes) {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const [first, ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  /** @type {Map<string, string>} */
  const headers = new Map();
  for (const line of lines) {
    const [, name, value] = /^([^:]*):\s*(.*)$/s.exec(line) ?? ['', line, ''];
    const known = headers.get(name.toLowerCase());
    headers.set(name.toLowerCase(), known === undefined ? value : `${known}, ${value}`);
  }
  const status = Number(first.split(' ')[1]);
  const body = readBody(bytes, end + 4, headers);
  return body && { answer: { status, headers, body: body.bytes }, length: body.end };
}

/** @param {Buffer} bytes @param {number} start @param {ReadonlyMap<string, string>} headers */
function readBody(bytes, start, headers) {
  if (!/chunked/.test(headers.get('transfer-encoding') ?? '')) {
    const end = start + Number(headers.get('content-length') ?? 0);
    return bytes.length < end ? null : { bytes: bytes.subarray(start, end), end };
  }
  const pieces = [];
  for (let at = start; ; ) {
    const line = bytes.indexOf('\r\n', at);
    if (line < 0) return null;
    const size = Number.parseInt(bytes.toString('latin1', at, line), 16);
    const end = line + 2 + size + 2;
    if (bytes.length < end) return null;
    if (size === 0) return { bytes: Buffer.concat(pieces), end };
    pieces.push(bytes.subarray(line + 2, end - 2));
    at = end;
  }
}
