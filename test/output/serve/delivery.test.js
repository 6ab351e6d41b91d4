import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { CODINGS, compressWith } from '../../../lib/output/dictionary/codings.js';
import { dictionaryPath, idOf } from '../../../lib/output/dictionary/names.js';
import { planDelivery } from '../../../lib/output/serve/delivery.js';
import { openServer } from '../../../lib/output/serve/server.js';

const folder = mkdtempSync(join(tmpdir(), 'pagethrift-delivery-'));
after(() => rmSync(folder, { recursive: true, force: true }));

test('only what has a digest in its name is kept for ever', () => {
  const { headersOf } = planDelivery(['index.html', 'site.css', 'app.8f3a2b1c.js', 'app.8f3a2b1c.js.br']);
  assert.equal(headersOf('index.html')['cache-control'], 'no-cache');
  assert.equal(headersOf('site.css')['cache-control'], 'no-cache');
  assert.match(headersOf('app.8f3a2b1c.js')['cache-control'], /immutable/);
  assert.equal(headersOf('app.8f3a2b1c.js')['use-as-dictionary'], undefined, 'nothing here needs dictionaries');
});

test('where copies need dictionaries, pages name the site’s and scripts are theirs', () => {
  const { headersOf } = planDelivery([
    'index.html',
    'js/app.8f3a2b1c.js',
    'dictionary-0123456789abcdef.dat',
    'index.html.x.dcb',
  ]);
  assert.equal(headersOf('index.html').link, '</dictionary-0123456789abcdef.dat>; rel="compression-dictionary"');
  assert.equal(headersOf('index.html').vary, 'accept-encoding, available-dictionary');
  assert.match(
    headersOf('dictionary-0123456789abcdef.dat')['use-as-dictionary'],
    /match="\/\*", match-dest=\("document"\)/,
  );
  assert.equal(headersOf('js/app.8f3a2b1c.js')['use-as-dictionary'], 'match="/js/app.*.js"');
});

test('a page is sent against the dictionary that the browser has, and no other', async () => {
  const page = Buffer.from('<title>Tide</title><p>High water at noon, low water at six.'.repeat(9));
  const dictionary = page.subarray(0, 200);
  writeFileSync(join(folder, 'index.html'), page);
  writeFileSync(join(folder, dictionaryPath(dictionary)), dictionary);
  for (const coding of CODINGS) {
    writeFileSync(
      join(folder, `index.html.${idOf(dictionary)}.${coding}`),
      compressWith(coding, page, dictionary, 'fast'),
    );
  }
  const server = await openServer(folder, { port: 0 });
  const ask = async (/** @type {string} */ accepted, /** @type {Uint8Array} */ known) => {
    const headers = { 'accept-encoding': accepted, 'available-dictionary': `:${hash('sha256', known, 'base64')}:` };
    const response = await fetch(server.url, { headers, method: 'HEAD' });
    return response.headers;
  };
  const got = await ask('br, dcz', dictionary);
  assert.equal(got.get('content-encoding'), 'dcz');
  assert.equal(got.get('vary'), 'accept-encoding, available-dictionary');
  assert.equal((await ask('br, dcz', page)).get('content-encoding'), null);
  assert.equal((await ask('br', dictionary)).get('content-encoding'), null);
  await server.close();
});
