import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { build } from '../../../lib/index.js';

/**
 * Builds a page in a site with these style sheets.
 * @param {string} head
 * @param {Record<string, string>} sheets
 */
async function buildPage(head, sheets) {
  const folder = mkdtempSync(join(tmpdir(), 'pagethrift-pack-'));
  const out = `${folder}-out`;
  const page = `<!doctype html><html><head><title>t</title>${head}</head><body><p>a</p> <p>b</p></body></html>`;
  try {
    for (const [name, css] of Object.entries({ ...sheets, 'index.html': page })) writeFileSync(join(folder, name), css);
    await build(folder, { out, browser: 'off', cache: 'off' });
    return /<body>([\s\S]*)<\/body>/.exec(readFileSync(join(out, 'index.html'), 'utf8'))?.[1];
  } finally {
    rmSync(folder, { recursive: true });
    rmSync(out, { recursive: true, force: true });
  }
}

/** @type {[string, string, Record<string, string>, string][]} name, head, sheets, body */
const CASES = [
  [
    'goes where no sheet says otherwise',
    '<link rel=stylesheet href=a.css>',
    { 'a.css': 'p{color:red}' },
    '<p>a<p>b</p>',
  ],
  [
    'stays where a sheet puts blocks in lines',
    '<link rel=stylesheet href=a.css>',
    { 'a.css': 'p{display:inline}' },
    '<p>a</p> <p>b</p>',
  ],
  [
    'stays where an imported sheet does',
    '<link rel=stylesheet href=a.css>',
    { 'a.css': '@import "b.css";', 'b.css': '.x p{float:left}' },
    '<p>a</p> <p>b</p>',
  ],
  [
    'stays where a sheet stands elsewhere',
    '<link rel=stylesheet href=https://example.org/a.css>',
    {},
    '<p>a</p> <p>b</p>',
  ],
  [
    'stays where a sheet imports one from elsewhere',
    '<style>@import "//example.org/a.css";</style>',
    {},
    '<p>a</p> <p>b</p>',
  ],
  ['stays where a sheet is missing', '<link rel=stylesheet href=a.css>', {}, '<p>a</p> <p>b</p>'],
];
for (const [name, head, sheets, body] of CASES) {
  test(`space between blocks ${name}`, async () => assert.equal(await buildPage(head, sheets), body));
}

test('a script that nothing loads or names is shipped as it is, and one that a page loads is minified', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pagethrift-pack-'));
  const out = `${folder}-out`;
  const script = 'function add(first, second) {\n  return first + second;\n}\nadd(1, 2);\n'.repeat(20);
  try {
    for (const name of ['used.js', 'unused.js']) writeFileSync(join(folder, name), script);
    writeFileSync(join(folder, 'index.html'), '<!doctype html><title>t</title><script src="used.js"></script>');
    await build(folder, { out, browser: 'off', cache: 'off' });
    assert.equal(readFileSync(join(out, 'unused.js'), 'utf8'), script);
    assert.ok(readFileSync(join(out, 'used.js')).length < script.length);
  } finally {
    rmSync(folder, { recursive: true });
    rmSync(out, { recursive: true, force: true });
  }
});
