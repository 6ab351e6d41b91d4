import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { after, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import sharp from 'sharp';
import { OverLimitError } from '../../../lib/base/errors.js';
import { HELD } from '../../../lib/base/held.js';
import { isRunning } from '../../../lib/base/temporary.js';
import { limitOf } from '../../../lib/run/tasks/limits.js';
import { TaskProcesses } from '../../../lib/run/tasks/processes.js';

/** @type {Set<number>} running processes */
const running = new Set();
subscribe(HELD, (message) => {
  const { id, isHeld } = /** @type {{ id: number, isHeld: boolean }} */ (message);
  if (isHeld) running.add(id);
  else running.delete(id);
});

/** Limits that suffice to load the codecs on a busy machine. */
const SHORT = { cpuMs: 3000, wallMs: 60_000, megabytes: 600 };
const short = new TaskProcesses(2, () => SHORT);
after(() => short.close());

/** A drawing that takes librsvg, in native code, minutes. */
const MORPHOLOGY = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="2000"><filter id="f"><feMorphology operator="dilate" ' +
    'radius="500"/></filter><g filter="url(#f)"><rect width="2000" height="2000"/></g></svg>',
);
/** A script that takes a minifier many seconds in one loop. */
const SCRIPT = Buffer.from(Array.from({ length: 20_000 }, (_, at) => `var a${at}=b(c${at},${at});`).join('\n'));
const PACK = { path: 'a.js', type: 'script', bytes: SCRIPT, minify: true, effort: 'fast', variants: [] };

test('a task gives what it makes, and the next one runs in the same process', async () => {
  const bytes = Buffer.from('hello hello hello');
  const first = await short.run('weigh', { bytes });
  assert.deepEqual(Object.keys(/** @type {object} */ (first)), ['identity', 'gzip', 'br', 'zstd', 'needless']);
  assert.deepEqual(await short.run('weigh', { bytes }), first);
  assert.equal(running.size, 1);
});

test('a transparent image of 4 megapixels is encoded as AVIF within the limits of a task', async () => {
  const size = { width: 2500, height: 1667 };
  const clouds = await sharp({
    create: { ...size, channels: 3, background: 'grey', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  })
    .blur(4)
    .ensureAlpha(0.9)
    .png()
    .toBuffer();
  const runner = new TaskProcesses(1);
  const task = { maker: 'avif', bytes: new Uint8Array(clouds), options: { target: 90, effort: 'balanced' } };
  const made = /** @type {import('../../../lib/plan/types.ts').Made} */ (await runner.run('make', task));
  await runner.close();
  assert.equal(made.ok, true);
});

test('a task that throws rejects with its message, and harms no other', async () => {
  await assert.rejects(
    short.run('make', { maker: 'no such maker', bytes: new Uint8Array() }),
    /no maker “no such maker”/,
  );
  await short.run('weigh', { bytes: Buffer.from('a') });
});

for (const [what, kind, task] of /** @type {const} */ ([
  ['native code', 'make', { maker: 'svg', bytes: MORPHOLOGY, options: {} }],
  ['a loop', 'pack', PACK],
])) {
  test(`a task that is stuck in ${what} is ended at its limit`, async () => {
    await assert.rejects(short.run(kind, task), (error) => {
      assert.ok(error instanceof OverLimitError);
      assert.match(error.message, /^takes more than 3 s of processor time$/);
      return true;
    });
    await short.run('weigh', { bytes: Buffer.from('the next task runs') });
  });
}

test('a task does not pay for memory that an earlier task of its process still holds', async () => {
  const limits = [{ ...SHORT, megabytes: 2000 }];
  const one = new TaskProcesses(1, () => limits.shift() ?? { ...SHORT, megabytes: 190 });
  await one.run('weigh', { bytes: Buffer.alloc(90_000_000) });
  await one.run('weigh', { bytes: Buffer.alloc(9_000_000) });
  await one.close();
});

test('a task that takes too much memory is ended', async () => {
  const small = new TaskProcesses(1, () => ({ ...SHORT, megabytes: 20 }));
  await assert.rejects(small.run('weigh', { bytes: Buffer.alloc(90_000_000) }), /takes more than 20 MB of memory/);
  await small.close();
});

/** Runs a task while the first processes of its runner end by themselves. @param {number} count */
async function runWhileEnding(count) {
  const one = new TaskProcesses(1, () => SHORT);
  let left = count;
  const endNext = (/** @type {unknown} */ message) => {
    const { id, isHeld } = /** @type {{ id: number, isHeld: boolean }} */ (message);
    if (isHeld && left-- > 0) process.kill(id, 'SIGSEGV');
  };
  subscribe(HELD, endNext);
  try {
    return await one.run('weigh', { bytes: Buffer.from('a') });
  } finally {
    unsubscribe(HELD, endNext);
    await one.close();
  }
}

test('a task whose process ends by itself runs once more, in another one', async () => {
  assert.equal(/** @type {{ identity: number }} */ (await runWhileEnding(1)).identity, 1);
  await assert.rejects(runWhileEnding(2), /its process ended by itself \(SIGSEGV\)/);
});

test('a task that waits for ever is ended by the clock', async () => {
  const late = new TaskProcesses(1, () => ({ ...SHORT, wallMs: 1 }));
  await assert.rejects(late.run('weigh', { bytes: Buffer.from('a') }), /takes more than 0.001 s$/);
  await late.close();
});

test('limits grow with the bytes of a file up to 30 s, but for what only compresses', () => {
  const [small, large] = [1000, 50_000_000].map((length) => ({ bytes: new Uint8Array(length) }));
  assert.equal(limitOf('look', small).cpuMs, 10_010);
  assert.equal(limitOf('look', large).cpuMs, 30_000);
  assert.equal(limitOf('compare', {}).cpuMs, 30_000);
  assert.equal(limitOf('pack', { ...large, minify: true, effort: 'max' }).cpuMs, 30_000);
  assert.ok(limitOf('pack', { ...large, minify: false, effort: 'max' }).cpuMs > 30_000);
});

test('closing ends all processes, and what waits is told', async () => {
  const closing = new TaskProcesses(1);
  const tasks = [1, 2].map((size) => closing.run('weigh', { bytes: Buffer.alloc(size) }));
  const ends = Promise.allSettled(tasks);
  await closing.close();
  assert.deepEqual(
    (await ends).map(({ status }) => status),
    ['rejected', 'rejected'],
  );
});

test('task processes end with their parent, also while they are stuck', {
  skip: process.platform === 'win32',
}, async () => {
  const url = (/** @type {string} */ path) => JSON.stringify(new URL(path, import.meta.url).href);
  const program = `
    import { subscribe, unsubscribe } from 'node:diagnostics_channel';
    import { TaskProcesses } from ${url('../../../lib/run/tasks/processes.js')};
    subscribe('pagethrift:held', ({ id }) => process.stdout.write(id + '\\n'));
    const bytes = Buffer.from(Array.from({ length: 20_000 }, (_, at) => 'var a' + at + '=b(c' + at + ');').join(''));
    new TaskProcesses(1).run('pack', { ...${JSON.stringify({ ...PACK, bytes: null })}, bytes });`;
  const parent = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const pid = Number(await new Promise((resolve) => parent.stdout.once('data', resolve)));
  await setTimeout(1500);
  assert.ok(isRunning(pid));
  parent.kill('SIGKILL');
  for (let tries = 0; isRunning(pid) && tries < 50; tries++) await setTimeout(100);
  assert.equal(isRunning(pid), false);
});
