import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from '../../lib/index.js';

/** @import { Options } from '../../lib/index.js' */

const PEBBLES = fileURLToPath(new URL('../../fixtures/rules/modern-image/repacked/pebbles.jpg', import.meta.url));
const IMAGE = '<img src="pebbles.jpg" alt="" width="320" height="240">';
const SOURCE = '<source srcset="pebbles.jxl" type="image/jxl">';

const scratch = mkdtempSync(join(tmpdir(), 'pagethrift-jpeg-xl-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

/**
 * Builds a site of one page with a photograph.
 * @param {string} name of the output
 * @param {Options} options
 * @param {string} [site]
 */
async function buildPage(name, options, site = join(scratch, 'site')) {
  const out = join(scratch, name);
  const report = await build(site, { out, minify: false, cache: 'off', ...options });
  return { out, report, page: readFileSync(join(out, 'index.html'), 'utf8') };
}

mkdirSync(join(scratch, 'site'));
cpSync(PEBBLES, join(scratch, 'site/pebbles.jpg'));
writeFileSync(join(scratch, 'site/index.html'), `<!doctype html><html lang=en><title>t</title><p>${IMAGE}`);

test('a repacked JPEG is offered, and the browser fetches it', { timeout: 240_000 }, async () => {
  const { out, page, report } = await buildPage('visual', {});
  assert.ok(page.includes(`<picture>${SOURCE}<img src="pebbles.jpg"`), page);
  assert.ok(statSync(join(out, 'pebbles.jxl')).size < statSync(PEBBLES).size * 0.9);
  const { before, after: now } = report.pages[0];
  assert.ok(now.bytes < before.bytes - 1500, `${before.bytes} to ${now.bytes} bytes`);

  const copy = join(scratch, 'copy');
  mkdirSync(copy);
  for (const name of ['index.html', 'pebbles.jpg', 'pebbles.jxl']) cpSync(join(out, name), join(copy, name));
  const again = await buildPage('again', {}, copy);
  assert.equal(again.page, page, 'a picture with JPEG XL stays as it is');
  assert.ok(readFileSync(join(again.out, 'pebbles.jxl')).equals(readFileSync(join(out, 'pebbles.jxl'))));
  assert.deepEqual(again.report.warnings, []);
});

test('without a browser, and where no pixel may change, nothing is repacked', { timeout: 240_000 }, async () => {
  for (const options of [{ browser: 'off' }, { safety: /** @type {const} */ ('safe') }]) {
    const { out, page } = await buildPage(`none-${Object.keys(options)}`, options);
    assert.ok(!page.includes('jxl') && !existsSync(join(out, 'pebbles.jxl')), page);
  }
});
