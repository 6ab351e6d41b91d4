import assert from 'node:assert/strict';
import test from 'node:test';
import { estimate } from '../../lib/network/index.js';

/** @import { ResourceInput, ScenarioInput } from '../../lib/network/types.ts' */

const link = { downBitsPerSecond: 10e6, upBitsPerSecond: 10e6, rttMs: 90 };

/**
 * @param {Omit<ResourceInput, 'requestBytes'>[]} resources
 * @param {ScenarioInput['http']} http
 * @param {ScenarioInput['link']} [over]
 */
const run = (resources, http, over = link) =>
  estimate({
    link: over,
    tcp: { congestion: 'reno' },
    http,
    resources: resources.map((each) => ({ requestBytes: 374, ...each })),
  });

/** @param {string} url @param {'css' | 'script' | 'image'} type @param {number} bytes */
const part = (url, type, bytes) => ({ url, type, bytes, foundIn: '/', foundAtByte: 300 });

/** @param {number} bytes @param {number} [decodedBytes] */
const html = (bytes, decodedBytes = bytes) => ({ url: '/', type: /** @type {const} */ ('html'), bytes, decodedBytes });

test('a browser keeps its connections: the last answer is acknowledged by itself', () => {
  const page = [html(3000)];
  const kept = run(page, { version: '1.1', preconnect: 0 });
  const closed = run(page, { version: '1.1', preconnect: 0, earlyClose: true });
  assert.equal(kept.estimate.packetsUp, closed.estimate.packetsUp + 1);
  assert.equal(kept.estimate.packetsDown, closed.estimate.packetsDown);
});

test('of idle connections a browser takes the one that it used last, a program the first', () => {
  const page = [
    html(3000),
    part('/a.css', 'css', 300),
    part('/b.css', 'css', 30_000),
    part('/c.js', 'script', 300_000),
    part('/d.gif', 'image', 600),
  ];
  const connectionOf = (/** @type {'browser' | 'robot'} */ agent) => {
    const { byResource } = run(page, { version: '1.1', agent, connections: 3, preconnect: 0 }).detail;
    return Object.fromEntries(byResource.map(({ url, connection }) => [url, connection]));
  };
  const browser = connectionOf('browser');
  assert.notEqual(browser['/c.js'], 1);
  assert.equal(browser['/d.gif'], browser['/c.js']);
  assert.equal(connectionOf('robot')['/d.gif'], 1);
});

test('over HTTP/2 a browser opens windows again after five seconds, however little of them was used', () => {
  const page = [html(400_000)];
  const framesOver = (/** @type {number} */ bitsPerSecond) =>
    run(
      page,
      { version: '2', tls: '1.3' },
      { downBitsPerSecond: bitsPerSecond, upBitsPerSecond: bitsPerSecond, rttMs: 90 },
    ).detail;
  const [quick, slow] = [10e6, 512e3].map(framesOver);
  assert.equal(quick.retransmitted, 0);
  // The windows of the connection and of the page: a frame of 13 bytes in a record of 35 each, some of it twice.
  assert.ok(slow.payloadUp - quick.payloadUp >= 70, `${slow.payloadUp} and ${quick.payloadUp} bytes up`);
});

test('over HTTP/2 a page costs what lies between, where chance decides how all of it is acknowledged', () => {
  const pictures = Array.from({ length: 30 }, (_, index) => ({
    ...part(`/${index}.gif`, 'image', 9000 + ((index * 733) % 5400)),
    foundAtByte: 300 + Math.floor((index * 28_000) / 30),
  }));
  const packets = Array.from({ length: 30 }, (_, step) =>
    run([html(9000 + step * 100, 30_000), ...pictures], { version: '2', tls: '1.3' }),
  ).map(({ estimate: cost }) => cost.packets);
  const [least, most] = [Math.min(...packets), Math.max(...packets)];
  // One ACK per packet or per two packets makes a hundred packets on this page.
  assert.ok(
    packets.some((each) => each > least + 20 && each < most - 20),
    packets.join(' '),
  );
});

test('a lone acknowledgement is a packet of 40 bytes, 52 with time stamps, also where it is one of an average', () => {
  for (const [timestamps, bytes] of /** @type {const} */ ([
    [false, 40],
    [true, 52],
  ])) {
    const { estimate: cost, detail } = estimate({
      link,
      tcp: { timestamps },
      http: { version: '2', tls: '1.3' },
      resources: [
        { ...html(9000, 30_000), requestBytes: 374 },
        { ...part('/a.gif', 'image', 300_000), requestBytes: 374 },
      ],
    });
    // Of the packets without data, only two SYN are longer, by 8 or 12 bytes of options.
    assert.ok(Math.abs(cost.bytesUp - detail.payloadUp - cost.packetsUp * bytes) <= 24);
  }
});
