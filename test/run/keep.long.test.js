import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { build } from '../../lib/index.js';

const scratch = mkdtempSync(join(tmpdir(), 'pagethrift-test-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

const QUICK = /** @type {const} */ ({ browser: 'off', verify: 'off', cache: 'off', variants: [] });
const PAGE = '<!DOCTYPE html>\n<HTML><HEAD><TITLE>Page</TITLE></HEAD>\n<BODY>\n  <!-- a comment -->\n  <P>words</P>\n';

/** Writes a site of two pages. @param {string} [body] */
function makeSite(body = '') {
  const folder = mkdtempSync(join(scratch, 'site-'));
  mkdirSync(join(folder, 'dist/legacy'), { recursive: true });
  writeFileSync(join(folder, 'dist/index.html'), `${PAGE}<A HREF="legacy/old.html">old</A>${body}</BODY></HTML>`);
  writeFileSync(join(folder, 'dist/legacy/old.html'), `${PAGE}</BODY></HTML>`);
  writeFileSync(join(folder, 'dist/notes.txt'), 'nothing names this');
  const read = (/** @type {string} */ name) => readFileSync(join(folder, name), 'utf8');
  return { folder, read, dist: join(folder, 'dist'), lean: join(folder, 'lean') };
}

for (const inPlace of [false, true]) {
  test(`a page that is kept stays byte for byte, ${inPlace ? 'in place' : 'in another folder'}`, async () => {
    const { dist, lean, read } = makeSite();
    const before = read('dist/legacy/old.html');
    const report = await build(dist, { ...QUICK, keep: ['legacy/**'], ...(inPlace ? { inPlace } : { out: lean }) });
    const out = inPlace ? 'dist' : 'lean';
    assert.equal(read(`${out}/legacy/old.html`), before);
    assert.doesNotMatch(read(`${out}/index.html`), /a comment/, 'others are changed');
    const rows = report.changes.filter(({ page }) => page === 'legacy/old.html');
    assert.ok(rows.length > 0 && rows.every(({ status }) => status === 'rejected'));
    assert.ok(rows.some(({ message }) => message.includes('legacy/old.html is kept unchanged by a setting')));
  });
}

test('a file may be kept from one rule', async () => {
  const { dist, lean, read } = makeSite();
  await build(dist, { ...QUICK, keep: { minify: ['legacy/**'] }, rules: { 'uppercase-tags': 'on' }, out: lean });
  assert.match(read('lean/legacy/old.html'), /a comment/);
});

test('an element with data-pagethrift="keep" is not changed, and neither is what it shows', async () => {
  const image = readFileSync(new URL('../../fixtures/sites/harbour/site/img/photo8.gif', import.meta.url));
  const { dist, lean, read } = makeSite('<IMG DATA-PAGETHRIFT="keep" SRC="a.gif" ALT=""><IMG SRC="b.gif" ALT="">');
  for (const name of ['a.gif', 'b.gif']) writeFileSync(join(dist, name), image);
  const { changes } = await build(dist, { ...QUICK, out: lean });
  assert.match(read('lean/index.html'), /data-pagethrift=["']?keep["']? src=["']?a\.gif/i);
  assert.deepEqual(readFileSync(join(lean, 'a.gif')), image);
  const kept = changes.filter(({ resource, status }) => resource === 'a.gif' && status !== 'rejected');
  assert.deepEqual(kept, []);
});

test('exclude leaves out what nothing names, and refuses to ship a site without what it names', async () => {
  const { dist, lean } = makeSite();
  await build(dist, { ...QUICK, exclude: ['notes.txt'], out: lean });
  assert.throws(() => readFileSync(join(lean, 'notes.txt')), /ENOENT/);
  const refused = build(dist, { ...QUICK, exclude: ['legacy/**'], out: join(scratch, 'other') });
  await assert.rejects(
    refused,
    /would omit files that the site references: legacy\/old\.html \(named in index\.html:\d+\)/,
  );
});

test('files that include does not name ship as they are', async () => {
  const { dist, lean, read } = makeSite();
  await build(dist, { ...QUICK, include: ['index.html'], out: lean });
  assert.equal(read('lean/legacy/old.html'), read('dist/legacy/old.html'));
  assert.doesNotMatch(read('lean/index.html'), /a comment/);
});

test('a rule that is not known is refused, a glob that matches nothing is a warning', async () => {
  const { dist, lean } = makeSite();
  await assert.rejects(
    build(dist, { ...QUICK, keep: { minfy: ['*'] }, out: lean }),
    /rule “minfy”.*Did you mean “minify”/,
  );
  const { warnings } = await build(dist, { ...QUICK, keep: ['nowhere/**'], out: lean });
  assert.ok(warnings.some(({ code, message }) => code === 'unused-keep' && message.includes('nowhere/**')));
});
