import assert from 'node:assert/strict';
import test from 'node:test';
import { createEngine } from '../../lib/network/engine.js';
import { estimate } from '../../lib/network/index.js';
import { createWork } from '../../lib/network/work.js';

/** @import { ResourceInput, ScenarioInput } from '../../lib/network/types.ts' */

const link = { downBitsPerSecond: 20e6, upBitsPerSecond: 5e6, rttMs: 30 };

/** @param {ScenarioInput['http']} http @param {ResourceInput[]} resources */
const run = (http, resources) =>
  estimate({ link, http, resources: resources.map((each) => ({ requestBytes: 374, ...each })) });

/** @param {number} count @param {Partial<ResourceInput>} [more] @returns {ResourceInput[]} */
const images = (count, more) =>
  Array.from({ length: count }, (_, index) => ({
    url: `/${index}.gif`,
    type: 'image',
    bytes: 600,
    foundIn: '/',
    foundAtByte: 900,
    ...more,
  }));

test('work is done one piece after the other', () => {
  const engine = createEngine();
  const work = createWork(engine);
  /** @type {number[]} */
  const done = [];
  work.do(5, () => done.push(engine.now));
  work.do(2);
  work.do(3, () => done.push(engine.now));
  engine.run();
  assert.deepEqual(done, [5, 10]);
});

test('a browser is slower than a plain program on a quick link, the more so the more it loads', () => {
  const slowdown = (/** @type {number} */ count) => {
    const page = [{ url: '/', type: /** @type {const} */ ('html'), bytes: 3000 }, ...images(count)];
    const [browser, robot] = /** @type {const} */ (['browser', 'robot']).map((agent) =>
      run({ version: '1.1', agent, connections: 6 }, page),
    );
    return browser.detail.dataMs - robot.detail.dataMs;
  };
  assert.ok(slowdown(10) > 0);
  assert.ok(slowdown(60) > slowdown(10) + 60);
});

test('the icon waits for the text to be laid out', () => {
  const [short, long] = [1000, 200_000].map(
    (decodedBytes) =>
      run({ version: '2', tls: '1.3' }, [{ url: '/', type: 'html', bytes: 1000, decodedBytes }]).detail.dataMs,
  );
  assert.ok(long > short + 100);
});

test('scripts hold images back, style sheets do not', () => {
  const requested = (/** @type {'css' | 'script'} */ type) => {
    const before = { url: '/first', type, bytes: 90_000, foundIn: '/', foundAtByte: 100 };
    const { detail } = run({ version: '2', tls: '1.3' }, [
      { url: '/', type: 'html', bytes: 3000 },
      before,
      ...images(3),
    ]);
    const [, first, image] = detail.byResource;
    return { image: image.requestMs, doneMs: first.doneMs };
  };
  const [css, script] = [requested('css'), requested('script')];
  assert.ok(css.image < css.doneMs);
  assert.ok(script.image >= script.doneMs);
});

test('a script that the page does not wait for holds nothing back', () => {
  const request = (/** @type {boolean} */ deferred) => {
    const script = {
      url: '/s.js',
      type: /** @type {const} */ ('script'),
      bytes: 90_000,
      foundIn: '/',
      foundAtByte: 100,
    };
    const { detail } = run({ version: '1.1' }, [
      { url: '/', type: 'html', bytes: 3000 },
      { ...script, deferred },
      ...images(3),
    ]);
    return detail.byResource[2].requestMs < detail.byResource[1].doneMs;
  };
  assert.equal(request(true), true);
  assert.equal(request(false), false);
});

test('requests leave in the order in which a page names them, the first two ahead of the others', () => {
  const page = { url: '/', type: /** @type {const} */ ('html'), bytes: 20_000 };
  const spread = images(30).map((image, index) => ({ ...image, foundAtByte: 300 + index * 600 }));
  const requests = run({ version: '2', tls: '1.3' }, [page, ...spread]).detail.byResource.map(
    ({ requestMs }) => requestMs,
  );
  assert.deepEqual(
    requests,
    requests.toSorted((a, b) => a - b),
  );
  assert.equal(requests[1], requests[2]);
  assert.ok(requests[3] > requests[2] + 5);
});

test('over HTTP/2 images that are seen become more urgent once the page is styled, a packet for each', () => {
  const packetsUp = (/** @type {number} */ foundAtByte) => {
    const page = { url: '/', type: /** @type {const} */ ('html'), bytes: 30_000 };
    const sheet = { url: '/a.css', type: /** @type {const} */ ('css'), bytes: 600, foundIn: '/', foundAtByte: 100 };
    const pictures = images(4, { bytes: 200_000, foundAtByte });
    return run({ version: '2', tls: '1.3' }, [page, sheet, ...pictures]).detail.payloadUp;
  };
  // A frame of 14 bytes and the overhead of its record.
  assert.equal(packetsUp(900) - packetsUp(29_000), 4 * 36);
});

test('over TLS each response is a record of its own, and full records are sent as they are', () => {
  // 8 responses of 600 bytes: a packet each, besides those of the handshake, the page and the icon.
  const small = run({ version: '2', tls: '1.3' }, [{ url: '/', type: 'html', bytes: 3000 }, ...images(8)]);
  const alone = run({ version: '2', tls: '1.3' }, [{ url: '/', type: 'html', bytes: 3000 }]);
  assert.equal(small.detail.dataDown - alone.detail.dataDown, 8);
  // 16,384 bytes and their overhead are eleven full packets and a short one, while the windows permit sending all at
  // once.
  const [large, empty] = [60_000, 0].map(
    (bytes) =>
      estimate({
        link,
        tcp: { initialWindow: 200 },
        http: { version: '2', tls: '1.3', agent: 'robot' },
        resources: [{ url: '/', bytes }],
      }).detail.dataDown,
  );
  // Without a body, the header still takes a packet.
  assert.ok(large - empty + 1 >= Math.ceil(60_000 / 1460) + 3, `${large} packets, ${empty} without a body`);
});

test('over TLS the headers of responses that wait for a window share a record', () => {
  const payloadDown = (/** @type {number} */ count) =>
    run({ version: '2', tls: '1.3', agent: 'robot' }, [
      { url: '/', type: 'html', bytes: 3000, requestBytes: 190 },
      { url: '/large', type: 'image', bytes: 120_000, requestBytes: 190, foundIn: '/', foundAtByte: 900 },
      ...images(count, { requestBytes: 190 }),
    ]).detail.payloadDown;
  // A header of 109 bytes and a body of 600, a frame for each, and one record for both.
  assert.equal(payloadDown(30) - payloadDown(10), 20 * (9 + 109 + 9 + 600 + 22));
});

test('a plain client opens its HTTP/2 window by halves, so that a file longer than the window keeps flowing', () => {
  const { estimate: cost } = run({ version: '2', tls: '1.3', agent: 'robot', connections: 1 }, [
    { url: '/', type: 'other', bytes: 2_000_000, requestBytes: 190 },
  ]);
  const serialMs = (2_000_000 * 8) / 20_000;
  // Half a window per round trip would take 61 round trips of 30 ms and more, besides the sending time.
  assert.ok(cost.ms < serialMs + 700, `${cost.ms} ms`);
});

test('a spare connection that is of no use is reset when the server still says something', () => {
  const { detail } = run({ version: '2', tls: '1.3' }, [{ url: '/', type: 'html', bytes: 1000 }]);
  assert.ok(detail.reset >= 1);
});
