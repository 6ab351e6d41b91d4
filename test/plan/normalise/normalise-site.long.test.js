import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { exact } from '../../../lib/base/exact.js';
import { build } from '../../../lib/index.js';
import { settleNormalised } from '../../../lib/plan/normalise/normalise-site.js';
import { makeChange } from '../../harness/make-change.js';

const button = await sharp({
  create: { width: 96, height: 96, channels: 3, background: '#fff', noise: { type: 'gaussian', mean: 120, sigma: 60 } },
})
  .gif()
  .toBuffer();

const pageWith = (/** @type {string} */ image, more = '') =>
  `<!doctype html><title>t</title><p>words <img src="${image}" alt="" width=96 height=96>${more}`;

/**
 * Builds a site of these pages and copies of one image, and returns the result of a callback.
 * @template T
 * @param {Record<string, string>} pages
 * @param {readonly string[] | Record<string, Uint8Array>} copies of a button, or files
 * @param {(report: Awaited<ReturnType<typeof build>>, out: string) => T} look
 * @param {Parameters<typeof build>[1]} [options]
 */
async function buildSite(pages, copies, look, options) {
  const scratch = mkdtempSync(join(tmpdir(), 'pagethrift-repeated-'));
  try {
    const [folder, out] = ['site', 'out'].map((name) => join(scratch, name));
    for (const [path, bytes] of [
      ...Object.entries(pages),
      ...(Array.isArray(copies) ? copies.map((path) => [path, button]) : Object.entries(copies)),
    ]) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), bytes);
    }
    const report = await build(folder, { browser: 'off', cache: 'off', variants: [], ...options, out });
    return look(report, out);
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

const rowsOf = (/** @type {Awaited<ReturnType<typeof build>>} */ { changes }) =>
  changes
    .filter(({ rule }) => rule === 'repeated-image')
    .map(({ page, resource, status, reason }) => [page, resource, status, reason]);

const TWO_FOLDERS = {
  'index.html': pageWith('img/button.gif'),
  'news/index.html': pageWith('img/button.gif'),
  'about.html': pageWith('img/button.gif'),
};

test('pages of all folders ask for one file, in the form that other rules give it, and the copies are gone', () =>
  buildSite(TWO_FOLDERS, ['img/button.gif', 'news/img/button.gif'], (report, out) => {
    assert.deepEqual(rowsOf(report), [['news/index.html', 'news/img/button.gif', 'applied', null]]);
    assert.equal(report.site.before.requests - report.site.after.requests, 1);
    assert.match(readFileSync(join(out, 'news/index.html'), 'utf8'), /src=\.\.\/img\/button\.png/);
    assert.deepEqual(
      ['img/button.png', 'news/img/button.gif', 'news/img/button.png'].map((path) => existsSync(join(out, path))),
      [true, false, false],
    );
  }));

test('a copy that a script asks for somewhere is left to all pages', () => {
  const script = '<script>new Image().src = "img/button.gif"</script>';
  const pages = { ...TWO_FOLDERS, 'news/late.html': pageWith('img/button.gif', script) };
  return buildSite(pages, ['img/button.gif', 'news/img/button.gif'], (report, out) => {
    assert.deepEqual(rowsOf(report), [
      ['news/index.html', 'news/img/button.gif', 'rejected', 'overlaps'],
      ['news/late.html', 'news/img/button.gif', 'rejected', 'in-use-by-script'],
    ]);
    assert.equal(existsSync(join(out, 'news/img/button.gif')), true);
  });
});

test('it is only advised where that is asked for, with what it would save', () =>
  buildSite(
    { 'index.html': pageWith('a.gif', '<img src="b.gif" alt="" width=96 height=96>') },
    ['a.gif', 'b.gif'],
    (report, out) => {
      const [row] = report.changes.filter(({ rule }) => rule === 'repeated-image');
      assert.deepEqual([row.status, row.saves.requests], ['advised', 1]);
      assert.ok(row.saves.bytes > button.length * 0.9);
      assert.match(readFileSync(join(out, 'index.html'), 'utf8'), /b\./);
    },
    { rules: { 'repeated-image': 'advise' } },
  ));

test('a page that ships as it was asks for its own file again', () => {
  const [kept, original] = ['kept.html', 'original.html'].map((page) =>
    makeChange({ proposal: { page, resource: 'b.gif' } }),
  );
  const normalised = /** @type {any} */ ({ accepted: [kept, original], advised: [], refused: [] });
  const { accepted, refused } = settleNormalised(normalised, new Set(['original.html']));
  assert.deepEqual(accepted, [kept]);
  assert.deepEqual(
    refused.map(({ proposal, reason }) => [proposal.page, reason]),
    [['original.html', 'looks-different']],
  );
});

test('what visits saw of a copy counts for the file that replaces it', async () => {
  const noise = { type: exact('gaussian'), mean: 120, sigma: 40 };
  const photo = sharp({ create: { width: 1200, height: 800, channels: 3, background: '#fff', noise } });
  const bytes = await photo.blur(3).jpeg({ quality: 95 }).toBuffer();
  const images = ['a', 'b'].map((name) => `<img src="${name}.jpg" alt="" width=300 height=200>`).join('');
  const page = `<!doctype html><title>t</title><body>${images}
    <script>for (const one of document.images) if (one.title) one.src = one.title</script>`;
  await buildSite(
    { 'index.html': page },
    { 'a.jpg': bytes, 'b.jpg': bytes },
    (report) => {
      const rows = report.changes.filter(({ rule }) => rule === 'modern-image');
      assert.deepEqual(
        rows.map(({ resource, status, reason }) => [resource, status, reason]),
        [['a.jpg', 'applied', null]],
      );
    },
    { browser: 'auto', verify: 'off' },
  );
});
