import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  costSessions,
  countPackets,
  drawSessions,
  estimatePopulation,
  estimateSavings,
  PROTOCOLS,
} from '../../../lib/network/workload.js';

const population = { users: 20, seconds: 300, seed: 7 };

test('the same seed gives the same people, another seed others', () => {
  assert.deepEqual(drawSessions(population), drawSessions(population));
  assert.notDeepEqual(drawSessions(population), drawSessions({ ...population, seed: 8 }));
});

test('packets of each kind add up to the total', () => {
  for (const protocol of PROTOCOLS) {
    const { packets, totalBytes, dataBytes } = estimatePopulation(population, { protocol });
    const { syn, fin, ack, request, response, data, total } = packets;
    assert.equal(data, request + response);
    assert.ok(Math.abs(total - (syn + fin + ack + data)) < 1e-6);
    assert.ok(Math.abs(totalBytes - dataBytes - 40 * total) < 1e-3);
  }
});

test('6.5 packets for a connection and 0.23 for a response packet', () => {
  const { total } = countPackets({ connections: 10, requestPackets: 100, responsePackets: 1000 });
  assert.ok(Math.abs(total - (1100 + 65 + 230)) < 1e-9);
});

test('the protocols differ as published: fewer connections kept open, more of them closed early', () => {
  const load = Object.fromEntries(
    PROTOCOLS.map((protocol) => [protocol, estimatePopulation(population, { protocol })]),
  );
  assert.equal(load['1.0'].connections, load['1.0'].requests);
  assert.equal(load['1.1 early close'].connections, load['1.1 early close'].views);
  assert.ok(load['1.1'].connections < load['1.1 early close'].connections);
  assert.ok(load['1.1'].packets.total < load['1.1 early close'].packets.total);
  assert.ok(load['1.1 early close'].packets.total < load['1.0'].packets.total);
  assert.ok(load['1.1 pipelined'].packets.total <= load['1.1'].packets.total);
  assert.ok(load['1.1'].connectionSeconds > 20 * load['1.0'].connectionSeconds);
  assert.ok(load['1.1'].memoryKB > load['1.0'].memoryKB);
});

test('forty users for ten minutes: connections as Barford & Crovella counted them, to 15 %', () => {
  const forty = { users: 40, seconds: 600 };
  const published = { '1.0': 10_902, 1.1: 2278, '1.1 early close': 7876 };
  for (const [protocol, connects] of Object.entries(published)) {
    const { connections } = estimatePopulation(forty, { protocol: /** @type {any} */ (protocol) });
    assert.ok(Math.abs(connections / connects - 1) < 0.15, `${protocol}: ${connections}`);
  }
});

test('a kept connection closes after the server’s time-out and a later page opens another', () => {
  const view = (/** @type {number} */ atSeconds) => ({ atSeconds, transfers: [{ bytes: 100 }] });
  const kept = costSessions([{ views: [view(0), view(10), view(40)], leavesAtSeconds: 43 }], {
    protocol: '1.1',
    keepAliveSeconds: 15,
  });
  assert.equal(kept.connections, 2);
  assert.ok(kept.connectionSeconds > 28 && kept.connectionSeconds < 28.2, `${kept.connectionSeconds}`);
});

test('an unknown protocol is refused by name', () => {
  assert.throws(() => costSessions([], { protocol: /** @type {any} */ ('2') }), /"2".*1\.0/);
});

const page = {
  resources: [
    { url: '/', bytes: 20_000 },
    { url: '/style.css', bytes: 5000 },
    { url: '/photo.jpg', bytes: 60_000 },
  ],
};
const other = {
  resources: [
    { url: '/other', bytes: 12_000 },
    { url: '/style.css', bytes: 5000 },
  ],
};

test('nothing changed saves nothing', () => {
  const { saved } = estimateSavings({
    before: [page, other],
    after: [page, other],
    conditions: { protocol: '1.1' },
    sessions: 100,
  });
  assert.equal(saved.requests, 0);
  assert.equal(saved.totalBytes, 0);
  assert.equal(saved.packets.total, 0);
});

test('a smaller photograph saves its bytes once a session in a million page views', () => {
  const after = { resources: [...page.resources.slice(0, 2), { url: '/photo.jpg', bytes: 30_000 }] };
  const { before, saved } = estimateSavings({
    before: [page],
    after: [after],
    conditions: { protocol: '1.1' },
    sessions: 500,
  });
  assert.ok(Math.abs(before.views - 1_000_000) < 1e-3);
  const perSession = saved.dataBytes / 30_000;
  assert.ok(perSession > 100_000 && perSession < 500_000, `${perSession} sessions in a million views`);
  assert.ok(saved.packets.response > 0);
});

test('removing a resource never costs more', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 90_000 }), { minLength: 2, maxLength: 8 }),
      fc.constantFrom(...PROTOCOLS),
      (list, protocol) => {
        const resources = list.map((bytes, index) => ({ url: `/${index}`, bytes }));
        const { saved } = estimateSavings({
          before: [{ resources }],
          after: [{ resources: resources.slice(0, -1) }],
          conditions: { protocol },
          sessions: 20,
        });
        assert.ok(saved.packets.total > 0 && saved.dataBytes > 0 && saved.requests > 0);
      },
    ),
    { numRuns: 40 },
  );
});

test('pages before and after must be the same', () => {
  assert.throws(
    () => estimateSavings({ before: [page], after: [], conditions: { protocol: '1.1' } }),
    /1 pages before and 0/,
  );
});
