import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { askAll } from '../../../bench/servers/ask.js';
import { installedServers, startServer, writeSite } from '../../../bench/servers/lab.js';
import { planDelivery } from '../../../lib/output/serve/delivery.js';
import { openServer } from '../../../lib/output/serve/server.js';
import { lastingPatterns } from '../../../lib/output/servers/lasting-patterns.js';
import { hintsOf } from '../../../lib/output/servers/page-hints.js';
import { writeServers } from '../../../lib/output/servers/write-servers.js';

const scratch = mkdtempSync(join(tmpdir(), 'pagethrift-real-servers-'));
const root = join(scratch, 'site');
const dictionary = writeSite(root);
after(() => rmSync(scratch, { recursive: true, force: true }));

test('serve answers as it should', async () => {
  const server = await openServer(root, { port: 0 });
  const { asked, faults } = await askAll(server.url.replace(/\/$/, ''), root, dictionary, {
    negotiatesDictionaries: true,
  });
  await server.close();
  assert.ok(asked > 80);
  assert.deepEqual(faults, []);
});

for (const name of installedServers()) {
  test(`${name} answers as it should with what is written for it`, async () => {
    const server = await startServer(name, root, join(scratch, name));
    const { faults } = await askAll(server.url, root, dictionary, { negotiatesDictionaries: name !== 'caddy' });
    await server.stop();
    assert.deepEqual(faults, []);
  });
}

for (const name of installedServers().filter((each) => each !== 'lighttpd')) {
  test(`${name} sends what a page preloads with that page alone`, async () => {
    const early = '</site.css>; rel=preload; as=style, </js/app.8f3a2b1c.js>; rel=preload; as=script';
    const hints = new Map([
      ['index.html', early],
      ['docs/tide table.html', ''],
    ]);
    const server = await startServer(name, root, join(scratch, `${name}-hints`), hints);
    try {
      for (const encoding of ['identity', 'gzip']) {
        const ask = (/** @type {string} */ path) =>
          fetch(`${server.url}${path}`, { headers: { 'accept-encoding': encoding } });
        for (const path of ['/', '/index.html']) {
          const { status, headers } = await ask(path);
          // Caddy redirects an index to its folder.
          if (status === 200) assert.ok(headers.get('link')?.includes(early), `${path} ${encoding}`);
        }
        for (const path of ['/docs/', '/site.css', '/docs/tide%20table.html'])
          assert.ok(!(await ask(path)).headers.get('link')?.includes('preload'), `${path} ${encoding}`);
      }
    } finally {
      await server.stop();
    }
  });
}

test('hints are what holds up the first paint, in plain names, and nothing that carries crossorigin', () => {
  const files = new Set(['a.css', 'docs/b.js', 'c.css', 'wide $x.css', 'm.js']);
  const html = `<!doctype html><title>x</title><link rel=stylesheet href=/a.css><script src=b.js></script>
    <link rel=stylesheet href=/c.css crossorigin><link rel=stylesheet href=/c.css media=print>
    <link rel=stylesheet href="/wide $x.css"><script type=module src=/m.js></script><script async src=/m.js></script>
    <link rel=stylesheet href=https://other.example/a.css><link rel=stylesheet href=/missing.css>
    <link rel=stylesheet href=/a.css><body><link rel=stylesheet href=/c.css>`;
  const said = '</a.css>; rel=preload; as=style, </docs/b.js>; rel=preload; as=script';
  assert.equal(hintsOf('docs/index.html', html, files), said);
  assert.equal(hintsOf('a\nb.html', html, files), '');
  assert.equal(hintsOf('index.html', `<base href=/x/>${html}`, files), '');
});

test('each server and host has its file, and what hosts read is JSON', () => {
  const written = writeServers(['index.html', 'a/b.8f3a2b1c.js', 'a/c.8f3a2b1d.js'], {
    root: '/srv/site',
    scripts: '/etc/s',
  });
  assert.equal(written.size, 10);
  for (const [name, text] of written) if (name.endsWith('.json')) assert.ok(JSON.parse(text), name);
  assert.match(
    String(written.get('_headers')),
    /^\/a\/\*\n.*\n {2}Cache-Control: public, max-age=31536000, immutable$/m,
  );
});

test('a pattern that a file without a digest would fit is not written', () => {
  const paths = ['img/a-8f3a2b1c.png', 'img/b-cafe0123.png'];
  assert.equal(lastingPatterns(planDelivery(paths)).length, 1);
  const delivery = { ...planDelivery(paths), changing: ['img/c-cafebabe.png'] };
  assert.deepEqual(lastingPatterns(delivery), []);
});
