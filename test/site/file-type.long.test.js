import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { build } from '../../lib/index.js';
import { fileTypeOf } from '../../lib/site/file-type.js';

const scratch = mkdtempSync(join(tmpdir(), 'pagethrift-test-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

/** Bytes with spaces and tags, which a packer would remove from a page. */
const TAIL = '\0\x01  \r\n  <p >  <!-- a --> \xff\xfe   </p  >\0'.repeat(20);
const EOT = `\x10\x02\0\0\0\x01\0\0\x01\0\x02\0${'\0'.repeat(22)}LP`;
const STARTS = {
  'font-1.html': 'wOFF\0\x01\0\0',
  'font-2.html': 'wOF2\0\x01\0\0',
  'font-3.html': '\0\x01\0\0\0\x0b\0\x80',
  'font-4.html': 'OTTO\0\x0b\0\x80',
  'font-5.html': EOT,
  'price-list.html': '%PDF-1.4\n',
  'all.htm': 'PK\x03\x04\x14\0',
  'film.html': '\0\0\0 ftypisom',
  'sound.css': 'ID3\x03\0',
};

test('a file whose name says page, but whose content is a font or a document, is shipped unchanged', async () => {
  const [site, out] = [join(scratch, 'site'), join(scratch, 'out')];
  mkdirSync(site);
  const links = Object.keys(STARTS).map((name) => `<a href="${name}">${name}</a>`);
  writeFileSync(join(site, 'index.html'), `<!doctype html><title>a</title>${links.join('\n')}`);
  for (const [name, start] of Object.entries(STARTS)) writeFileSync(join(site, name), start + TAIL, 'latin1');
  await build(site, { out, browser: 'off', verify: 'off', cache: 'off' });
  for (const [name, start] of Object.entries(STARTS))
    assert.equal(readFileSync(join(out, name), 'latin1'), start + TAIL, name);
});

test('a page is a page, whatever else begins like it', () => {
  for (const text of ['<!doctype html>', '', '\n<p>true', 'PK is a name', 'true', 'ID3 tags explained', '\ufeff<html>'])
    assert.equal(fileTypeOf('index.html', Buffer.from(text)), 'html', text);
});
