import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { audit, build } from '../../lib/index.js';

const fixture = fileURLToPath(new URL('../../fixtures/rules/text-image/navigation/', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'pagethrift-text-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

const names = ['home.gif', 'products.gif', 'contact.gif'];

test('a text image that pays for its text becomes text, although it could be inlined for less', async () => {
  const site = join(scratch, 'menu');
  mkdirSync(site);
  cpSync(join(fixture, 'before.html'), join(site, 'index.html'));
  for (const name of names) cpSync(join(fixture, name), join(site, name));
  const { changes, pages } = await audit(site, { cache: 'off', verify: 'off' });
  const applied = changes.filter(({ status }) => status === 'applied');
  const text = applied.flatMap(({ rule, resource }) => (rule === 'text-image' ? [resource] : []));
  assert.deepEqual(text.sort(), names.toSorted());
  assert.ok(!applied.some(({ rule }) => rule === 'small-image'));
  assert.ok(pages[0].after.bytes < pages[0].before.bytes, 'the page is smaller');
});

test('verification accepts text for images whose second file is missing, with and without a size', async () => {
  const site = join(scratch, 'rollovers');
  mkdirSync(site);
  for (const name of names) cpSync(join(fixture, name), join(site, name));
  const link = (/** @type {string} */ file, /** @type {string} */ size) => {
    const [id] = file.split('.');
    const over = `document.images['${id}'].src='${id}_f2.gif'`;
    const out = `document.images['${id}'].src='${file}'`;
    const image = `<img src="${file}" name="${id}" alt="${id}"${size}>`;
    return `<a href="/" onmouseover="${over}" onmouseout="${out}">${image}</a>\n`;
  };
  const sizes = [' width="63" height="23"', ' width="86" height="23"', ''];
  const menu = names.map((name, at) => link(name, sizes[at])).join('');
  writeFileSync(
    join(site, 'index.html'),
    `<!doctype html><html lang="en"><title>Shop</title><p>${menu}</p><p>Welcome.</p>`,
  );
  const { changes } = await build(site, { out: join(scratch, 'out'), cache: 'off', jobs: 1 });
  const applied = changes.filter(({ rule, status }) => rule === 'text-rollover' && status === 'applied');
  assert.deepEqual(applied.map(({ resource }) => resource).sort(), names.toSorted());
});
