import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { main } from '../../../lib/run/cli/main.js';
import { drawSite, readFolder, writeSite } from './random-edits.js';

const SHARDS = 4;
const FLAGS = ['--browser', 'off', '--verify', 'off', '--effort', 'fast', '--variants', 'gz', '--jobs', '1', '--force'];
const scratch = mkdtempSync(join(tmpdir(), 'shards-test-'));

/** Runs a command and returns what it prints and its report. @param {readonly string[]} argv */
async function run(argv) {
  /** @type {string[]} */
  const stdout = [];
  /** @type {string[]} */
  const stderr = [];
  const world = {
    argv: [...argv, ...FLAGS],
    cwd: scratch,
    stdout: { write: (/** @type {string} */ text) => stdout.push(text) },
    stderr: { write: (/** @type {string} */ text) => stderr.push(text) },
  };
  const code = await main(/** @type {any} */ (world));
  return { code, stdout: stdout.join(''), stderr: stderr.join('') };
}

/** Merges shards and returns the files and the report. @param {string} name @param {readonly string[]} flags */
async function merge(name, flags) {
  const merged = await run(['merge', 'site', '--out', name, '--shards', String(SHARDS), '--json', ...flags]);
  assert.equal(merged.code, 0, merged.stderr);
  const { timing: _, warnings, ...report } = JSON.parse(merged.stdout);
  return { files: readFolder(join(scratch, name)), report, warnings };
}

/** @type {{ files: Map<string, string>, report: unknown }} */
let alone;

before(async () => {
  writeSite(drawSite(3), join(scratch, 'site'));
  const whole = await run(['build', 'site', '--out', 'alone', '--cache', 'off', '--json']);
  const { timing: _, warnings: __, ...report } = JSON.parse(whole.stdout);
  alone = { files: readFolder(join(scratch, 'alone')), report };
});
after(() => rmSync(scratch, { recursive: true }));

test('four shards, each with a cache of its own, merge into what one build makes', async () => {
  let count = 0;
  let files = 0;
  for (let index = 1; index <= SHARDS; index += 1) {
    const flags = ['--shard', `${index}/${SHARDS}`, '--cache', `cache-${index}`, '--remote-cache', 'shared'];
    const { code, stdout, stderr } = await run(['build', 'site', ...flags]);
    assert.equal(code, 0, stderr);
    const [, own, all] = /: (\d+) of (\d+) files are in the cache/.exec(stdout) ?? [];
    assert.ok(Number(own) < Number(all), stdout);
    count += Number(own);
    files = Number(all);
  }
  assert.equal(count, files, 'each file belongs to one shard');
  const before = readFolder(join(scratch, 'shared'));
  const { warnings, ...merged } = await merge('merged', ['--cache', 'cache-merge', '--remote-cache', 'shared']);
  assert.deepEqual(merged, alone);
  assert.deepEqual(
    warnings.filter((/** @type {{ code: string }} */ { code }) => code === 'missing-shard'),
    [],
  );
  const made = readFolder(join(scratch, 'shared')).size - before.size;
  assert.ok(made < before.size / 4, `the merge made ${made} results, the shards ${before.size}`);
});

test('a missing shard is named, and its work is done by the merge', async () => {
  for (const index of [1, 3, 4]) await run(['build', 'site', '--shard', `${index}/${SHARDS}`, '--cache', 'one-cache']);
  const { warnings, ...merged } = await merge('merged-again', ['--cache', 'one-cache']);
  assert.deepEqual(merged, alone);
  const [warning] = warnings.filter((/** @type {{ code: string }} */ { code }) => code === 'missing-shard');
  assert.match(warning.message, /^Shard 2 of 4 has left no results/);
});

test('a shard that is no part of a whole is rejected', async () => {
  for (const shard of ['0/4', '5/4', '4', 'a/b']) {
    const { code, stderr } = await run(['build', 'site', '--shard', shard]);
    assert.equal(code, 2);
    assert.match(stderr, /is not a part of a whole/);
  }
});
