import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { drawTree } from '../../../bench/servers/hostile-tree.js';
import { installedServers } from '../../../bench/servers/lab.js';
import { tryTrees } from '../../../bench/servers/try-trees.js';
import { planDelivery } from '../../../lib/output/serve/delivery.js';
import {
  quoteApache,
  quoteCaddy,
  quoteExpression,
  quoteHostPath,
  quoteLighttpd,
  quoteLua,
  quoteNginx,
} from '../../../lib/output/servers/quote.js';
import { writeServers } from '../../../lib/output/servers/write-servers.js';

/** Any text, with an increased share of special characters of all formats. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }).map((text) => text.toWellFormed()),
  fc.string({ unit: fc.constantFrom(...'"\'`\\$%{}()[]<>#;*?!:|^\n\r\t ax') }),
);
const PLACES = { root: '/srv/site', scripts: '/etc/s' };
/** The number of trees that fits into a test run. `npm run bench -- attack server-files` tests ten thousand. */
const TREES = Array.from({ length: 12 }, (_, index) => index + 1);

for (const name of installedServers()) {
  test(`${name} reads the files for trees of hostile names, and answers as without them`, async () => {
    const scratch = mkdtempSync(join(tmpdir(), 'pagethrift-hostile-'));
    const results = await tryTrees(TREES, [name], scratch).finally(() =>
      rmSync(scratch, { recursive: true, force: true }),
    );
    assert.equal(results.length, TREES.length);
    for (const { seed, faults } of results) assert.deepEqual(faults, [], `tree ${seed}`);
    assert.ok(results.some(({ copies }) => copies > 0));
  });
}

test('an expression matches its text and nothing else, and any configuration can hold it', () => {
  const bytes = (/** @type {string} */ text) => Buffer.from(text).toString('latin1');
  const property = fc.property(anyText, anyText, (text, other) => {
    const expression = new RegExp(`^(?:${quoteExpression(text)})$`);
    assert.ok(expression.test(bytes(text)));
    assert.equal(expression.test(bytes(other)), text === other);
    assert.match(quoteExpression(text), /^(?:[A-Za-z0-9/_~@-]|\\\.|\\x[0-9a-f]{2})*$/);
  });
  fc.assert(property);
});

test('a quoted value is one token, whatever it holds', () => {
  const property = fc.property(anyText, (text) => {
    assert.match(quoteNginx(text), /^"(?:[^"\\]|\\["\\])*"$/);
    assert.match(quoteCaddy(text), /^`[^`]*`$/);
    assert.match(quoteLua(text), /^"(?:[ !#-[\]-~]|\\\d{3})*"$/);
    assert.match(quoteHostPath(text), /^[A-Za-z0-9._/@~%-]*$/);
    if (!text.endsWith('\\')) assert.match(quoteLighttpd(text), /^"(?:[^"]|\\")*"$/);
    if (!/[\r\n]/.test(text)) assert.match(quoteApache(text), /^"(?:[^"\\\r\n]|\\["\\])*"$/);
  });
  fc.assert(property);
});

test('hosts are told of plain names alone, and what they read parses', () => {
  const property = fc.property(fc.nat(1e6), (seed) => {
    const { files, own } = drawTree(seed);
    const written = writeServers(files.keys(), PLACES, own);
    const rules = String(written.get('_headers'))
      .split('\n')
      .filter((line) => !line.startsWith('  '));
    for (const rule of rules.slice(1)) assert.match(rule, /^(?:\/[A-Za-z0-9._/@~-]*\*?)?$/);
    for (const file of ['vercel.json', 'firebase.json', 'staticwebapp.config.json'])
      JSON.parse(String(written.get(file)));
    for (const { source } of JSON.parse(String(written.get('vercel.json'))).headers) {
      assert.match(source, /^\/[A-Za-z0-9._/@~-]*(?:\(\.\*\))?$/);
    }
  });
  fc.assert(property);
});

test('a folder named by a star makes nothing lasting', () => {
  const written = writeServers(['index.html', '*/a.8f3a2b1c.js', '*/b.8f3a2b1d.js', 'news/today.html'], PLACES);
  for (const file of ['_headers', 'vercel.json', 'firebase.json', 'staticwebapp.config.json', 'nginx.conf']) {
    assert.doesNotMatch(String(written.get(file)), /immutable/, file);
  }
});

test('names with other characters than plain ones are revalidated, and said to be', () => {
  const paths = ['js/a.8f3a2b1c.js', 'js/b c.8f3a2b1d.js', 'js/d\n.8f3a2b1e.js', 'js/(e).8f3a2b1f.js'];
  const { revalidated, lasting, headersOf } = planDelivery(paths);
  assert.deepEqual(revalidated, paths.slice(1));
  assert.deepEqual([...lasting.keys()], paths.slice(0, 1));
  for (const path of revalidated) assert.equal(headersOf(path)['cache-control'], 'no-cache');
});

test('a file that is named like a copy and is none is not sent in place of another', () => {
  const paths = ['data.json', 'data.json.gz', 'data.json.br'];
  const own = new Set(['data.json.gz']);
  const written = writeServers(paths, PLACES, own);
  assert.match(
    String(written.get('nginx.conf')),
    /map \$pt_page \$pt_gzip \{\n.*\n {2}"~\(\?s\)\^\/data\.json\\z" "\/";/,
  );
  assert.doesNotMatch(String(written.get('nginx.conf')), /map \$pt_page \$pt_br/);
  assert.ok(planDelivery(paths, own).changing.includes('data.json.gz'), 'it is a file of its own');
});

test('what a client says of its dictionary is read in linear time', () => {
  const digest = /"\^?(\^:\(.*?=:)\\z/.exec(
    String(writeServers(['index.html', 'index.html.x.dcb'], PLACES).get('apache.conf')),
  );
  assert.ok(digest);
  assert.doesNotMatch(digest[1], /\*\)/, 'each group is possessive');
});
