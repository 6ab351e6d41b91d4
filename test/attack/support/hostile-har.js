import { gzipSync } from 'node:zlib';
import { drawShape, writeShape } from './shapes.js';

/** Values that a recording should not contain. */
const ODD = [
  null,
  -1,
  0,
  1e308,
  -1e308,
  1e21,
  '',
  '__proto__',
  '1e999',
  [],
  {},
  true,
  '\0\ud800\u202e',
  '9'.repeat(2000),
];
const HOSTS = [
  'http://a.test',
  'https://a.test',
  'http://b.test:99999',
  'https://xn--0.test',
  'http://[::1]',
  'data:',
  '',
];
const PROTOCOLS = ['http/1.0', 'http/1.1', 'h2', 'h3', 'unknown', '', 'HTTP/9'];
const STATUSES = [200, 200, 200, 200, 304, 301, 404, 0, 999];
const TYPES = {
  html: 'text/html',
  css: 'text/css',
  script: 'text/javascript',
  json: 'application/json',
  svg: 'image/svg+xml',
};

/**
 * Creates a HAR file designed to be slow: many entries, chains of initiators and redirects, long names, headers and
 * bodies, odd values.
 * @param {() => number} draw numbers from 0 to 1
 */
export function makeHar(draw) {
  const pick = (/** @type {readonly any[]} */ from) => from[Math.floor(draw() * from.length)];
  const count = 1 + Math.floor(10 ** (draw() * 3.3));
  const [oddRate, host] = [draw() < 0.5 ? 0 : 0.05, pick(HOSTS)];
  const odd = (/** @type {unknown} */ value) => (draw() < oddRate ? pick(ODD) : value);
  const step = pick([0, 1, count, 1e9]);
  const entries = Array.from({ length: count }, (_, at) => {
    const url = draw() < 0.1 ? pick(HOSTS) : `${host}/${at === 0 ? '' : `${'a/'.repeat(pick([0, 0, 3, 900]))}${at}`}`;
    return {
      pageref: odd('p'),
      startedDateTime: odd(new Date(1e12 + ((at * step) % 1e12)).toISOString()),
      time: odd(draw() * 1e4),
      _initiator: { type: 'script', url: `${host}/${Math.max(0, at - 1)}`, stack: { callFrames: [] } },
      _priority: odd(pick(['VeryHigh', 'Low', 'x'])),
      connection: odd(String(at % pick([1, 6, 1e6]))),
      request: {
        method: odd(pick(['GET', 'POST', 'x'])),
        url: odd(url),
        headers: headersOf(draw),
        httpVersion: odd(pick(PROTOCOLS)),
      },
      response: responseOf(draw, at === 0, count, odd),
      timings: odd({
        blocked: odd(-1),
        dns: odd(draw()),
        connect: odd(1),
        send: odd(0),
        wait: odd(draw() * 1e3),
        receive: odd(1),
      }),
    };
  });
  const pages = Array.from({ length: pick([0, 1, 1, 2000]) }, () => ({
    id: odd('p'),
    startedDateTime: odd('x'),
    pageTimings: odd({}),
  }));
  const text = JSON.stringify({ log: { version: '1.2', pages: odd(pages), entries: odd(entries) } });
  const cut = draw() < 0.05 ? text.slice(0, Math.floor(draw() * text.length)) : text;
  return draw() < 0.05 ? gzipSync(cut) : cut;
}

/**
 * @param {() => number} draw @param {boolean} isPage @param {number} count @param {(value: unknown) => unknown} odd
 */
function responseOf(draw, isPage, count, odd) {
  const pick = (/** @type {readonly any[]} */ from) => from[Math.floor(draw() * from.length)];
  const family = /** @type {keyof typeof TYPES} */ (isPage ? 'html' : pick(Object.keys(TYPES)));
  const characters = Math.floor((draw() * 200_000) / (isPage ? 1 : count));
  const body = writeShape(family, drawShape(family, Math.floor(draw() * 1e6)), characters);
  const isPacked = draw() < 0.3;
  return {
    status: isPage ? 200 : odd(pick(STATUSES)),
    redirectURL: odd(draw() < 0.1 ? '/' : ''),
    headers: headersOf(draw),
    headersSize: odd(-1),
    bodySize: odd(Math.floor(draw() * 1e6)),
    _transferSize: odd(body.length),
    httpVersion: odd(pick(PROTOCOLS)),
    content: {
      size: odd(body.length),
      mimeType: isPage ? 'text/html' : odd(TYPES[family]),
      ...(isPacked
        ? { encoding: odd('base64'), text: odd(Buffer.from(body).toString('base64')) }
        : { text: odd(body) }),
    },
  };
}

/** @param {() => number} draw */
function headersOf(draw) {
  const isLong = draw() < 0.003;
  const count = isLong ? 3000 : Math.floor(draw() * 5);
  const names = ['content-encoding', 'Cache-Control', 'link', 'Content-Security-Policy', '__proto__', ':status'];
  return Array.from({ length: count }, (_, at) => ({
    name: names[at % names.length],
    value: !isLong && draw() < 0.01 ? 'a,;="\r\n'.repeat(500) : 'max-age=1e99, no-store; <x>; rel=preload',
  }));
}
