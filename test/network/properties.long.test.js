import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { estimate } from '../../lib/network/index.js';
import { anyHttp, anyLink, anyPage, anyScenario, bodyBytes } from './drawing.js';

const REQUEST_BYTES = 190;
const HEADER_BYTES = 240;

test('the same scenario always gives the same numbers', () => {
  fc.assert(
    fc.property(anyScenario, (scenario) => {
      assert.deepEqual(estimate(scenario), estimate(scenario));
    }),
    { numRuns: 30 },
  );
});

test('with no loss every byte of HTTP/1.x arrives exactly once, and nothing else does', () => {
  const plain = anyHttp.filter(({ version, tls }) => version.startsWith('1') && tls === undefined);
  fc.assert(
    fc.property(anyLink, plain, anyPage, (link, http, resources) => {
      const { detail } = estimate({ link, http, resources });
      if (detail.retransmitted > 0) return;
      assert.equal(detail.payloadUp, resources.length * REQUEST_BYTES);
      assert.equal(detail.payloadDown, bodyBytes({ resources }) + resources.length * HEADER_BYTES);
      assert.equal(detail.lost, 0);
    }),
    { numRuns: 60 },
  );
});

test('every resource arrives once it was asked for, and is asked for once it was found', () => {
  fc.assert(
    fc.property(anyScenario, (scenario) => {
      const { estimate: cost, detail } = estimate(scenario);
      assert.equal(detail.byResource.length, scenario.resources.length);
      for (const { foundMs, requestMs, firstByteMs, doneMs } of detail.byResource) {
        assert.ok(foundMs <= requestMs && requestMs < firstByteMs && firstByteMs <= doneMs && doneMs <= cost.ms);
      }
      assert.equal(cost.packets, cost.packetsUp + cost.packetsDown);
    }),
    { numRuns: 60 },
  );
});

test('with loss every resource still arrives', () => {
  fc.assert(
    fc.property(anyLink, anyHttp, anyPage, fc.integer({ min: 1, max: 1000 }), (link, http, resources, seed) => {
      const { detail } = estimate({ link: { ...link, lossRate: 0.03, seed }, http, resources });
      assert.equal(detail.byResource.length, resources.length);
    }),
    { numRuns: 60 },
  );
});

test('a longer resource never costs fewer packets', () => {
  const link = { downBitsPerSecond: 9e6, upBitsPerSecond: 9e6, rttMs: 60 };
  for (const version of /** @type {const} */ (['1.0', '1.0-keepalive', '1.1', 'mplex', '3'])) {
    let before = 0;
    for (let bytes = 0; bytes < 150_000; bytes += 1709) {
      const { packets } = estimate({
        link,
        http: { version },
        resources: [{ url: '/', type: 'html', bytes }],
      }).estimate;
      assert.ok(packets >= before, `HTTP/${version}, ${bytes} bytes: ${packets} packets after ${before}`);
      before = packets;
    }
  }
});

/** A page, and the same page with one longer resource. */
const grownPage = fc.tuple(anyPage, fc.nat(), fc.integer({ min: 1, max: 6000 })).map(([resources, which, more]) => {
  const grown = resources.map((resource, index) =>
    index === which % resources.length ? { ...resource, bytes: resource.bytes + more } : resource,
  );
  return { resources, grown };
});

test('on a page over HTTP/1.x, more bytes never cost fewer packets with data', () => {
  const versions = fc.constantFrom(
    .../** @type {const} */ ([
      { version: '1.0', connections: 4 },
      { version: '1.0-keepalive', connections: 2 },
      { version: '1.1', connections: 1 },
      { version: '1.1', connections: 6 },
    ]),
  );
  const mss = 1460;
  fc.assert(
    fc.property(anyLink, versions, grownPage, (link, http, { resources, grown }) => {
      const [before, after] = [resources, grown].map((page) => estimate({ link, http, resources: page }).detail);
      if (before.retransmitted + after.retransmitted > 0) return;
      const segments = grown.reduce((sum, { bytes }) => sum + Math.ceil((HEADER_BYTES + bytes) / mss), 0);
      assert.equal(after.dataDown, segments);
      assert.ok(after.dataDown >= before.dataDown);
      assert.equal(after.dataUp, grown.length);
    }),
    { numRuns: 60 },
  );
});

test('on a page over HTTP/1.0, more bytes of a body never cost fewer packets down', () => {
  fc.assert(
    fc.property(anyLink, grownPage, (link, { resources, grown }) => {
      const http = /** @type {const} */ ({ version: '1.0' });
      // A response without a body is sent separately from the FIN, so it costs one packet more than a response with a
      // single byte.
      const [before, after] = [resources, grown].map((page) =>
        estimate({ link, http, resources: page.map((each) => ({ ...each, bytes: each.bytes + 1 })) }),
      );
      if (before.detail.retransmitted + after.detail.retransmitted > 0) return;
      assert.ok(after.estimate.packetsDown >= before.estimate.packetsDown);
    }),
    { numRuns: 60 },
  );
});

test('more latency never takes less time', () => {
  fc.assert(
    fc.property(anyLink, anyHttp, anyPage, fc.integer({ min: 1, max: 200 }), (link, http, resources, more) => {
      const near = estimate({ link, http, resources });
      const far = estimate({ link: { ...link, rttMs: link.rttMs + more }, http, resources });
      if (near.detail.retransmitted > 0) return;
      assert.ok(far.estimate.ms >= near.estimate.ms, `${near.estimate.ms} ms, then ${far.estimate.ms} ms`);
    }),
    { numRuns: 60 },
  );
});
