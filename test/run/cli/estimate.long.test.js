import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { main } from '../../../lib/run/cli/main.js';
import { flavours } from './har-flavours.js';

const folder = mkdtempSync(join(tmpdir(), 'pagethrift-test-'));
cpSync(fileURLToPath(new URL('../../../fixtures/sites/harbour/site', import.meta.url)), join(folder, 'dist'), {
  recursive: true,
});
after(() => rmSync(folder, { recursive: true, force: true }));

/** @param {...string} argv */
async function run(...argv) {
  let out = '';
  let err = '';
  const code = await main({
    argv: ['estimate', ...argv],
    stdout: { write: (text) => (out += text) },
    stderr: { write: (text) => (err += text) },
    env: {},
    cwd: folder,
  });
  return { code, out, err };
}

/** @param {string} name @param {unknown} content */
function save(name, content) {
  writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
}

test('a page is estimated with what it fetches, on every link and version that was asked for', async () => {
  save('pagethrift.config.json', { links: ['wan', 'ppp'], https: ['1.0', '1.1-pipelined'] });
  const { code, out } = await run('dist/index.html', '--json', '--link', 'lan', '--http', '1.1');
  rmSync(join(folder, 'pagethrift.config.json'));
  assert.equal(code, 0);
  const { estimate, detail, pages, conditions, input } = JSON.parse(out);
  assert.deepEqual(input, { kind: 'page', name: 'index.html' });
  assert.deepEqual(conditions, { link: 'lan', http: '1.1', visit: 'first' });
  assert.equal(pages.length, 1, 'its neighbours are not asked for');
  const [{ path, requests, bytes, estimates }] = pages;
  assert.equal(path, 'index.html');
  assert.deepEqual(
    estimates.map((/** @type {any} */ each) => `${each.link} ${each.http}`),
    ['lan', 'wan', 'ppp'].flatMap((link) => ['1.1', '1.0', '1.1-pipelined'].map((http) => `${link} ${http}`)),
  );
  assert.deepEqual(estimates[0].estimate, estimate);
  assert.equal(estimate.requests, requests);
  assert.equal(detail.byResource.length, requests);
  assert.ok(requests > 3 && bytes > 2000);
});

test('people get a table; a revisit is called one', async () => {
  const { code, out } = await run('dist/about.html');
  assert.equal(code, 0);
  assert.match(out, /^about\.html: \d+ requests, [\d.]+ k?B\n/);
  for (const row of ['4g +2 ', '4g +1\\.1 ', '3g +3 ', 'cable +2 ']) assert.match(out, new RegExp(`^ +${row}`, 'm'));
  assert.match((await run('dist/about.html', '--visit', 'revalidate', '--link', '3g')).out, /revisit of/);
});

for (const [name, har] of Object.entries(flavours)) {
  test(`a HAR of ${name} is estimated`, async () => {
    save('visit.har', har);
    const { code, out, err } = await run('visit.har', '--json', '--link', 'wan', '--http', '2');
    assert.equal(code, 0, err);
    const { estimate, pages, input } = JSON.parse(out);
    assert.equal(input.kind, 'har');
    assert.equal(estimate.requests, 3);
    assert.equal(pages.length, 1);
    assert.ok(estimate.ms > 88 && estimate.packets > 10);
  });
}

test('a HAR is known by what it holds; other hosts are mentioned', async () => {
  const har = structuredClone(/** @type {any} */ (flavours.Firefox));
  har.log.entries[2].request.url = 'https://pictures.test/boat.gif';
  save('visit.json', har);
  const { code, out } = await run('visit.json');
  assert.equal(code, 0);
  assert.match(out, /1 of 3 requests went to other hosts/);
});

test('what cannot be estimated is one sentence and exit code 2', async () => {
  mkdirSync(join(folder, 'folder'));
  for (const [file, content] of /** @type {[string, unknown][]} */ ([
    ['nothing.har', { log: { entries: [] } }],
    ['no-har.har', { resources: [] }],
    ['cut.har', '{"log":{"entries":['],
    ['damaged.har', { log: { entries: [{ request: {}, response: {} }] } }],
    ['number.json', '5'],
    ['null.json', 'null'],
    ['list.json', '[]'],
    ['empty.json', '{}'],
    ['negative.json', { resources: [{ url: '/', bytes: -1 }] }],
    ['cases.json', { cases: [null] }],
    ['link.json', { link: 'carrier-pigeon', resources: [{ url: '/', bytes: 1 }] }],
    ['picture.gif', 'GIF89a'],
  ]))
    save(file, content);
  for (const [argv, message] of /** @type {[string[], RegExp][]} */ ([
    [[], /Name a scenario/],
    [['dist/index.html', 'dist/about.html'], /Name a scenario/],
    [['nowhere.html'], /nowhere\.html cannot be read/],
    [['folder'], /is a folder/],
    [['https://example.test/'], /is a URL/],
    [['nothing.har'], /contains no request with a response/],
    [['no-har.har'], /is not a HAR file/],
    [['cut.har'], /cut\.har” is (?:neither|not)/],
    [['damaged.har'], /entries\[0\]/],
    [['number.json'], /is not a scenario/],
    [['null.json'], /is not a scenario/],
    [['list.json'], /must be an object/],
    [['empty.json'], /resources/],
    [['negative.json'], /at least 0/],
    [['cases.json'], /cases\[0\]/],
    [['link.json'], /carrier-pigeon/],
    [['picture.gif'], /neither a page nor JSON/],
    [['dist/index.html', '--link', 'carrier-pigeon'], /link that is not known, “carrier-pigeon”/],
    [['dist/index.html', '--http', '4'], /http/],
  ])) {
    const { code, out, err } = await run(...argv);
    assert.equal(code, 2, `${argv.join(' ')}: ${out}${err}`);
    assert.match(err, message);
    assert.equal(out, '');
    assert.equal(err.trim().split('\n').length, 1, err);
  }
});

test('a comparison of versions says why HTTP/1.1 is light, and why HTTP/3 is like HTTP/2', async () => {
  const notes = async (/** @type {string[]} */ ...argv) =>
    JSON.parse((await run('dist/index.html', ...argv)).out).notes;
  assert.deepEqual(await notes('--json'), [
    'HTTP/1.1 is estimated without TLS, HTTP/2 with it.',
    'A browser learns from the first response that a server offers HTTP/3, so the first visit is over HTTP/2.',
  ]);
  assert.deepEqual(await notes('--json', '--http', '1.1'), []);
});
