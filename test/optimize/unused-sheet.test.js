import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { audit } from '../../lib/index.js';

test('a style sheet that no page fetches is no place to change anything', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pagethrift-unused-'));
  try {
    const pixel = { width: 3, height: 3, channels: /** @type {const} */ (3), background: '#c00' };
    writeFileSync(join(folder, 'red.png'), await sharp({ create: pixel }).png().toBuffer());
    writeFileSync(join(folder, 'unused.css'), 'body { background-image: url(red.png) }');
    writeFileSync(join(folder, 'index.html'), '<!doctype html><title>t</title><p>words');
    const { changes } = await audit(folder, { browser: 'off', cache: 'off' });
    assert.deepEqual(
      changes.filter(({ page }) => page === 'unused.css'),
      [],
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});
