import assert from 'node:assert/strict';
import test from 'node:test';
import { estimate } from '../../lib/network/index.js';

/** @import { ScenarioInput } from '../../lib/network/types.ts' */

const wan = { downBitsPerSecond: 10e6, upBitsPerSecond: 10e6, rttMs: 100 };
const small = { url: '/', type: /** @type {const} */ ('html'), bytes: 640 };

/** @param {Partial<ScenarioInput>} more */
const run = (more) => estimate({ link: wan, http: { version: '1.0', connections: 1 }, resources: [small], ...more });

test('one small object over HTTP/1.0 is nine packets and two round trips', () => {
  const { estimate: cost, detail } = run({});
  // Up: SYN, ACK, GET, the ACK of a first segment longer than 536 bytes, FIN. Down: SYN, quick ACK, data with FIN, ACK.
  assert.deepEqual([cost.packetsUp, cost.packetsDown], [5, 4]);
  assert.deepEqual([detail.syn, detail.fin, detail.data, detail.ack], [2, 2, 2, 4]);
  assert.ok(cost.ms > 200 && cost.ms < 203);
});

test('a server that sends its FIN apart costs a packet more each way', () => {
  const { estimate: cost } = run({ server: { finWithLastData: false } });
  assert.equal(cost.packets, 10);
});

test('a window of two segments takes more round trips than one of ten', () => {
  const resources = [{ ...small, bytes: 14_000 }];
  const narrow = run({ resources, tcp: { initialWindow: 2 } });
  const wide = run({ resources, tcp: { initialWindow: 10 } });
  const roundTrips = (narrow.estimate.ms - wide.estimate.ms) / wan.rttMs;
  assert.ok(roundTrips > 1.9 && roundTrips < 2.1);
});

test('a header segment of its own with Nagle on waits for a delayed acknowledgement', () => {
  const resources = [small, { url: '/a', bytes: 500, foundIn: '/' }];
  const http = /** @type {const} */ ({ version: '1.1', connections: 1 });
  const good = run({ resources, http });
  const bad = run({ resources, http, server: { nagle: true, headersInOwnSegment: true } });
  assert.ok(bad.estimate.ms - good.estimate.ms > 2 * wan.rttMs);
});

test('time-outs fire without loss where a packet takes longer than they wait', () => {
  const link = { downBitsPerSecond: 28_800, upBitsPerSecond: 28_800, rttMs: 130 };
  const images = Array.from({ length: 8 }, (_, index) => ({
    url: `/${index}`,
    bytes: 3000,
    foundIn: '/',
    foundAtByte: 100,
  }));
  const { detail } = run({ link, http: { version: '1.0', connections: 4 }, resources: [small, ...images] });
  assert.ok(detail.retransmitted > 0);
  assert.equal(detail.lost, 0);
});

test('a parser that has read less asks later', () => {
  const html = { ...small, bytes: 60_000 };
  const http = /** @type {const} */ ({ version: '2' });
  const [, early] = run({ http, resources: [html, { url: '/a', bytes: 1, foundIn: '/', foundAtByte: 100 }] }).detail
    .byResource;
  const [, late] = run({ http, resources: [html, { url: '/a', bytes: 1, foundIn: '/', foundAtByte: 59_000 }] }).detail
    .byResource;
  assert.ok(late.foundMs > early.foundMs + wan.rttMs);
});

test('pipelined requests share packets, and the last of them wait for the flush timer', () => {
  const images = Array.from({ length: 12 }, (_, index) => ({
    url: `/${index}`,
    bytes: 300,
    foundIn: '/',
    foundAtByte: 100,
  }));
  const resources = [{ ...small, bytes: 4000 }, ...images];
  const serial = run({ resources, http: { version: '1.1', connections: 1 } });
  const pipelined = run({ resources, http: { version: '1.1', connections: 1, pipelining: true } });
  assert.ok(pipelined.estimate.packets < serial.estimate.packets * 0.7);
  assert.ok(pipelined.estimate.ms < serial.estimate.ms / 3);
  const odd = run({ resources: resources.slice(0, 4), http: { version: '1.1', connections: 1, pipelining: true } });
  assert.ok(odd.detail.byResource[3].requestMs - odd.detail.byResource[3].foundMs >= 50);
});

test('TLS 1.3 costs a round trip, TLS 1.2 two', () => {
  const ms = [null, '1.3', '1.2'].map(
    (tls) => run({ http: { version: '1.1', connections: 1, tls: /** @type {any} */ (tls) } }).estimate.ms,
  );
  assert.ok(Math.abs(ms[1] - ms[0] - 100) < 5);
  assert.ok(Math.abs(ms[2] - ms[0] - 200) < 5);
});

test('HTTP/3 saves a round trip of HTTP/2 with TLS', () => {
  const [two, three] = /** @type {const} */ (['2', '3']).map((version) => run({ http: { version, tls: '1.3' } }));
  assert.ok(Math.abs(two.estimate.ms - three.estimate.ms - 100) < 5);
  assert.equal(three.detail.syn, 0);
});

test('ATM cells and PPP frames take time, not bytes of IP', () => {
  const resources = [{ ...small, bytes: 100_000 }];
  const link = { ...wan, downBitsPerSecond: 1e6 };
  const plain = run({ link, resources });
  const atm = run({ link: { ...link, framing: 'atm' }, resources });
  assert.equal(atm.estimate.bytesDown, plain.estimate.bytesDown);
  assert.ok(atm.estimate.ms > plain.estimate.ms * 1.08);
});

test('a modem compresses HTML, and leaves images as they are', () => {
  const link = { downBitsPerSecond: 28_800, upBitsPerSecond: 28_800, rttMs: 130 };
  /** @param {'html' | 'image'} type @param {number} modemCompression */
  const ms = (type, modemCompression) =>
    run({ link: { ...link, modemCompression }, resources: [{ ...small, type, bytes: 30_000 }] }).estimate.ms;
  assert.ok(ms('html', 1.3) < ms('html', 1) * 0.85);
  assert.ok(ms('image', 1.3) > ms('image', 1) * 0.97);
});

test('the 1997 heartbeat delays a lone segment to its next beat', () => {
  const tcp = /** @type {const} */ ({ stack: 'bsd97', initialWindow: 1 });
  const link = { ...wan, rttMs: 1 };
  const resources = [{ ...small, bytes: 6000 }];
  const { estimate: cost } = run({ link, tcp, server: { nagle: true }, resources });
  assert.ok(cost.ms > 190 && cost.ms < 420);
});

test('work on one processor is done in turn', () => {
  const images = Array.from({ length: 6 }, (_, index) => ({ url: `/${index}`, bytes: 300, foundIn: '/' }));
  const http = /** @type {const} */ ({ version: '1.1', connections: 6 });
  const resources = [small, ...images];
  const apart = run({ http, resources, server: { thinkMs: 100 } });
  const shared = run({ http, resources, server: { thinkMs: 100, sharedCpu: true } });
  assert.ok(shared.estimate.ms - apart.estimate.ms > 350);
});

test('a server that gathers responses sends fewer packets', () => {
  const images = Array.from({ length: 20 }, (_, index) => ({ url: `/${index}`, bytes: 0, foundIn: '/' }));
  const http = /** @type {const} */ ({ version: '1.1', connections: 1, pipelining: true });
  const base = { http, visit: /** @type {const} */ ('revalidate'), resources: [{ ...small, bytes: 0 }, ...images] };
  const apart = run(base);
  const gathered = run({ ...base, server: { outputBufferBytes: 4096 } });
  assert.ok(gathered.estimate.packetsDown < apart.estimate.packetsDown);
  assert.equal(gathered.detail.payloadDown, apart.detail.payloadDown);
});

test('connections that are closed early do not stand idle', () => {
  const http = /** @type {const} */ ({ version: '1.1', connections: 1 });
  const kept = run({ http });
  const closed = run({ http: { ...http, earlyClose: true } });
  assert.equal(Math.round(kept.detail.connectionMs - closed.detail.connectionMs), 15_000);
  assert.deepEqual(kept.estimate, closed.estimate);
});
