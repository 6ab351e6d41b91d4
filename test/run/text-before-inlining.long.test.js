import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { audit } from '../../lib/index.js';

const fixture = fileURLToPath(new URL('../../fixtures/rules/text-image/navigation/', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'pagethrift-text-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

test('a text image that pays for its text becomes text, although it could be inlined for less', async () => {
  cpSync(join(fixture, 'before.html'), join(scratch, 'index.html'));
  const names = ['home.gif', 'products.gif', 'contact.gif'];
  for (const name of names) cpSync(join(fixture, name), join(scratch, name));
  const { changes, pages } = await audit(scratch, { cache: 'off', verify: 'off' });
  const applied = changes.filter(({ status }) => status === 'applied');
  const text = applied.flatMap(({ rule, resource }) => (rule === 'text-image' ? [resource] : []));
  assert.deepEqual(text.sort(), names.toSorted());
  assert.ok(!applied.some(({ rule }) => rule === 'small-image'));
  assert.ok(pages[0].after.bytes < pages[0].before.bytes, 'the page is smaller');
});
