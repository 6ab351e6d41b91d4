import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { build } from '../../lib/index.js';

test('no count of a build goes back: each stage has a name of its own', { timeout: 120_000 }, async () => {
  const scratch = mkdtempSync(join(tmpdir(), 'pagethrift-counts-'));
  mkdirSync(join(scratch, 'site'));
  for (let at = 0; at < 6; at++) {
    const text = `<!doctype html><title>${at}</title><p>${'Page '.repeat(400)}`;
    writeFileSync(join(scratch, `site/${at}.html`), text);
  }
  /** @type {{ stage: string, done: number }[]} */
  const steps = [];
  const progress = (/** @type {string} */ stage, /** @type {number} */ done) => void steps.push({ stage, done });
  try {
    const options = { out: join(scratch, 'lean'), cache: 'off', browser: 'off', verify: 'off', progress };
    await build(join(scratch, 'site'), options);
  } finally {
    rmSync(scratch, { recursive: true });
  }
  assert.ok(new Set(steps.map(({ stage }) => stage)).size > 3);
  for (const [at, { stage, done }] of steps.entries()) {
    const before = steps[at - 1];
    assert.ok(before?.stage !== stage || before.done <= done, `${stage}: ${before?.done}, then ${done}`);
  }
});
