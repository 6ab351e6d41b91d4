import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { build } from '../../lib/index.js';
import { findPlace } from '../../lib/site/find-place.js';
import { makeFile } from '../../lib/site/read-site.js';

/** @param {Record<string, string>} texts */
const filesOf = (texts) =>
  new Map(Object.entries(texts).map(([path, text]) => [path, makeFile(path, Buffer.from(text))]));

const PAGE = '<!doctype html><title>t</title><link rel=stylesheet href=/docs/a.css><a href="/docs/b/c.html">c</a>';

test('a folder that addresses name, and the site does not hold, is where it is served', () => {
  const found = (/** @type {Record<string, string>} */ texts) => findPlace(filesOf(texts), '').folder;
  const files = { 'index.html': PAGE, 'b/c.html': PAGE, 'a.css': 'p { color: red }' };
  assert.equal(found(files), 'docs/');
  assert.equal(found({ ...files, 'docs/x.html': PAGE }), '');
  assert.equal(found({ 'index.html': PAGE.replaceAll('/docs', ''), 'a.css': '', 'b/c.html': PAGE }), '');
  assert.equal(found({ 'index.html': '<a href="/old/b.html">', 'b.html': '<a href="/">' }), '');
  const links =
    '<a href=/docs/b/>b</a><a href=/docs/b/c>c</a><a href="/docs/b/%64.html">d</a><a href=/app>app</a>'.repeat(3);
  assert.equal(found({ 'index.html': links, 'b/index.html': '', 'b/c.html': '', 'b/d.html': '' }), 'docs/');
  const strange = ['u', 'v', 'w'].map((name) => `<img src=/docs/${name}.gif>`).join('');
  assert.equal(found({ ...files, 'index.html': PAGE + strange, 'b/c.html': '' }), '');
});

test('a site is where it is said to be', () => {
  assert.deepEqual(findPlace(filesOf({}), 'https://example.com/my%20docs/'), {
    origin: 'https://example.com',
    folder: 'my docs/',
  });
  assert.equal(findPlace(filesOf({}), 'https://example.com/100%/').folder, '100%/');
  assert.deepEqual(findPlace(filesOf({}), 'http://example.com'), { origin: 'http://example.com', folder: '' });
  assert.deepEqual(findPlace(filesOf({}), '/docs/'), { origin: null, folder: 'docs/' }, 'a path on any host');
  assert.throws(() => findPlace(filesOf({}), 'docs'), /write the whole address/);
});

/**
 * Builds a site of a page, a style sheet and a plain square, and returns the page.
 * @param {string} root prefix of URLs
 * @param {string} url
 * @param {string} [base] base URL of a page in a deeper folder
 */
async function buildAt(root, url, base = '') {
  const scratch = mkdtempSync(join(tmpdir(), 'pagethrift-place-'));
  try {
    const square = { create: { width: 20, height: 20, channels: /** @type {const} */ (3), background: '#c00' } };
    const index = base ? 'b/c/index.html' : 'index.html';
    const files = {
      [`site/${index}`]:
        `<!doctype html><html lang=en>${base && `<base href="${base}">`}<title>t</title><link rel=stylesheet ` +
        `href="${root}a.css"><p>a <img src="${root}img/red.png" width=20 height=20 alt=""> b`,
      'site/a.css': `p { font-size: 30px; ${'/* far more than a page carries */'.repeat(150)} }`,
      'site/img/red.png': await sharp(square).png().toBuffer(),
    };
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(scratch, path)), { recursive: true });
      writeFileSync(join(scratch, path), content);
    }
    const out = join(scratch, 'out');
    const { site } = await build(join(scratch, 'site'), { out, url, verify: 'all', cache: 'off' });
    return { site, page: readFileSync(join(out, index), 'utf8') };
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

for (const [name, root, url, base = ''] of [
  ['a folder that was found out', '/docs/', ''],
  ['the folder of a host', '/docs/', 'https://example.com/docs/'],
  ['addresses with the host', 'https://example.com/docs/', 'https://example.com/docs/'],
  ['addresses with a host of old', 'http://example.com/', 'http://example.com/'],
  ['a base in a folder that was found out', '', '', '/docs/'],
  ['a base on the host', '', 'https://example.com/docs/', 'https://example.com/docs/'],
]) {
  test(`a site is made cheaper and looked at where it is served: ${name}`, async () => {
    const { site, page } = await buildAt(root, url, base);
    assert.equal(site.before.requests, 3);
    assert.equal(site.after.requests, 2);
    assert.doesNotMatch(page, /<img/);
    assert.ok(page.includes(`${root}a.css`));
  });
}

test('what another host serves is not the site’s', async () => {
  const { site, page } = await buildAt('https://example.com/docs/', 'https://other.example/docs/');
  assert.equal(site.before.requests, 1);
  assert.match(page, /<img/);
});
