import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const COMMAND = fileURLToPath(new URL('../../../bin/pagethrift.js', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'signals-test-'));
after(() => rmSync(scratch, { recursive: true, force: true }));

/** A drawing that takes librsvg minutes. */
const MORPHOLOGY =
  '<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="2000"><filter id="f"><feMorphology operator="dilate" ' +
  'radius="500"/></filter><g filter="url(#f)"><rect width="2000" height="2000"/></g></svg>';
const PAGE = '<!doctype html><title>a</title><p>Some text<img src=a.svg alt="">';
/** A config file that never returns, so the thread of the run handles no more messages. */
const STUCK = 'for (;;);';

/** @type {readonly [string, Readonly<Record<string, string>>][]} */
const RUNS = [
  ['in native code', { 'site/index.html': PAGE, 'site/a.svg': MORPHOLOGY }],
  ['in the thread of the run', { 'site/index.html': PAGE, 'pagethrift.config.js': STUCK }],
];
let count = 0;

/**
 * Starts a build in a folder, with its own temporary folder.
 * @param {Readonly<Record<string, string>>} files @param {readonly string[]} [flags]
 */
function start(files, flags = ['--browser', 'off', '--verify', 'off', '--cache', 'off']) {
  const cwd = join(scratch, String(count++));
  const temporary = join(cwd, 'tmp');
  mkdirSync(join(cwd, 'site'), { recursive: true });
  mkdirSync(temporary);
  for (const [path, text] of Object.entries(files)) writeFileSync(join(cwd, path), text);
  const child = spawn(process.execPath, [COMMAND, 'build', 'site', '--out', 'out', ...flags], {
    cwd,
    env: { ...process.env, TMPDIR: temporary },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  return { cwd, temporary, child, ended: once(child, 'exit') };
}

/** Returns the processes that have a folder among their arguments or as working directory. @param {string} cwd */
function processesIn(cwd) {
  if (!existsSync('/proc/self/cwd')) return [];
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === cwd;
    } catch {
      return false;
    }
  });
}

for (const [where, files] of RUNS) {
  for (const [signal, maxMs] of /** @type {const} */ ([
    ['SIGTERM', 5000],
    ['SIGINT', 2000],
  ])) {
    test(`a build that is stuck ${where} ends at ${signal} and leaves nothing behind`, async () => {
      const { cwd, temporary, child, ended } = start(files);
      await setTimeout(2500);
      assert.equal(child.exitCode, null, 'it is stuck');
      const startMs = performance.now();
      child.kill(signal);
      const [code, by] = await ended;
      assert.ok(performance.now() - startMs < maxMs, `${performance.now() - startMs} ms`);
      assert.ok(by === signal || code === (signal === 'SIGINT' ? 130 : 143), `${code} ${by}`);
      await setTimeout(300);
      assert.deepEqual(processesIn(cwd), []);
      assert.deepEqual(readdirSync(temporary), []);
      assert.deepEqual(
        readdirSync(cwd).sort(),
        [...Object.keys(files).map((path) => path.split('/')[0]), 'tmp']
          .filter((name, at, all) => all.indexOf(name) === at)
          .sort(),
      );
    });
  }
}

test('the second Ctrl-C ends a stuck build at once', async () => {
  const { child, ended } = start(RUNS[1][1]);
  await setTimeout(2000);
  const startMs = performance.now();
  child.kill('SIGINT');
  await setTimeout(100);
  child.kill('SIGINT');
  await ended;
  assert.ok(performance.now() - startMs < 1000, `${performance.now() - startMs} ms`);
});
