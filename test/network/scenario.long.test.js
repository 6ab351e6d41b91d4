import assert from 'node:assert/strict';
import test from 'node:test';
import { estimate, estimateCases, HTTP_VERSIONS, LINKS, parseScenario } from '../../lib/network/index.js';

const page = { url: '/', type: /** @type {const} */ ('html'), bytes: 1000 };

test('what is left out takes the defaults of the named stack', () => {
  const { tcp, http, link, resources } = parseScenario({
    tcp: { stack: 'bsd97' },
    link: { rttMs: 10 },
    resources: [page],
  });
  assert.equal(tcp.initialWindow, 2);
  assert.equal(tcp.delayedAckMs, 200);
  assert.equal(http.version, '1.1');
  assert.equal(link.mtu, 1500);
  assert.equal(resources[0].decodedBytes, 1000);
  assert.ok(Object.isFrozen(tcp) && Object.isFrozen(resources));
});

test('text is taken as well as data, and remarks may stand anywhere', () => {
  const text = JSON.stringify({
    note: 'x',
    link: { note: 'x' },
    http: { client: 'x' },
    server: { software: 'x' },
    resources: [{ ...page, note: 'x' }],
  });
  assert.deepEqual(parseScenario(text), parseScenario({ resources: [page] }));
});

test('a link may be named', () => {
  for (const name of Object.keys(LINKS)) {
    assert.equal(parseScenario({ link: name, resources: [page] }).link.rttMs, LINKS[name].rttMs);
    assert.ok(LINKS[name].note.length > 10, `${name} says where its figures come from`);
  }
});

/** @type {[string, any, RegExp][]} */
const mistakes = [
  ['an unknown field', { colour: 1, resources: [page] }, /colour is not a field; known here: link, tcp/],
  ['an unknown field of the link', { link: { speed: 1 }, resources: [page] }, /link\.speed is not a field/],
  ['a rate of zero', { link: { downBitsPerSecond: 0 }, resources: [page] }, /link\.downBitsPerSecond must be above 0/],
  ['a negative delay', { link: { rttMs: -1 }, resources: [page] }, /link\.rttMs must be at least 0/],
  ['an unknown link', { link: 'moon', resources: [page] }, /link "moon" is not known; known: lan/],
  ['an unknown version', { http: { version: '4' }, resources: [page] }, /http\.version must be one of 1\.0/],
  ['a wrong type', { server: { nagle: 'yes' }, resources: [page] }, /server\.nagle must be a boolean, not "yes"/],
  ['a negative size', { resources: [{ ...page, bytes: -1 }] }, /resources\[0\]\.bytes must be at least 0, not -1/],
  ['a size that is no number', { resources: [{ ...page, bytes: '9' }] }, /resources\[0\]\.bytes must be a number/],
  ['no resources', { resources: [] }, /resources must be a list of at least one/],
  ['a resource twice', { resources: [page, page] }, /resources\[1\]\.url "\/" stands there twice/],
  ['a parent that is not there', { resources: [{ ...page, foundIn: '/x' }] }, /"\/x" is not among the resources/],
  [
    'a reference behind the end',
    { resources: [page, { url: '/a', bytes: 1, foundIn: '/', foundAtByte: 1001 }] },
    /resources\[1\]\.foundAtByte 1001 lies behind the end of "\/"/,
  ],
  [
    'a cycle',
    {
      resources: [
        { url: '/a', bytes: 1, foundIn: '/b' },
        { url: '/b', bytes: 1, foundIn: '/a' },
      ],
    },
    /foundIn makes a cycle/,
  ],
  ['a resource found in itself', { resources: [{ ...page, foundIn: '/' }] }, /foundIn makes a cycle/],
  ['a list', [], /the whole must be an object/],
];

for (const [name, scenario, message] of mistakes) {
  test(`${name} is a clear error`, () => assert.throws(() => parseScenario(scenario), message));
}

test('100,000 resources get a result', () => {
  const images = Array.from({ length: 99_999 }, (_, index) => ({
    url: `/${index}`,
    bytes: 300,
    foundIn: '/',
    foundAtByte: index,
  }));
  const resources = [{ url: '/', type: /** @type {const} */ ('html'), bytes: 100_000 }, ...images];
  const { estimate: cost } = estimate({ link: 'fibre', http: { version: '2' }, resources });
  assert.equal(cost.requests, 100_000);
  assert.ok(cost.ms > 10_000);
});

test('a long chain of references is no trouble', () => {
  const resources = Array.from({ length: 2000 }, (_, index) => ({
    url: `/${index}`,
    bytes: 10,
    ...(index > 0 ? { foundIn: `/${index - 1}` } : {}),
  }));
  assert.equal(estimate({ link: 'lan', resources }).estimate.requests, 2000);
});

test('cases are set beside what was measured', () => {
  const scenario = { resources: [page] };
  const { estimate: cost, detail } = estimate(scenario);
  const measured = { packets: cost.packets * 2, payloadUp: 100, payloadDown: 100, dataSeconds: detail.dataMs / 500 };
  const { cases } = estimateCases({
    cases: [
      { name: 'one', scenario, measured },
      { name: 'two', scenario },
    ],
  });
  assert.equal(cases[0].error.packets, -0.5);
  assert.equal(cases[0].error.packetsDown, null);
  assert.equal(cases[0].error.seconds, -0.5);
  assert.equal(cases[0].error.payloadBytes, (detail.payloadUp + detail.payloadDown) / 200 - 1);
  assert.deepEqual(cases[1].error, { packets: null, packetsDown: null, payloadBytes: null, seconds: null });
});

test('a mistake in a case names the case', () => {
  assert.throws(() => estimateCases({ cases: [{ name: 'x', scenario: {} }] }), /cases\[0\] \(x\): scenario: resources/);
  assert.throws(() => estimateCases({ cases: [{ name: 'x', scenrio: {} }] }), /"scenrio" is not a field/);
  assert.throws(() => estimateCases('{}'), /no list of cases/);
});

test('every version is simulated, first visit and revalidation', () => {
  for (const version of HTTP_VERSIONS) {
    for (const visit of /** @type {const} */ (['first', 'revalidate'])) {
      const bytes = visit === 'first' ? 9000 : 0;
      const resources = [
        { ...page, bytes, decodedBytes: 9000 },
        { url: '/a', bytes, foundIn: '/', foundAtByte: 400 },
      ];
      const { detail } = estimate({ link: '4g', visit, http: { version }, resources });
      assert.ok(detail.byResource[1].doneMs > LINKS['4g'].rttMs * 2);
    }
  }
});
