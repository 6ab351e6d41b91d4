import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { main } from '../../../lib/run/cli/main.js';

const scratch = mkdtempSync(join(tmpdir(), 'pagethrift-steps-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

const QUICK = ['--browser', 'off', '--verify', 'off', '--cache', 'off'];

/** @param {string} cwd @param {...string} argv */
async function run(cwd, ...argv) {
  let out = '';
  let err = '';
  const stdout = { write: (/** @type {string} */ text) => (out += text) };
  const stderr = { write: (/** @type {string} */ text) => (err += text) };
  return { code: await main({ argv, stdout, stderr, env: {}, cwd }), out, err };
}

/** @param {string} name @param {Record<string, string>} files */
function makeProject(name, files) {
  const folder = join(scratch, name);
  mkdirSync(join(folder, 'dist'), { recursive: true });
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
  return folder;
}

const PAGE = '<!doctype html><title>Page</title><p>A few words.';

test('init names the scripts in the words of the package manager', async () => {
  const files = { 'dist/index.html': PAGE, 'package.json': '{}', 'pnpm-lock.yaml': '' };
  const { out } = await run(makeProject('pnpm', files), 'init', ...QUICK.slice(0, 2));
  assert.match(out, /“pnpm lean:check” is the gate/);
  assert.doesNotMatch(out, /npm run/);
});

test('next steps leave out what a project has: a config, and a baseline that would be overwritten', async () => {
  const project = makeProject('gated', { 'dist/index.html': PAGE });
  const stepsOf = async (/** @type {string[]} */ ...argv) =>
    (await run(project, ...argv, ...QUICK)).out.split('\nNext\n')[1];
  assert.match(await stepsOf('audit', 'dist'), /npx pagethrift init/);
  assert.match(await stepsOf('build', 'dist', '--out', 'lean'), /--update-baseline/);
  await run(project, 'init', 'dist');
  for (const argv of [
    ['audit', 'dist'],
    ['build', 'dist', '--out', 'lean'],
  ]) {
    const steps = await stepsOf(...argv);
    assert.match(steps, /npx pagethrift /);
    assert.doesNotMatch(steps, /init|--update-baseline/);
  }
});

test('a second init leads to the baseline that is missing', async () => {
  const project = makeProject('early', { 'package.json': '{}' });
  assert.equal((await run(project, 'init', 'dist')).code, 0);
  const { code, err } = await run(project, 'init', 'dist');
  assert.equal(code, 2);
  assert.match(err, /The gate has no baseline yet: run “npx pagethrift check dist --update-baseline”/);
});
