import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process, { execPath, platform } from 'node:process';
import { it } from 'node:test';
import { readTreeCpuMs } from '../../../lib/visit/browser/processor-time.js';

/** Milliseconds of work. */
const WORK_MS = 300;

/** @param {string} command @param {readonly string[]} args */
async function working(command, args) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  const found = readTreeCpuMs(process.pid);
  child.kill();
  await once(child, 'close');
  return found;
}

const options = { skip: platform !== 'linux' };

it('counts processes of this program as tasks, and others as browsers', options, async () => {
  const busy = `const end = process.cpuUsage().user + ${WORK_MS * 1000}; while (process.cpuUsage().user < end);`;
  const task = await working(execPath, ['-e', `${busy} console.log('done'); setInterval(() => {}, 1000)`]);
  assert.ok(task.tasksMs >= WORK_MS / 2, `${task.tasksMs} ms`);
  assert.equal(task.browserMs, 0);
  const other = await working('sh', [
    '-c',
    'i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done; echo done; exec sleep 10',
  ]);
  assert.equal(other.tasksMs, 0);
  assert.ok(other.browserMs > 0);
});
