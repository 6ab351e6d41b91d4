import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { audit, build } from '../../lib/index.js';

/**
 * Returns the path of a file in a legacy encoding: “café”, in Latin-1.
 * @param {string} folder @param {string} ending
 */
const cafe = (folder, ending) => Buffer.concat([Buffer.from(`${folder}/`), Buffer.from(`caf\xE9${ending}`, 'latin1')]);

const skip = process.platform === 'linux' ? false : 'this file system knows no such names';

test('files whose names are no UTF-8 are read, changed and written like others', { skip }, async () => {
  const scratch = mkdtempSync(join(tmpdir(), 'pagethrift-names-'));
  const [folder, out] = ['site', 'out'].map((name) => join(scratch, name));
  mkdirSync(cafe(folder, ''), { recursive: true });
  try {
    const noise = { type: /** @type {const} */ ('gaussian'), mean: 128, sigma: 30 };
    const picture = sharp({ create: { width: 64, height: 64, channels: 3, background: '#000', noise } });
    writeFileSync(Buffer.concat([cafe(folder, '/'), Buffer.from('a.gif')]), await picture.gif().toBuffer());
    const page = '<!DOCTYPE html>\n<TITLE>t</TITLE>\n<IMG SRC="caf%E9/a.gif" ALT="noise" WIDTH=64 HEIGHT=64>\n';
    writeFileSync(cafe(folder, '.html'), page.repeat(3));
    writeFileSync(join(folder, 'index.html'), '<!doctype html><title>t</title><a href="caf%E9.html">words</a>');

    const found = await audit(folder, { browser: 'off', cache: 'off' });
    assert.deepEqual(found.warnings, []);
    assert.deepEqual(found.pages.map(({ before }) => before.requests).sort(), [1, 2]);

    await build(folder, { out, browser: 'off', cache: 'off', rules: { 'gif-image': 'on' } });
    const names = readdirSync(out, { encoding: 'buffer' }).map((name) => name.toString('latin1'));
    for (const ending of ['', '.html', '.html.gz', '.html.br']) assert.ok(names.includes(`caf\xE9${ending}`), ending);
    const written = readFileSync(cafe(out, '.html'), 'utf8');
    assert.match(written, /src="?caf%E9\/a\.png/);
    assert.deepEqual(readdirSync(cafe(out, '')), ['a.png']);

    const again = await build(folder, { out, browser: 'off', cache: 'off', rules: { 'gif-image': 'on' } });
    assert.deepEqual(again.warnings, []);
    assert.equal(readFileSync(cafe(out, '.html'), 'utf8'), written);
  } finally {
    rmSync(scratch, { recursive: true });
  }
});
