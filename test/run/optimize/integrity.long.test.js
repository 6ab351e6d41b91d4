import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { build } from '../../../lib/index.js';

const SCRIPT = '// says where it is\ndocument.title = "ran";\n\ndocument.body.className = "done";\n';
const SHEET = '/* says where it is */\nbody { color : red ; background : url(red.png) }\n';
const INLINE = '\n  // says where it is\n  document.title = "ran";\n';
const RED = await sharp({ create: { width: 3, height: 3, channels: 3, background: '#c00' } })
  .png()
  .toBuffer();

const SPACE = await sharp({ create: { width: 1, height: 1, channels: 4, background: '#0000' } })
  .png()
  .toBuffer();
const IN_WORDS = '<p>a<img src="space.png" width="20" height="1" alt="">b</p>';

/** @param {string} algorithm @param {string | Uint8Array} content */
const digest = (algorithm, content) => `${algorithm}-${hash(algorithm, content, 'base64')}`;

/**
 * Builds these files and returns the output and the report.
 * @param {Record<string, string | Uint8Array>} files
 */
async function buildOf(files) {
  const scratch = mkdtempSync(join(tmpdir(), 'pagethrift-integrity-'));
  const [folder, out] = ['site', 'out'].map((name) => join(scratch, name));
  mkdirSync(folder);
  try {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    const report = await build(folder, { out, browser: 'off', verify: 'off', cache: 'off' });
    const texts = new Map(
      Object.keys(files).map((name) => [
        name,
        existsSync(join(out, name)) ? readFileSync(join(out, name), 'utf8') : '',
      ]),
    );
    return { report, textOf: (/** @type {string} */ name) => texts.get(name) ?? '' };
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

/** @param {string} head @param {string} body */
const pageOf = (head, body = '<p>hello   world</p>') =>
  `<!DOCTYPE html>\n<html><head><meta charset="utf-8"><title>t</title>\n${head}\n</head>\n<body>${body}</body>` +
  `</html>\n`;

test('the hashes of a page follow the files that it names, in whatever form they are written', async () => {
  const escaped = digest('sha256', SHEET).replaceAll('+', '&#43;').replaceAll('/', '&#x2F;').replaceAll('=', '&#61;');
  const head = `<link rel="stylesheet" href="a.css" integrity="${escaped}">
    <script defer src="a.js" integrity="sha256-${'A'.repeat(43)}= ${digest('sha384', SCRIPT)}?v=1"></script>
    <script type="importmap">{"integrity": {"./c.js": "${digest('sha512', `${SCRIPT};;`)}"}}</script>
    <script defer src="b.js"></script>`;
  const page = pageOf(head);
  const list = { hashTable: { '/index.html': hash('sha1', page, 'hex'), '/red.png': hash('sha1', RED, 'hex') } };
  const { textOf } = await buildOf({
    'index.html': page,
    'a.css': SHEET,
    'a.js': SCRIPT,
    'b.js': `${SCRIPT};`,
    'c.js': `${SCRIPT};;`,
    'red.png': RED,
    'ngsw.json': JSON.stringify(list),
  });
  const shipped = textOf('index.html');
  for (const name of ['a.css', 'a.js', 'b.js', 'c.js']) assert.doesNotMatch(textOf(name), /says where/, name);
  assert.ok(shipped.includes(digest('sha256', textOf('a.css'))), shipped);
  assert.ok(shipped.includes(`sha256-${'A'.repeat(43)}= ${digest('sha384', textOf('a.js'))}?v=1`), shipped);
  assert.ok(shipped.includes(digest('sha512', textOf('c.js'))), shipped);
  assert.ok(textOf('ngsw.json').includes(`"/index.html":"${hash('sha1', shipped, 'hex')}"`));
});

test('files that a script names by its hashes ship as they are, with the reason', async () => {
  const { report, textOf } = await buildOf({
    'index.html': pageOf(`<link rel="stylesheet" href="a.css"><script src="load.js"></script>`),
    'load.js': `load('a.css', "${digest('sha256', SHEET)}"); load('b.js', "${digest('sha256', SCRIPT)}")`,
    'a.css': SHEET,
    'red.png': RED,
  });
  assert.equal(textOf('a.css'), SHEET);
  const rows = report.changes.map(({ rule, page, reason }) => `${rule} ${page} ${reason}`);
  for (const row of ['minify a.css safety', 'small-image a.css safety']) assert.ok(rows.includes(row), row);
  const [{ message }] = report.changes.filter(({ rule, page }) => rule === 'minify' && page === 'a.css');
  assert.match(message, /load\.js names a\.css by its hash/);
  assert.ok(rows.includes('heavy-png a.css null'), 'an image of it may change');
});

test('hashes of content that several files have hold all of them', async () => {
  const page = pageOf(`<script defer src="a.js" integrity="${digest('sha384', SCRIPT)}"></script>
    <script src="b.js"></script>`);
  const { textOf } = await buildOf({ 'index.html': page, 'a.js': SCRIPT, 'b.js': SCRIPT });
  assert.equal(textOf('a.js'), SCRIPT);
  assert.match(textOf('index.html'), /<p>hello world/);
});

test('a list of Angular’s service worker tells files of one content apart by their URLs', async () => {
  const page = pageOf('<script src="a.js"></script>');
  const digestOf = (/** @type {string} */ content) => hash('sha1', content, 'hex');
  const table = { '/index.html': digestOf(page), '/404.html': digestOf(page), '/a.js': digestOf(SCRIPT) };
  const { textOf } = await buildOf({
    'index.html': page,
    '404.html': page,
    'copy.html': page,
    'a.js': SCRIPT,
    'ngsw.json': JSON.stringify({ configVersion: 1, hashTable: table }, null, 2),
  });
  const { hashTable } = JSON.parse(textOf('ngsw.json'));
  for (const name of ['index.html', '404.html', 'a.js']) {
    assert.doesNotMatch(textOf(name), /says where|hello {3}world/, name);
    assert.equal(hashTable[`/${name}`], digestOf(textOf(name)), name);
  }
  assert.doesNotMatch(textOf('copy.html'), /hello {3}world/);
});

test('code in pages that a policy names by its hash stays as it is, whether a page says so or a server', async () => {
  const page = pageOf('', `<p>hello   world</p><script>${INLINE}</script><script>${INLINE};</script>`);
  const policy = `script-src '${digest('sha256', INLINE)}'`;
  const { textOf } = await buildOf({
    'index.html': page,
    'lines.html': page.replaceAll('\n', '\r\n'),
    _headers: `/*\n  Content-Security-Policy: ${policy}\n`,
  });
  for (const [name, end] of [
    ['index.html', '\n'],
    ['lines.html', '\r\n'],
  ]) {
    assert.ok(textOf(name).includes(`<script>${INLINE.replaceAll('\n', end)}</script>`), name);
    assert.match(textOf(name), /<p>hello world.*<script>document\.title="ran";?<\/script>/s);
  }
});

test('where scripts put parts of one page into another, nothing that needs styles of its page is written', async () => {
  const files = { 'space.png': SPACE, 'index.html': pageOf('<script src="a.js"></script>', IN_WORDS) };
  for (const [code, isReplaced] of /** @type {[string, boolean][]} */ ([
    ['new Pjax({ selectors: ["main"] })', false],
    ['$(document).pjax("a", "#main")', false],
    ['var config = { pjax: false }', true],
  ])) {
    const { report } = await buildOf({ ...files, 'a.js': code });
    const [row] = report.changes.filter(({ rule }) => rule === 'spacer-image');
    assert.equal(row.status, isReplaced ? 'applied' : 'rejected', code);
  }
});

test('on pages that a framework takes over nothing takes the place of an element', async () => {
  for (const [mark, isReplaced] of /** @type {[string, boolean][]} */ ([
    ['<!--[-->', false],
    ['<!--[if IE]><![endif]-->', true],
  ])) {
    const { report } = await buildOf({ 'space.png': SPACE, 'index.html': pageOf('', `${mark}${IN_WORDS}`) });
    const [row] = report.changes.filter(({ rule }) => rule === 'spacer-image');
    assert.equal(row.status, isReplaced ? 'applied' : 'rejected', mark);
  }
});

test('where a policy forbids styles in pages, nothing that needs them is written', async () => {
  const meta = '<meta http-equiv="Content-Security-Policy" content="default-src \'self\'">';
  const header = (/** @type {string} */ policy) => `/*\n  ${policy}\n`;
  /** @type {[string, string, boolean][]} */
  const cases = [
    ['', '', true],
    [meta, '', false],
    ['<meta name="description" content="All about default-src \'self\'">', '', true],
    ['', "Content-Security-Policy: default-src 'self'", false],
    ['', "Content-Security-Policy-Report-Only: default-src 'self'", true],
    ['', "Content-Security-Policy: default-src 'self'; style-src 'unsafe-inline'", true],
    ['', "Content-Security-Policy: style-src 'unsafe-inline' 'nonce-abc'", false],
    ['', "Content-Security-Policy: script-src 'self'", true],
  ];
  for (const [head, policy, isReplaced] of cases) {
    const { textOf, report } = await buildOf({
      'space.png': SPACE,
      'index.html': pageOf(head, `${IN_WORDS}<p>Content-Security-Policy: default-src 'self'`),
      ...(policy ? { _headers: header(policy) } : {}),
    });
    const [row] = report.changes.filter(({ rule }) => rule === 'spacer-image');
    assert.equal(row.status, isReplaced ? 'applied' : 'rejected', policy);
    assert.equal(/<style|style=/.test(textOf('index.html')), isReplaced, policy);
  }
});
