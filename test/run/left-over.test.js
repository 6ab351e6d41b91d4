import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
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
