import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { build } from '../../../lib/index.js';

const scratch = mkdtempSync(join(tmpdir(), 'pagethrift-anew-'));
const space = readFileSync(new URL('../../../fixtures/sites/harbour/site/img/spacer.gif', import.meta.url));

/** A script that makes the page red if its image has been replaced. */
const WATCHED = `<script>
  if (document.querySelector('p').lastElementChild.tagName !== 'IMG') document.body.style.background = 'red';
</script>`;

/** @param {string} name @param {string} script */
async function buildPage(name, script) {
  const folder = join(scratch, name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'space.gif'), space);
  const image = '<img src="space.gif" width="8" height="9" alt="">';
  const page = `<!doctype html><title>Quay</title><p>High${image}low</p>${script}`;
  writeFileSync(join(folder, 'index.html'), page);
  const report = await build(folder, { out: `${folder}-out`, cache: 'off' });
  const made = readFileSync(join(`${folder}-out`, 'index.html'), 'utf8');
  return { made, report, of: (/** @type {string} */ rule) => report.changes.find((change) => change.rule === rule) };
}

test('where a page looks different without its image, the image is planned anew', async (t) => {
  t.after(() => rmSync(scratch, { recursive: true }));
  const plain = await buildPage('plain', '');
  assert.equal(plain.of('spacer-image')?.status, 'applied');
  assert.equal(plain.of('gif-image')?.reason, 'overlaps');
  assert.doesNotMatch(plain.made, /<img/);

  const watched = await buildPage('watched', WATCHED);
  assert.equal(watched.of('spacer-image')?.reason, 'looks-different');
  assert.equal(watched.of('gif-image')?.status, 'applied', 'what stood back before takes its place');
  assert.match(watched.made, /<img [^>]*src="?(?:space\.png|data:image\/png)/);
  const { requests, bytes } = watched.report.site.after;
  assert.ok(requests <= watched.report.site.before.requests && bytes <= watched.report.site.before.bytes);
});
