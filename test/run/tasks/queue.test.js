import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { connect } from '../../../lib/run/tasks/connect.js';
import { openQueue } from '../../../lib/run/tasks/queue.js';
import { openWorker } from '../../../lib/run/tasks/worker.js';

/** @import { TaskRunner } from '../../../lib/run/tasks/types.ts' */

const hasRedis = spawnSync('redis-server', ['--version']).status === 0;
const options = hasRedis ? {} : { skip: 'redis-server is not installed' };

const folder = mkdtempSync(join(tmpdir(), 'queue-test-'));
const port = 20_000 + (process.pid % 10_000);
const url = `redis://127.0.0.1:${port}`;
const servers = new Set();
after(() => {
  for (const server of servers) server.kill();
  rmSync(folder, { recursive: true, force: true });
});

async function startRedis() {
  const server = spawn('redis-server', ['--port', String(port), '--save', '', '--dir', folder, '--bind', '127.0.0.1']);
  servers.add(server);
  let said = '';
  await new Promise((resolve, reject) => {
    server.once('exit', () => reject(new Error(`redis-server ended: ${said}`)));
    server.stdout.on('data', (text) => {
      said += text;
      if (said.includes('Ready to accept')) resolve(null);
    });
  });
  return server;
}

/**
 * Returns a task runner that reports its name and records its tasks.
 * @param {string} name
 */
function standIn(name) {
  /** @type {object[]} */
  const done = [];
  /** @type {TaskRunner & { done: object[] }} */
  const runner = {
    done,
    atOnce: 2,
    run: async (kind, task) => {
      done.push(task);
      const { bytes, fails } = /** @type {{ bytes: Uint8Array, fails?: boolean }} */ (task);
      if (fails && name !== 'here') throw new Error('this image breaks the worker');
      return /** @type {any} */ ({ kind, name, first: bytes[0], made: Buffer.from(bytes).reverse() });
    },
    close: async () => {},
  };
  return runner;
}

test('workers do the tasks of a queue, each once, and what fails there is done here', options, async () => {
  await startRedis();
  const there = standIn('there');
  const here = standIn('here');
  /** @type {string[]} */
  const warnings = [];
  const worker = await openWorker(url, { version: 'v1', runner: there, onError: assert.fail });
  const queue = await openQueue(url, { version: 'v1', local: here, warn: (message) => warnings.push(message) });
  const task = { bytes: Uint8Array.of(7, 8, 9), usages: [{ inLink: true }] };
  const results = await Promise.all([queue.run('look', task), queue.run('look', task)]);
  const expected = { kind: 'look', name: 'there', first: 7, made: Buffer.of(9, 8, 7) };
  assert.deepEqual(results, [expected, expected], 'bytes travel there and back');
  assert.equal(there.done.length, 1, 'the same task is done once');
  const broken = await queue.run('make', { bytes: Uint8Array.of(1), fails: true });
  assert.equal(/** @type {{ name: string }} */ (broken).name, 'here', 'a task that fails there is tried here');
  assert.equal(warnings.length, 1, warnings.join('\n'));
  assert.match(warnings[0], /no worker of .* could do a task \(“make”: this image breaks the worker\)/);
  await queue.close();
  await worker.close();
});

test('workers of another version get nothing, and the build says so and does the work', options, async () => {
  const other = standIn('other');
  /** @type {string[]} */
  const warnings = [];
  const worker = await openWorker(url, { version: 'v2', runner: other, onError: assert.fail });
  const queue = await openQueue(url, {
    version: 'v1',
    local: standIn('here'),
    warn: (message) => warnings.push(message),
  });
  const result = await queue.run('look', { bytes: Uint8Array.of(1) });
  assert.equal(/** @type {{ name: string }} */ (result).name, 'here');
  assert.deepEqual(other.done, []);
  assert.match(warnings.join(), /no worker of version v1 listens/);
  await queue.close();
  await worker.close();
});

test('workers that join later get tasks, and those that have ended are not waited for', options, async () => {
  const [there, here] = [standIn('there'), standIn('here')];
  /** @type {string[]} */
  const warnings = [];
  const warn = (/** @type {string} */ message) => warnings.push(message);
  const queue = await openQueue(url, { version: 'v5', local: here, warn, countMs: 20 });
  const until = async (/** @type {boolean} */ isShared) => {
    while (queue.isShared() !== isShared) await setTimeout(20);
  };
  const nameOf = async (/** @type {number} */ first) => {
    const result = await queue.run('look', { bytes: Uint8Array.of(first) });
    return /** @type {{ name: string }} */ (result).name;
  };
  assert.deepEqual([await nameOf(1), queue.atOnce], ['here', 2]);
  assert.match(warnings.join(), /no worker of version v5 listens to .* yet/);
  const worker = await openWorker(url, { version: 'v5', runner: there, onError: assert.fail });
  await until(true);
  assert.deepEqual([await nameOf(2), queue.atOnce], ['there', 8], 'four in transit for each of two at once');
  await worker.close();
  await until(false);
  assert.equal(await nameOf(3), 'here');
  await queue.close();
});

test('a server that came back without what it held is asked again', options, async () => {
  const slow = standIn('there');
  const [started, over] = [Promise.withResolvers(), Promise.withResolvers()];
  const runner = {
    ...slow,
    run: async (/** @type {string} */ kind, /** @type {object} */ task) => {
      started.resolve(null);
      // The first response is too late: its task was lost with the memory of the server.
      if (slow.done.push(task) === 1) await over.promise;
      return /** @type {any} */ ({ kind, name: 'there' });
    },
  };
  const worker = await openWorker(url, { version: 'v4', runner, onError: () => {} });
  const queue = await openQueue(url, { version: 'v4', local: standIn('here'), warn: assert.fail });
  const waiting = queue.run('look', { bytes: Uint8Array.of(5) });
  await started.promise;
  const { redis } = await connect(url);
  await redis.call('FLUSHALL');
  await redis.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
  assert.deepEqual(await waiting, { kind: 'look', name: 'there' });
  redis.disconnect();
  await queue.close();
  over.resolve(null);
  await worker.close();
});

test('a server that goes away in the middle costs no task', options, async () => {
  const worker = await openWorker(url, { version: 'v3', runner: standIn('there'), onError: () => {} });
  const here = standIn('here');
  /** @type {string[]} */
  const warnings = [];
  const queue = await openQueue(url, { version: 'v3', local: here, warn: (message) => warnings.push(message) });
  await queue.run('look', { bytes: Uint8Array.of(1) });
  for (const server of servers) server.kill('SIGKILL');
  const results = await Promise.all([2, 3, 4].map((first) => queue.run('look', { bytes: Uint8Array.of(first) })));
  assert.deepEqual(
    results
      .map((result) => /** @type {{ name: string, first: number }} */ (result))
      .map(({ name, first }) => [name, first]),
    [2, 3, 4].map((first) => ['here', first]),
  );
  assert.match(warnings.join(), /the queue at .* failed/);
  await queue.close();
  await worker.close();
});

test('a worker whose server is gone says so once', options, async () => {
  const server = await startRedis();
  /** @type {string[]} */
  const said = [];
  const worker = await openWorker(url, { version: 'gone', runner: standIn('a'), onError: (text) => said.push(text) });
  const gone = once(server, 'exit');
  server.kill('SIGKILL');
  await gone;
  // Within this time, the worker tries to connect about ten times.
  await setTimeout(2500);
  await worker.close();
  assert.ok(said.length > 0);
  assert.equal(said.length, new Set(said).size, said.join('\n'));
});

test('a server that is not there is told in words, and without its password', async () => {
  await assert.rejects(
    openQueue('redis://user:secret@127.0.0.1:1', { version: 'v', local: standIn('here'), warn: () => {} }),
    /^InputError: redis:\/\/127.0.0.1:1 does not respond .*Start Redis there, or omit --queue/,
  );
});
