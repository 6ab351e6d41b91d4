import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { build } from '../../../lib/index.js';
import { packHtmlTwice, packHtmlWith } from '../../../lib/output/pack/chosen-minifier.js';
import { packHtml } from '../../../lib/output/pack/html.js';
import { findMinifier, readMinify } from '../../../lib/run/minifier.js';
import { readSettings } from '../../../lib/run/settings.js';
import { page } from './pack-body.js';

/** Without Brotli, our packer removes quotes, which shows whose page it is. */
const GZIP = /** @type {const} */ (['gz']);

/**
 * @param {string} source
 * @param {Record<string, unknown>} options
 * @param {import('../../../lib/output/pack/html.js').PageAround} [around]
 */
function packWith(source, options, around = {}) {
  const minifier = findMinifier({ html: 'html-minifier-terser', options });
  assert.ok(minifier, 'the minifier is installed');
  return packHtmlWith(minifier, source, around);
}

test('a page that stays the same is as the chosen minifier made it, its scripts and style sheets packed', async () => {
  const body = '<p  class="a">a\n  <b>b</b></p><!-- a remark of four --><script> go( 1 ) ; </script>';
  const source = page(body, '<style> p { color : red } </style>');
  const options = { removeComments: true, removeAttributeQuotes: true };
  const { text, reason, note } = await packWith(source, options);
  const head = '<!doctype html><html><head><title>t</title><style>p{color:red}</style></head>';
  assert.equal(text, `${head}<body><p class=a>a\n  <b>b</b></p><script>go(1);</script></body></html>`);
  assert.deepEqual([reason, note], [null, null]);
});

test('comments that the options keep stay', async () => {
  const source = page('<p  >a</p><!-- keep this one here --><!-- and drop the other -->');
  const { text, note } = await packWith(source, { removeComments: true, ignoreCustomComments: ['/keep/'] });
  assert.match(text, /<p>a<\/p><!-- keep this one here --><\/body>/);
  assert.equal(note, null);
});

test('at full effort the result that Brotli makes smaller is written', async () => {
  const content = 'width=device-width, initial-scale=1.0, user-scalable=yes';
  const source = page('<p>a</p>', `<meta name="viewport" content="${content}">`);
  const own = await packHtml(source, { keepsQuotes: true });
  const best = await packHtmlTwice(source, { keepsQuotes: true });
  assert.ok(brotliCompressSync(best.text).length < brotliCompressSync(own.text).length);
  assert.match(best.text, /content="width=device-width,initial-scale=1,user-scalable=yes"/);
});

test('a page that an XML parser may read stays XML at full effort', async () => {
  const source = `<?xml version="1.0"?>\n${page('<p  class="a">a<br />b</p>')}`;
  assert.match((await packHtmlTwice(source, {})).text, /<p class="a">a<br\/>b<\/p>/);
});

test('a viewport written shorter is the same viewport', async () => {
  const source = page('<p  >a</p>', '<meta name="viewport" content="width=device-width, initial-scale=1.0">');
  const { text, note } = await packWith(source, {});
  assert.match(text, /content="width=device-width,initial-scale=1"/);
  assert.equal(note, null);
});

/** @type {[string, string, Record<string, unknown>, RegExp][]} */
const REFUSED = [
  ['a visible space', '<p>a <b>b</b> c</p>', { collapseWhitespace: true, collapseInlineTagWhitespace: true }, /change/],
  ['a space in a class', '<p class=" a  b ">c</p>', {}, /would change the page/],
  [
    'what a library reads',
    '<!-- ko if: a --><p  >a</p><!-- /ko -->',
    { removeComments: true },
    /would change the page/,
  ],
  ['what a parser moves', '<table><tr><td>a</td></tr><b>c</b></table><p', {}, /html-minifier-terser/],
  ['a character as a reference', '<p>&eacute;  a</p>', { decodeEntities: true }, /characters that the page contains/],
  ['lines that join', '<p>漢字\n  仮名</p>', { collapseWhitespace: true }, /join lines without one/],
  ['markup that it cannot read', '<p>a < b <c <d</p>', {}, /failed/],
];
for (const [what, body, options, why] of REFUSED) {
  test(`${what}: where the page would be another, ours packs it and the note says why`, async () => {
    const { text, reason, note } = await packWith(page(body), options);
    assert.equal(text, (await packHtml(page(body))).text);
    assert.equal(reason, null);
    assert.match(String(note), why);
    assert.match(String(note), /^html-minifier-terser 7\..*own minifier was used$/);
  });
}

test('a page that a script takes over keeps every space', async () => {
  const source = page('<div id="root"> <p>two   spaces<!-- --></p></div><script type=module src=a.js></script>');
  const { text, note } = await packWith(source, { collapseWhitespace: true, conservativeCollapse: true });
  assert.match(text, /two {3}spaces/);
  assert.match(String(note), /would change the page/);
});

test('the config takes patterns as they are and as texts, and refuses what no thread can be given', async () => {
  const options = { ignoreCustomComments: [/^keep/i], removeComments: true };
  const { minify } = await readSettings('.', '', { minify: { html: 'html-minifier-terser', options } });
  assert.deepEqual(minify, {
    html: 'html-minifier-terser',
    options: { ignoreCustomComments: ['/^keep/i'], removeComments: true },
  });
  assert.throws(() => readMinify({ html: 'x', options: { minifyURLs: () => '' } }, 'a.js'), /a\.js: .*minifyURLs/);
  await assert.rejects(readSettings('.', '', { minify: { html: 'another' } }), /minify\.html/);
  await assert.rejects(readSettings('.', '', { minify: {} }), /minify/);
  assert.equal(findMinifier(true), null);
});

test('a build uses it, remembers each way by itself, and its report names the pages that ours packed', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'chosen-minifier-'));
  t.after(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'in'));
  const text = 'some words to read '.repeat(40);
  writeFileSync(join(folder, 'in/index.html'), page(`<p  class="a">${text}</p> <p>b <a href="two.html">c</a></p>`));
  writeFileSync(join(folder, 'in/two.html'), page(`<p  class=" a  b ">${text}</p>`));
  const run = async (/** @type {Record<string, unknown>} */ said) => {
    const out = join(folder, 'out');
    const settings = { browser: 'off', jobs: 1, variants: GZIP, cache: join(folder, 'cache'), ...said };
    const report = await build(join(folder, 'in'), { out, force: true, ...settings });
    return { report, index: readFileSync(join(out, 'index.html'), 'utf8') };
  };
  const ours = await run({});
  const chosen = await run({ minify: { html: 'html-minifier-terser', options: {} } });
  const bare = await run({ minify: { html: 'html-minifier-terser', options: { removeAttributeQuotes: true } } });
  assert.match(ours.index, /<p class=a>/);
  assert.match(chosen.index, /<p class="a">/);
  assert.match(bare.index, /<p class=a>/);
  const notes = chosen.report.changes.filter(({ status, message }) => status === 'rejected' && /terser/.test(message));
  assert.deepEqual(
    notes.map(({ rule, page: path, reason }) => [rule, path, reason]),
    [['minify', 'two.html', 'looks-different']],
  );
});
