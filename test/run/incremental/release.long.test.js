import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { drawSite, readFolder, writeSite } from './random-edits.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const FLAGS = ['--browser', 'off', '--verify', 'off', '--effort', 'fast', '--jobs', '1', '--quiet'];
const PAGE = 'part/page-4.html';

/** Installs the package as a release of a version. @param {string} folder @param {string} version */
function install(folder, version) {
  for (const name of ['bin', 'lib', 'rules', 'package.json'])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true, dereference: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, version }));
}

/**
 * Builds a site, and returns the files, the version that the report names, and the executed tasks by stage.
 * @param {string} release @param {string} site @param {string} out @param {string} cache
 */
function buildWith(release, site, out, cache) {
  const [trace, report] = ['trace', 'report'].map((name) => `${out}-${name}.json`);
  const files = ['--out', out, '--cache', cache, '--timings', trace, '--json', report];
  execFileSync(process.execPath, [join(release, 'bin/pagethrift.js'), 'build', site, ...files, ...FLAGS], {
    stdio: 'pipe',
  });
  /** @type {{ stage: string, executed: number }[]} */
  const tasks = JSON.parse(readFileSync(trace, 'utf8')).otherData.tasks;
  const executed = Object.fromEntries(tasks.flatMap(({ stage, executed: n }) => (n > 0 ? [[stage, n]] : [])));
  return { files: readFolder(out), version: JSON.parse(readFileSync(report, 'utf8')).tool.version, executed };
}

test('a release that changes no stage version finds all results of the one before', (t) => {
  const scratch = mkdtempSync(join(tmpdir(), 'release-test-'));
  t.after(() => rmSync(scratch, { recursive: true }));
  const at = (/** @type {string} */ name) => join(scratch, name);
  install(at('old'), '90.0.0');
  install(at('new'), '90.0.1');
  // The change of a release that no stage depends on.
  appendFileSync(at('new/lib/report/text.js'), '\n// Fixed a typing error.\n');
  const site = drawSite(3);
  writeSite(site, at('site'));
  const former = buildWith(at('old'), at('site'), at('out-old'), at('cache'));
  const later = buildWith(at('new'), at('site'), at('out-new'), at('cache'));
  assert.deepEqual(later.files, former.files);
  assert.deepEqual(later.executed, {});
  assert.deepEqual([former.version, later.version], ['90.0.0', '90.0.1']);
  site.set(PAGE, String(site.get(PAGE)).replace('Some words', 'Some other words'));
  writeSite(site, at('site'));
  const { price, ...edited } = buildWith(at('new'), at('site'), at('out-new'), at('cache')).executed;
  assert.deepEqual(edited, { read: 2, detect: 2, weigh: 1, plan: 2, pack: 2, report: 1 });
  assert.ok(price < former.executed.price / 2, `${price} of ${former.executed.price} prices`);
});
