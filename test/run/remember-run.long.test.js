import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { build } from '../../lib/index.js';
import { isComplete, listEffective } from '../../lib/run/remember-run.js';
import { readSettings } from '../../lib/run/settings.js';

/** @param {Record<string, unknown>} said */
const effective = async (said) => listEffective(await readSettings('/', '', said));

test('where the work is done does not name what is made', async () => {
  const here = await effective({});
  assert.deepEqual(await effective({ jobs: 7, queue: 'redis://example.org' }), here);
  assert.notDeepEqual(await effective({ safety: 'lossy' }), here);
});

test('a run of which a part failed is not complete', () => {
  const report = { warnings: [], changes: [] };
  /** @param {object} differs @param {string} [browser] */
  const complete = (differs, browser = 'auto') =>
    isComplete(/** @type {any} */ ({ report, verdicts: [], ...differs }), { browser });
  assert.equal(complete({}), true);
  for (const code of ['not-recorded', 'out-of-budget', 'unseen'])
    assert.equal(complete({ report: { ...report, warnings: [{ code, message: '' }] } }), false, code);
  for (const reason of ['out-of-budget', 'no-browser'])
    assert.equal(complete({ report: { ...report, changes: [{ reason }] } }), false, reason);
  assert.equal(complete({ verdicts: [{ status: 'unseen' }] }), false);
  assert.equal(complete({ verdicts: [{ status: 'unseen', reason: 'blank-page' }] }), true);
  // If the browser is off by choice, the next run gives the same result.
  const noBrowser = { warnings: [{ code: 'not-recorded' }], changes: [{ reason: 'no-browser' }] };
  assert.equal(complete({ report: noBrowser }, 'off'), true);
});

test('a build after one that ran out of its budget does the work again', async (t) => {
  const scratch = mkdtempSync(join(tmpdir(), 'pagethrift-test-'));
  t.after(() => rmSync(scratch, { recursive: true }));
  const [site, out, cache] = ['site', 'out', 'cache'].map((name) => join(scratch, name));
  mkdirSync(site);
  writeFileSync(join(site, 'index.html'), '<!doctype html><title>A</title><p>text<script src="a.js"></script>');
  writeFileSync(join(site, 'a.js'), 'document.body.append("more")');
  const limits = { pageSeconds: 0.001, pageMegabytes: 500, runMinutes: 5 };
  const first = await build(site, { out, cache, limits });
  assert.ok(first.warnings.some(({ code }) => code === 'out-of-budget' || code === 'not-recorded'));
  /** @type {string[]} */
  const stages = [];
  await build(site, { out, cache, limits, force: true, progress: (/** @type {string} */ stage) => stages.push(stage) });
  assert.ok(stages.length > 0, 'the failed run was replayed');
});
