import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { findPageRoot } from '../../lib/run/find-page-root.js';
import { makeFile } from '../../lib/site/read-site.js';

const scratch = mkdtempSync(join(tmpdir(), 'pagethrift-root-'));
after(() => rmSync(scratch, { recursive: true }));
mkdirSync(join(scratch, 'dist/html/deep'), { recursive: true });
mkdirSync(join(scratch, 'dist/css'));
writeFileSync(join(scratch, 'dist/css/site.css'), '');
writeFileSync(join(scratch, 'dist/html/own.css'), '');

/** @param {string} path @param {string} html @param {string} [cwd] */
function rootOf(path, html, cwd = scratch) {
  const onDisk = join(scratch, 'dist', path);
  const { root, page } = findPageRoot(onDisk, makeFile(path.split('/').at(-1) ?? '', Buffer.from(html)), cwd);
  return [root.slice(scratch.length + 1), page];
}

test('the site of a page is the nearest folder in which its references lead to files', () => {
  const relative = '<!doctype html><link rel=stylesheet href=../css/site.css>';
  assert.deepEqual(rootOf('html/blog.html', relative), ['dist', 'html/blog.html']);
  const rooted = '<!doctype html><link rel=stylesheet href=/css/site.css>';
  assert.deepEqual(rootOf('html/deep/blog.html', rooted), ['dist', 'html/deep/blog.html']);
});

test('the site of a page is its folder if that has all files, or if no folder has them', () => {
  const own = '<!doctype html><link rel=stylesheet href=own.css>';
  assert.deepEqual(rootOf('html/blog.html', own), ['dist/html', 'blog.html']);
  const missing = '<!doctype html><link rel=stylesheet href=../nowhere.css>';
  assert.deepEqual(rootOf('html/blog.html', missing), ['dist/html', 'blog.html']);
});

test('a page leads neither out of the working folder nor to the sources of a project', () => {
  const relative = '<!doctype html><link rel=stylesheet href=../../dist/css/site.css>';
  assert.deepEqual(rootOf('html/blog.html', relative), ['', 'dist/html/blog.html']);
  assert.deepEqual(rootOf('html/blog.html', relative, join(scratch, 'dist')), ['dist/html', 'blog.html']);
  assert.deepEqual(rootOf('html/blog.html', relative, '/another/folder'), ['dist/html', 'blog.html']);
  mkdirSync(join(scratch, 'node_modules'));
  assert.deepEqual(rootOf('html/blog.html', relative), ['dist/html', 'blog.html']);
});
