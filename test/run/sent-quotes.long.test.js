import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { build } from '../../lib/index.js';

const scratch = mkdtempSync(join(tmpdir(), 'pagethrift-test-'));
after(() => rmSync(scratch, { recursive: true, force: true }));
const QUICK = /** @type {const} */ ({ browser: 'off', verify: 'off', cache: 'off' });
const PAGE = '<!doctype html><html lang="en"><head><meta charset="utf-8"/><title>A</title></head><p>words</p></html>';

test('quotes that Brotli’s dictionary contains stay if the page is sent with Brotli', async () => {
  mkdirSync(join(scratch, 'dist'));
  writeFileSync(join(scratch, 'dist/index.html'), PAGE);
  const start = async (/** @type {('gz' | 'br')[]} */ variants) => {
    await build(join(scratch, 'dist'), { ...QUICK, variants, out: join(scratch, variants.join()) });
    return readFileSync(join(scratch, variants.join(), 'index.html'), 'utf8').slice(0, 52);
  };
  assert.equal(await start(['gz', 'br']), '<!doctype html><html lang="en"><head><meta charset="');
  assert.equal(await start(['gz']), '<!doctype html><html lang=en><head><meta charset=utf');
});
