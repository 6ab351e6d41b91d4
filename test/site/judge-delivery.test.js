import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeDelivery, judgeHttpVersion } from '../../lib/site/judge-delivery.js';

const PAGE = 'https://example.com/';
const KEPT = { 'cache-control': 'max-age=31536000, immutable' };
const long = Buffer.from('p { color: teal }\n'.repeat(400));

/**
 * @param {string} path
 * @param {string} contentType
 * @param {Record<string, string>} headers
 * @param {Uint8Array} [bytes]
 */
function answer(path, contentType, headers, bytes = long) {
  return { url: PAGE + path, status: 200, contentType, bytes, encodedBytes: bytes.length, headers };
}
const compressed = { 'content-encoding': 'br', vary: 'Accept-Encoding', etag: '"1"' };

test('a server that does all of it is told nothing', () => {
  const responses = [
    answer('', 'text/html; charset=utf-8', compressed),
    answer('assets/app.8f3a2b1c.js', 'text/javascript', { ...compressed, ...KEPT }),
    answer('photo.jpg', 'image/jpeg', { 'last-modified': 'Mon, 01 Jan 2024 00:00:00 GMT' }),
    answer('tiny.css', 'text/css', { etag: '"2"' }, Buffer.from('p{}')),
  ];
  assert.deepEqual(judgeDelivery(PAGE, responses), []);
});

test('each fault is told once, with its price and its files', () => {
  const moved = { ...answer('old', 'text/html', {}), status: 301 };
  const responses = [
    moved,
    answer('', 'text/html', { 'content-encoding': 'gzip', etag: '"1"' }),
    ...['a', 'b', 'c', 'd'].map((name) => answer(`${name}.css`, 'text/css', { etag: '"1"' })),
    answer('assets/app.8f3a2b1c.js', 'text/javascript', { ...compressed, 'cache-control': 'max-age=60' }),
    answer('photo.jpg', 'image/jpeg', {}),
  ];
  const found = judgeDelivery(PAGE, responses);
  const codes = found.map(({ code }) => code);
  assert.deepEqual(codes, ['redirect', 'not-compressed', 'no-vary', 'short-cache', 'no-validator']);
  assert.match(
    found[1].message,
    /^\/a\.css, \/b\.css, \/c\.css and 1 more are sent without compression: 28800 bytes that gzip/,
  );
  assert.match(found[3].message, /app\.8f3a2b1c\.js is named by its content/);
});

test('figures for an HTTP version that visitors do not get are said to be so', () => {
  for (const [spoken, priced] of /** @type {[string[], string][]} */ ([
    [['2'], '2'],
    [['2', '3'], '3'],
    [['1.1'], '1.1-pipelined'],
    [[], '2'],
  ]))
    assert.deepEqual(judgeHttpVersion(spoken, priced), []);
  const [{ code, message }] = judgeHttpVersion(['1.1'], '2');
  assert.equal(code, 'http-version');
  assert.match(message, /speaks HTTP\/1\.1, and these figures are for HTTP\/2: “--http 1\.1”/);
  assert.match(judgeHttpVersion(['2', '3'], '1.1')[0].message, /HTTP\/2 and HTTP\/3.*“--http 2”/);
});
