import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const COMMAND = fileURLToPath(new URL('../../../bin/pagethrift.js', import.meta.url));
/** Folders into which the browser and its fonts are unpacked have random endings until they are complete. */
const UNFINISHED = /^(?:chromium-[\d.]+|fonts)-\d+-\w+$/;
const CHECK_MS = 20;
/** A process that outlives its run would fill the folder again within this time. */
const LATE_MS = 2000;

/** Lists unfinished folders below a temporary folder. @param {string} folder */
function unfinishedIn(folder) {
  const own = readdirSync(folder).filter((name) => /^pagethrift-\w+$/.test(name));
  return own.flatMap((name) => readdirSync(join(folder, name)).filter((inside) => UNFINISHED.test(inside)));
}

test('a signal while the browser is unpacked leaves no part of it behind', async (t) => {
  const scratch = mkdtempSync(join(tmpdir(), 'unpack-signal-'));
  t.after(() => rmSync(scratch, { recursive: true, force: true }));
  const [site, temporary] = [join(scratch, 'site'), join(scratch, 'tmp')];
  for (const folder of [site, temporary]) mkdirSync(folder);
  writeFileSync(join(site, 'index.html'), '<!doctype html><title>x</title><p>x<script>document.title="y"</script>');
  const argv = ['build', 'site', '--out', 'out', '--browser', 'bundled', '--cache', 'off', '--quiet'];
  const env = { ...process.env, TMPDIR: temporary };
  const child = spawn(process.execPath, [COMMAND, ...argv], { cwd: scratch, env, stdio: 'ignore' });
  const ended = once(child, 'exit');
  while (child.exitCode === null && !unfinishedIn(temporary).some((name) => name.startsWith('chromium')))
    await wait(CHECK_MS);
  assert.equal(child.exitCode, null, 'the browser is being unpacked');
  child.kill('SIGTERM');
  await ended;
  await wait(LATE_MS);
  assert.deepEqual(unfinishedIn(temporary), []);
});
