import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { bandOfDifference, estimate, SERVER_PROFILES } from '../../lib/network/index.js';

const link = { downBitsPerSecond: 8e6, upBitsPerSecond: 1e6, rttMs: 45 };
const page = { url: '/', type: /** @type {const} */ ('html'), bytes: 12_000, requestBytes: 374 };
const images = (/** @type {number} */ count, /** @type {number} */ bytes) =>
  Array.from({ length: count }, (_, index) => ({
    url: `/${index}.jpg`,
    type: /** @type {const} */ ('image'),
    bytes,
    requestBytes: 374,
    foundIn: '/',
    foundAtByte: 500,
  }));
const large = [page, ...images(8, 60_000)];

/** @param {import('../../lib/network/types.ts').ScenarioInput} scenario */
const costOf = (scenario) => estimate(scenario).estimate;

test('a few losses do not slow BBR down as they do CUBIC', () => {
  const lossy = { ...link, lossRate: 0.02, rttMs: 120 };
  const file = [{ ...page, bytes: 2_000_000 }];
  const [bbr, cubic] = /** @type {const} */ (['linux-bbr', 'linux']).map((stack) =>
    costOf({ link: lossy, tcp: { stack }, resources: file }),
  );
  assert.ok(bbr.ms < cubic.ms, `BBR took ${bbr.ms} ms, CUBIC ${cubic.ms}`);
});

test('pacing spreads what a window lets go, and leaves what is sent as it is', () => {
  const http = /** @type {const} */ ({ version: '2', tls: '1.3' });
  const fast = { ...link, downBitsPerSecond: 200e6 };
  const [paced, plain] = [true, false].map((pacing) =>
    estimate({ link: fast, tcp: { pacing }, http, resources: large }),
  );
  assert.ok(Math.abs(paced.detail.dataDown - plain.detail.dataDown) <= 2);
  assert.ok(paced.estimate.ms > plain.estimate.ms);
});

test('every page arrives over every stack and version, however much the link loses', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(/** @type {const} */ ('linux'), 'linux-bbr', 'linux-cubic'),
      fc.constantFrom(/** @type {const} */ ('1.1'), '2', '3'),
      fc.integer({ min: 0, max: 8 }),
      fc.integer({ min: 2, max: 40 }),
      fc.integer({ min: 1, max: 1e6 }),
      (stack, version, percent, queuePackets, seed) => {
        const lossy = { ...link, lossRate: percent / 100, queuePackets, seed };
        const { byResource } = estimate({ link: lossy, tcp: { stack }, http: { version }, resources: large }).detail;
        assert.ok(byResource.every(({ doneMs }) => doneMs > 0));
      },
    ),
    { numRuns: 40 },
  );
});

test('a first visit that has to learn of HTTP/3 goes over HTTP/2, the next over HTTP/3', () => {
  const http = /** @type {const} */ ({ version: '3', discovery: 'alt-svc' });
  const [first, second] = /** @type {const} */ (['first', 'revalidate']).map((visit) =>
    costOf({ link, http, visit, resources: large }),
  );
  const over2 = costOf({ link, http: { version: '2', tls: '1.3' }, resources: large });
  const over3 = costOf({ link, http: { version: '3' }, visit: 'revalidate', resources: large });
  assert.deepEqual([first.packets, first.ms], [over2.packets, over2.ms]);
  assert.deepEqual([second.packets, second.ms], [over3.packets, over3.ms]);
});

test('a larger window of the server brings a page earlier', () => {
  const [small, large_] = [10, 46].map((initialWindow) =>
    costOf({ link: { ...link, rttMs: 200 }, server: { initialWindow }, resources: [{ ...page, bytes: 60_000 }] }),
  );
  assert.ok(large_.ms < small.ms - 150);
});

test('longer certificates and a post-quantum share are sent, and cost a round trip once they pass the window', () => {
  const http = /** @type {const} */ ({ version: '1.1', tls: '1.3', connections: 1, preconnect: 0 });
  const sent = (/** @type {object} */ tls) =>
    estimate({ link, http, tls, server: { initialWindow: 3 }, resources: [{ ...page, bytes: 500 }] });
  const [short, long, quantum] = [{}, { chainBytes: 8000 }, { postQuantum: true }].map(sent);
  assert.ok(long.detail.payloadDown - short.detail.payloadDown > 7000);
  assert.ok(long.estimate.ms - short.estimate.ms > link.rttMs / 2);
  assert.ok(quantum.detail.payloadDown - short.detail.payloadDown >= 1088);
});

test('a server that follows priorities sends a late style sheet before images', () => {
  const sheet = {
    ...page,
    url: '/late.css',
    type: /** @type {const} */ ('css'),
    bytes: 20_000,
    foundIn: '/',
    foundAtByte: 11_000,
  };
  for (const version of /** @type {const} */ (['2', '3'])) {
    const doneOf = (/** @type {'rfc9218' | 'ignored' | 'round-robin'} */ priorities) =>
      estimate({ link, http: { version, tls: '1.3', priorities, agent: 'robot' }, resources: [...large, sheet] }).detail
        .byResource[large.length].doneMs;
    assert.ok(doneOf('rfc9218') < doneOf('ignored'), `HTTP/${version}`);
  }
});

test('every server by name can be estimated and says where its numbers come from', () => {
  for (const [profile, { note }] of Object.entries(SERVER_PROFILES)) {
    assert.match(note, /20\d\d/);
    for (const version of /** @type {const} */ (['1.1', '2', '3']))
      assert.ok(costOf({ link, http: { version }, server: { profile }, resources: large }).ms > 0);
  }
  assert.throws(
    () => costOf({ server: { profile: 'unheard-of' }, resources: [page] }),
    /server\.profile must be one of/,
  );
});

test('figures have an error bar, wider where packets are lost', () => {
  const resources = large;
  const tcp = /** @type {const} */ ({ stack: 'linux' });
  const calm = costOf({ link, tcp, resources });
  const lossy = costOf({ link: { ...link, lossRate: 0.02 }, tcp, resources });
  assert.ok(calm.msBand > 0 && calm.packetsBand > 0);
  assert.ok(lossy.msBand / lossy.ms > calm.msBand / calm.ms);
  assert.ok(bandOfDifference(0) > 0 && bandOfDifference(-10_000) > bandOfDifference(100));
});

test('a browser that is slower makes a page later, and no other', () => {
  const [quick, slow] = [0.5, 3].map((slowness) =>
    costOf({ link, http: { version: '2', slowness }, resources: large }),
  );
  assert.ok(quick.ms < slow.ms && quick.requests === slow.requests);
});
