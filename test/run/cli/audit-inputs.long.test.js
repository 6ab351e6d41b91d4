import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { main } from '../../../lib/run/cli/main.js';
import { openBrowser } from '../../../lib/visit/browser/open.js';
import { flavours } from './har-flavours.js';

const folder = mkdtempSync(join(tmpdir(), 'pagethrift-test-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** @param {...string} argv */
async function run(...argv) {
  let out = '';
  let err = '';
  const code = await main({
    argv: [...argv, '--verify', 'off', '--cache', 'off'],
    stdout: { write: (text) => (out += text) },
    stderr: { write: (text) => (err += text) },
    env: {},
    cwd: folder,
  });
  return { code, out, err };
}

for (const [name, har] of Object.entries(flavours)) {
  test(`a HAR of ${name} is audited, or it is said why not`, async () => {
    writeFileSync(join(folder, 'visit.har'), JSON.stringify(har));
    const { code, out, err } = await run('audit', 'visit.har', '--json', '--browser', 'off');
    if (name.endsWith('without content')) {
      assert.equal(code, 2);
      assert.match(err, /without the content/);
      return;
    }
    assert.equal(code, 0, err);
    const { input, pages } = JSON.parse(out);
    assert.equal(input.kind, 'har');
    assert.equal(pages.length, 1);
    assert.equal(pages[0].before.requests, 3);
  });
}

test('a HAR may name a file whose path is no UTF-8', async () => {
  const har = /** @type {any} */ (structuredClone(flavours.Firefox));
  har.log.entries[2].request.url = 'https://harbour.test/%E0.gif';
  writeFileSync(join(folder, 'odd.har'), JSON.stringify(har));
  const { code, err } = await run('audit', 'odd.har', '--quiet', '--browser', 'off');
  assert.equal(code, 0, err);
});

test('a HAR too long for a text is said to be so before it is read', async () => {
  writeFileSync(join(folder, 'long.har'), '{');
  truncateSync(join(folder, 'long.har'), 1_100_000_000);
  for (const command of ['audit', 'check']) {
    const { code, err } = await run(command, 'long.har', '--browser', 'off');
    assert.deepEqual([command, code], [command, 2]);
    assert.match(err, /long\.har has 1\.1 GB.*record fewer pages/);
  }
});

test('wrong budgets, links and HAR files are one sentence and exit code 2', async () => {
  /** @param {string} name @param {unknown} content */
  const save = (name, content) => writeFileSync(join(folder, name), JSON.stringify(content));
  const har = /** @type {any} */ (structuredClone(flavours.Firefox));
  writeFileSync(join(folder, 'visit.har'), JSON.stringify(har));
  har.log.entries.shift();
  save('pageless.har', har);
  save('hollow.har', { log: { entries: [] } });
  save('empty-budget.json', { budgets: [{}] });
  save('no-limit.json', { budgets: [{ pages: '**' }] });
  save('far-link.json', { budgets: [{ link: 'carrier-pigeon', ms: 100 }] });
  save('bad-limit.json', { budgets: [{ bytes: 'a lot' }] });
  save('far-links.json', { links: ['carrier-pigeon'] });
  for (const [argv, message] of /** @type {[string[], RegExp][]} */ ([
    [['audit', 'pageless.har'], /contains no page/],
    [['audit', 'hollow.har'], /contains no page/],
    [['check', 'visit.har', '--config', 'empty-budget.json'], /budget 1/],
    [['check', 'visit.har', '--config', 'no-limit.json'], /budget 1/],
    [['check', 'visit.har', '--config', 'far-link.json'], /no link “carrier-pigeon”/],
    [['check', 'visit.har', '--config', 'bad-limit.json'], /budget 1.*a lot/],
    [['audit', 'visit.har', '--config', 'far-links.json'], /link that is not known, “carrier-pigeon”/],
    [['audit', 'visit.har', '--link', 'carrier-pigeon'], /link that is not known, “carrier-pigeon”/],
    [['check', 'visit.har', '--http', '0.9'], /http/],
    [['audit', 'http://', '--browser', 'off'], /URL/],
  ])) {
    const { code, err } = await run(...argv, '--browser', 'off');
    assert.equal(code, 2, `${argv.join(' ')}: ${err}`);
    assert.match(err, message);
    assert.equal(err.trim().split('\n').length, 1, err);
  }
});

test('a URL that cannot be loaded is one sentence and exit code 2', async () => {
  const browser = await openBrowser({ browser: 'auto', jobs: 1 });
  assert.ok(browser, 'a browser starts');
  await browser.close();
  const endless = http.createServer((request, response) => {
    response.writeHead(302, { location: `/${Number(request.url?.slice(1)) + 1}` }).end();
  });
  const plain = http.createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.4');
  });
  const gone = http.createServer((_, response) => {
    response.writeHead(404, { 'content-type': 'text/html' }).end('<!doctype html><title>No</title>no such page');
  });
  const servers = { endless, plain, gone, ...makeSelfSigned() };
  const urls = Object.fromEntries(
    await Promise.all(Object.entries(servers).map(async ([name, server]) => [name, await listen(server)])),
  );
  // The port of a client: it refuses connections, and no other test can listen on it meanwhile.
  const client = net.connect(Number(new URL(urls.plain).port), '127.0.0.1');
  await once(client, 'connect');
  try {
    for (const [name, url, message] of /** @type {[string, string, RegExp][]} */ ([
      ['a closed port', `http://127.0.0.1:${client.localPort}/`, /refuses the connection/],
      ['no host', 'http://harbour.invalid/', /cannot be audited/],
      ['endless redirects', `${urls.endless}/0`, /redirects for ever/],
      ['no page', urls.plain, /page|cannot be audited/],
      ['an error page', urls.gone, /404|no readable page/],
      ...(urls.selfSigned ? [['self-signed', urls.selfSigned, /certificate/]] : []),
    ])) {
      const { code, err } = await run('audit', url);
      assert.equal(code, 2, `${name}: ${err}`);
      assert.match(err, message, name);
      assert.equal(err.trim().split('\n').length, 1, `${name}: ${err}`);
    }
  } finally {
    client.destroy();
    for (const server of Object.values(servers)) {
      server.closeAllConnections();
      server.close();
    }
  }
});

/** @param {http.Server | https.Server} server @returns {Promise<string>} */
async function listen(server) {
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return `${server instanceof https.Server ? 'https' : 'http'}://127.0.0.1:${port}`;
}

/**
 * Starts a host with an untrusted certificate. Returns none if there is no openssl to create one.
 * @returns {Record<string, https.Server>}
 */
function makeSelfSigned() {
  const [key, cert] = ['key.pem', 'cert.pem'].map((name) => join(folder, name));
  const words = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=127.0.0.1';
  const made = spawnSync('openssl', [...words.split(' '), '-keyout', key, '-out', cert]);
  if (made.status !== 0) return {};
  const options = { key: readFileSync(key), cert: readFileSync(cert) };
  return { selfSigned: https.createServer(options, (_, response) => response.end('<!doctype html>hello')) };
}
