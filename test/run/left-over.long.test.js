import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import sharp from 'sharp';
import { build } from '../../lib/index.js';
import { readMarker } from '../../lib/output/write/marker.js';
import { writeOutput } from '../../lib/output/write/write-output.js';
import { withoutOwnFiles } from '../../lib/run/own-output.js';
import { readSite } from '../../lib/site/read-site.js';

const folder = mkdtempSync(join(tmpdir(), 'pagethrift-left-over-'));
after(() => rmSync(folder, { recursive: true, force: true }));

test('what a former build added, and the generator left, is none of the site unless something names it', async () => {
  const text = (/** @type {string} */ path, /** @type {string} */ said) => ({ path, bytes: Buffer.from(said) });
  writeFileSync(join(folder, 'index.html'), '<p>first');
  const added = ['old.webp', 'a b.webp', 'kept.webp', 'changed.webp'].map((path) => text(path, path));
  await writeOutput(folder, [text('index.html', '<p>first'), ...added], {
    chosen: new Map([...(await readSite(folder)).files.values()].map(({ path, hash }) => [path, hash])),
    brought: new Set(['index.html']),
  });
  assert.equal(readdirSync(folder).length, 6);
  writeFileSync(join(folder, 'index.html'), '<img src=a%20b.webp><img srcset="/x/kept.webp 2x">');
  writeFileSync(join(folder, 'changed.webp'), 'by somebody else');
  const { files } = withoutOwnFiles(await readSite(folder), folder);
  assert.deepEqual([...files.keys()].sort(), ['a b.webp', 'changed.webp', 'index.html', 'kept.webp']);
});

test('a build of a build remembers what the first one added', async () => {
  const [site, once, twice] = ['site', 'once', 'twice'].map((name) => join(folder, 'again', name));
  mkdirSync(site, { recursive: true });
  const noise = { type: /** @type {const} */ ('gaussian'), mean: 128, sigma: 30 };
  const photo = sharp({ create: { width: 320, height: 320, channels: 3, background: '#000', noise } });
  writeFileSync(join(site, 'photo.png'), await photo.png().toBuffer());
  writeFileSync(join(site, 'index.html'), '<!doctype html><title>t</title><img src=photo.png alt=noise>');
  const options = /** @type {const} */ ({
    browser: 'off',
    verify: 'off',
    cache: 'off',
    effort: 'fast',
    safety: 'lossy',
  });
  await build(site, { ...options, out: once });
  await build(once, { ...options, out: twice });
  assert.notDeepEqual(readMarker(once)?.added ?? [], []);
  assert.deepEqual(readMarker(twice), readMarker(once));
});
