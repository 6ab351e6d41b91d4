import assert from 'node:assert/strict';
import http from 'node:http';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { openBudgets } from '../../../lib/visit/browser/budget.js';
import { recordPage } from '../../../lib/visit/browser/record-page.js';
import { openTestBrowser } from '../../harness/browser.js';

const BOMB_BYTES = 100 * 2 ** 20;
const browser = await openTestBrowser();

/** @param {http.Server} server @returns {Promise<string>} */
async function listen(server) {
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return `http://127.0.0.1:${port}`;
}

describe('a page of the web', { timeout: 120_000 }, () => {
  /** @type {string[]} */
  const askedElsewhere = [];
  /** @type {(string | undefined)[]} */
  const cookies = [];
  const elsewhere = http.createServer((request, response) => {
    askedElsewhere.push(String(request.url));
    response.end();
  });
  let other = '';
  const server = http.createServer((request, response) => {
    const url = String(request.url);
    const html = (/** @type {string} */ text, headers = {}) =>
      response
        .writeHead(200, { 'content-type': 'text/html', ...headers })
        .end(`<!doctype html><title>a</title>${text}`);
    if (url === '/')
      html(
        `<link rel=stylesheet href="a.css?v=1"><img src="${other}/img"><iframe src="${other}/frame"></iframe>
        <script>fetch("${other}/fetch", { mode: "no-cors" }); open("${other}/open"); new ` +
          `Worker(URL.createObjectURL(new Blob(["fetch('${other}/worker')"])))</script>`,
        {
          'set-cookie': 'a=b; Path=/',
          link: `<${other}/link>; rel=preload; as=image`,
          refresh: `0; url=${other}/refresh`,
        },
      );
    else if (url === '/a.css?v=1') {
      cookies.push(request.headers.cookie);
      response
        .writeHead(200, { 'content-type': 'text/css', 'content-encoding': 'gzip' })
        .end(gzipSync('p { color: red }'));
    } else if (url === '/moved') response.writeHead(302, { location: '/' }).end();
    else if (url === '/private') response.writeHead(302, { location: `${other}/secret` }).end();
    else if (url === '/file') response.writeHead(302, { location: 'file:///etc/passwd' }).end();
    else if (url === '/bomb')
      response
        .writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' })
        .end(gzipSync(Buffer.alloc(BOMB_BYTES)));
    else if (url === '/slow') response.writeHead(200, { 'content-type': 'text/html' }).write('<p>');
    else response.writeHead(404).end();
  });
  let origin = '';
  before(async () => {
    other = await listen(elsewhere);
    origin = await listen(server);
  });
  after(() => {
    for (const each of [server, elsewhere]) {
      each.closeAllConnections();
      each.close();
    }
  });

  const record = (/** @type {string} */ path, pageSeconds = 30) =>
    recordPage(browser, `${origin}${path}`, openBudgets({ pageSeconds }).of(path));

  it('is loaded with what its origin has, and no other host is asked', async () => {
    const { url, responses, external } = await record('/moved');
    assert.equal(url, `${origin}/`, 'redirects within the origin are followed');
    const style = responses.find((response) => response.url.endsWith('.css?v=1'));
    assert.equal(Buffer.from(style?.bytes ?? []).toString(), 'p { color: red }', 'bodies are decoded');
    assert.deepEqual(cookies, ['a=b'], 'cookies come back');
    assert.ok(external.some((asked) => asked === `${other}/img`));
    assert.deepEqual(askedElsewhere, [], 'nobody else is asked');
  });

  it('that leads elsewhere is refused, with the address', async () => {
    await assert.rejects(record('/private'), /redirects to http:\/\/127\.0\.0\.1:\d+\/secret: name that address/);
    await assert.rejects(record('/file'), /no web address/);
    assert.deepEqual(askedElsewhere, []);
  });

  it('that is too large once unpacked is refused', async () => {
    await assert.rejects(record('/bomb'), /too large/);
  });

  it('that never comes is refused in time', async () => {
    await assert.rejects(record('/slow', 2), /takes more than 2 s/);
  });
});
