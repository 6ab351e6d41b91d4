import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseScenario } from '../../../lib/network/index.js';
import { pageScenario, parseHar } from '../../../lib/plan/price/index.js';

const home = 'http://example.test/';
const html = `<!doctype html><title>x</title>${' '.repeat(300)}<img src="img/a.gif"><script src=b.js></script>`;

/** @param {string} url @param {string} mimeType @param {object} [response] @param {object} [entry] */
function makeEntry(url, mimeType, response = {}, entry = {}) {
  return {
    pageref: 'page_1',
    startedDateTime: '2024-05-01T10:00:00.000Z',
    request: { method: 'GET', url, headers: [{ name: 'Host', value: 'example.test' }], headersSize: 350, bodySize: 0 },
    response: {
      status: 200,
      statusText: 'OK',
      headers: [],
      headersSize: 250,
      bodySize: 700,
      redirectURL: '',
      content: { size: 1000, mimeType },
      ...response,
    },
    ...entry,
  };
}

/** @param {object[]} entries @param {object[]} [pages] */
const makeHar = (entries, pages = [{ id: 'page_1', title: home }]) => ({ log: { version: '1.2', pages, entries } });

test('sizes, headers and places are taken over', () => {
  const har = makeHar([
    makeEntry(home, 'text/html; charset=utf-8', { content: { size: html.length, mimeType: 'text/html', text: html } }),
    makeEntry(`${home}img/a.gif`, 'image/gif'),
    makeEntry(`${home}b.js`, 'text/javascript', {}, { _initiator: { type: 'parser', url: home, lineNumber: 1 } }),
    makeEntry(
      `${home}c.woff2`,
      '',
      { content: { size: 1000 } },
      { _initiator: { type: 'script', stack: { callFrames: [{ url: `${home}b.js` }] } } },
    ),
  ]);
  const [page] = parseHar(`\ufeff${JSON.stringify(har)}`);
  assert.equal(page.url, home);
  assert.deepEqual(
    page.files.map(({ type }) => type),
    ['html', 'image', 'script', 'font'],
  );
  assert.deepEqual(page.files[0], {
    url: home,
    type: 'html',
    bytes: 700,
    decodedBytes: html.length,
    requestBytes: 350,
    responseHeaderBytes: 250,
  });
  assert.equal(page.references[0].atByte, html.indexOf('a.gif'));
  assert.equal(page.references[2].from, `${home}b.js`);
  assert.equal(parseScenario(pageScenario(page, { link: '4g', http: '2', visit: 'first' })).resources.length, 4);
});

test('what Chromium wanted no more than an image is a deferred script', () => {
  const wanted = ['High', 'Low', 'VeryLow'].map((_priority, index) =>
    makeEntry(`${home}${index}.js`, 'text/javascript', {}, { _priority }),
  );
  const image = makeEntry(`${home}a.gif`, 'image/gif', {}, { _priority: 'Low' });
  const [page] = parseHar(makeHar([makeEntry(home, 'text/html'), ...wanted, image]));
  assert.deepEqual(
    page.references.map(({ deferred }) => deferred ?? false),
    [false, true, true, false],
  );
});

test('what browsers leave out or write as −1 is made up for', () => {
  const unknown = { headersSize: -1, bodySize: -1 };
  const encoded = [{ name: 'Content-Encoding', value: 'br' }];
  const sizes = [
    { ...unknown, headers: [], _transferSize: 1100, content: { size: 1000 } },
    { ...unknown, headers: encoded, _transferSize: 400, content: { size: 1000 } },
    { ...unknown, headers: encoded, content: { size: 1000, compression: 650 } },
    { status: 304, bodySize: 0, headersSize: 120, _transferSize: 120, content: { size: 1000 } },
    { bodySize: 0, _transferSize: 0, content: { size: 1000 } },
    { ...unknown, content: { size: -1, text: 'é'.repeat(10) } },
    { ...unknown, content: {} },
  ].map(
    (response, index) => parseHar(makeHar([makeEntry(`${home}${index}`, 'image/png', response)]))[0].files[0].bytes,
  );
  assert.deepEqual(sizes, [1000, 400, 350, 1000, 1000, 20, 0]);
  const [{ files }] = parseHar(
    makeHar([
      makeEntry(
        home,
        'text/html',
        {},
        { request: { url: home, method: 'GET', headersSize: -1, headers: [{ name: 'Host', value: 'example.test' }] } },
      ),
    ]),
  );
  assert.equal(files[0].requestBytes, 'GET / HTTP/1.1\r\nHost: example.test\r\n\r\n'.length);
});

test('redirects are a chain, several pages are several, sockets and failures are left out', () => {
  const har = makeHar(
    [
      makeEntry('http://example.test/old', '', { status: 301, redirectURL: '/', content: { size: 0 } }),
      makeEntry(home, 'text/html'),
      makeEntry(`${home}x.png`, 'image/png'),
      makeEntry(`${home}x.png`, 'image/png'),
      makeEntry(`${home}gone`, '', { status: 0, _error: 'net::ERR_FAILED' }),
      makeEntry('data:image/gif;base64,R0', 'image/gif'),
      makeEntry('http://example.test/second', 'text/html', {}, { pageref: 'page_2' }),
    ],
    [{ id: 'page_1' }, { id: 'page_2' }],
  );
  const [first, second] = parseHar(har);
  assert.deepEqual(
    first.references.map(({ from, to }) => [from, to]),
    [
      ['http://example.test/old', home],
      [home, `${home}x.png`],
      [home, `${home}x.png#fetched-2`],
    ],
  );
  assert.equal(first.skipped.length, 2);
  assert.equal(second.url, 'http://example.test/second');
  assert.equal(parseHar(makeHar([makeEntry(home, 'text/html')], [])).length, 1);
});

test('what is no HAR is refused with a sentence', () => {
  for (const [wrong, said] of /** @type {[unknown, RegExp][]} */ ([
    ['', /a\.har” is not JSON/],
    ['{"log":', /a\.har” is not JSON/],
    ['[]', /no "log.entries"/],
    [null, /no "log.entries"/],
    ['{"log":{}}', /not a list/],
    ['{"log":{"entries":[]}}', /contains no request with a response/],
    ['{"log":{"entries":[null]}}', /entries\[0\]/],
    ['{"log":{"entries":[{"request":{}}]}}', /entries\[0\]/],
  ])) {
    assert.throws(() => parseHar(wrong, 'a.har'), said);
  }
});

test('whatever stands in a HAR, it is a page that the model takes, or a sentence', () => {
  const anything = fc.anything({ maxDepth: 3 });
  const response = fc.record(
    {
      status: anything,
      headers: anything,
      headersSize: anything,
      bodySize: anything,
      content: anything,
      redirectURL: anything,
    },
    { requiredKeys: [] },
  );
  const request = fc.record(
    { url: fc.oneof(fc.webUrl(), fc.string(), anything), headers: anything, headersSize: anything },
    { requiredKeys: ['url'] },
  );
  const entry = fc.record(
    { request, response, pageref: anything, startedDateTime: anything, _initiator: anything },
    { requiredKeys: ['request', 'response'] },
  );
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 6 }), anything, (entries, pages) => {
      try {
        for (const page of parseHar({ log: { entries, pages } }))
          parseScenario(pageScenario(page, { link: '4g', http: '1.1', visit: 'first' }));
      } catch (error) {
        assert.equal(/** @type {Error} */ (error).name, 'InputError', String(/** @type {Error} */ (error).stack));
      }
    }),
    { numRuns: 200 },
  );
});

test('reading takes time in proportion to the number of redirects and references', () => {
  const targets = Array.from({ length: 20_000 }, (_, at) => `${home}${at + 1}`);
  const redirects = makeHar(
    targets.map((redirectURL, at) => makeEntry(`${home}${at || ''}`, '', { status: 302, redirectURL, content: {} })),
  );
  const text = ' '.repeat(20_000_000);
  const root = makeEntry(home, 'text/html', { content: { size: text.length, mimeType: 'text/html', text } });
  const references = makeHar([root, ...targets.map((url) => makeEntry(url, 'image/gif'))]);
  for (const [har, maxSeconds] of /** @type {const} */ ([
    [redirects, 5],
    [references, 15],
  ])) {
    const before = process.cpuUsage();
    const [page] = parseHar(har);
    const { user } = process.cpuUsage(before);
    assert.ok(page.references.length >= targets.length - 1);
    assert.ok(user < maxSeconds * 1e6, `${user / 1e6} s`);
  }
});
