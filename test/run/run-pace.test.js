import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { openRunHistory } from '../../lib/run/run-history.js';
import { RunPace } from '../../lib/run/run-pace.js';

const STAGES = ['reading', 'observing', 'detecting', 'making', 'verifying', 'packing', 'pricing'];
const durations = () => fc.array(fc.integer({ min: 1000, max: 60_000 }), { minLength: 7, maxLength: 7 });

test('the first run of a site has no estimate', () => {
  assert.deepEqual(
    followRun(new RunPace(0), [1000, 2000, 3000]).map(({ restMs }) => restMs),
    Array(9).fill(null),
  );
});

test('property: a run like a former one is estimated exactly, at every step', () => {
  fc.assert(
    fc.property(durations(), (lengths) => {
      const former = new RunPace(0);
      followRun(former, lengths);
      const totalMs = sum(lengths);
      for (const { restMs, nowMs } of followRun(new RunPace(0, former.courseUntil(totalMs)), lengths))
        assert.ok(Math.abs(Number(restMs) - (totalMs - nowMs)) < 1);
    }),
  );
});

test('property: on a machine of half the speed an estimate is at most twice too low or high after a fifth', () => {
  fc.assert(
    fc.property(durations(), (lengths) => {
      const former = new RunPace(0);
      followRun(former, lengths);
      const slow = lengths.map((length) => length * 2);
      for (const { restMs, nowMs } of followRun(new RunPace(0, former.courseUntil(sum(lengths))), slow)) {
        if (nowMs < sum(slow) / 5) continue;
        assert.ok(Number(restMs) >= (sum(slow) - nowMs) / 2 && Number(restMs) <= (sum(slow) - nowMs) * 2);
      }
    }),
  );
});

test('a run that is ten times faster than the former one has no estimate', () => {
  const former = new RunPace(0);
  followRun(former, [10_000, 10_000, 10_000]);
  const steps = followRun(new RunPace(0, former.courseUntil(30_000)), [1000, 1000, 1000]);
  assert.equal(steps.at(-1)?.restMs, null);
});

test('a stage that starts again is matched with its second start', () => {
  const former = new RunPace(0);
  former.step({ stage: 'planning', done: 1, of: 1, nowMs: 0 });
  former.step({ stage: 'verifying', done: 1, of: 1, nowMs: 1000 });
  former.step({ stage: 'planning', done: 1, of: 1, nowMs: 9000 });
  const pace = new RunPace(0, former.courseUntil(10_000));
  pace.step({ stage: 'planning', done: 1, of: 1, nowMs: 0 });
  pace.step({ stage: 'verifying', done: 1, of: 1, nowMs: 1000 });
  assert.equal(pace.step({ stage: 'planning', done: 1, of: 1, nowMs: 9000 }), 1000);
});

test('only a former run with as many changed files gives an estimate', async () => {
  const run = createRuns();
  assert.equal(await run({ files: ['a1', 'b1', 'c1', 'd1'] }), null, 'the first run');
  assert.equal(await run({ files: ['a2', 'b1', 'c1', 'd1'] }), null, 'the first run with one changed page');
  assert.equal(await run({ files: ['a2', 'b2', 'c1', 'd1'] }), 500, 'the second run with one changed page');
  assert.equal(await run({ files: ['a3', 'b3', 'c3', 'd3'] }), 500, 'all pages changed, as in the first run');
});

test('another site, command and other settings have a history of their own', async () => {
  const run = createRuns();
  await run({ files: ['a1'] });
  assert.equal(await run({ files: ['a2'], root: '/other' }), null);
  assert.equal(await run({ files: ['a2'], command: 'audit' }), null);
  assert.equal(await run({ files: ['a2'], effort: 'fast' }), null);
  assert.equal(await run({ files: ['a2'] }), 500);
});

/** Returns a function that runs with one store for a second, and returns the estimate after half of it. */
function createRuns() {
  const kept = new Map();
  const store = {
    get: async (/** @type {string} */ key) => kept.get(key) ?? null,
    put: async (/** @type {string} */ key, /** @type {Uint8Array} */ bytes) => void kept.set(key, bytes),
  };
  /** @param {{ files: string[], root?: string, command?: string, effort?: string }} run */
  return async ({ files, root = '/site', command = 'build', effort = 'balanced' }) => {
    const all = new Map(files.map((hash, index) => [`${index}.html`, { hash, type: 'html' }]));
    const site = /** @type {any} */ ({ root, files: all });
    const settings = /** @type {any} */ ({ jobs: 2, effort });
    let nowMs = 0;
    const history = await openRunHistory({ store, site, command, settings, now: () => nowMs });
    nowMs = 500;
    const restMs = history.step('reading', 1, 1);
    nowMs = 1000;
    await history.keep();
    return restMs;
  };
}

/**
 * Steps through a run in which each stage has two parts of the same length.
 * @param {RunPace} pace
 * @param {number[]} lengths
 */
function followRun(pace, lengths) {
  const steps = [];
  let nowMs = 0;
  for (const [index, length] of lengths.entries()) {
    for (const done of [0, 1, 2]) {
      if (done > 0) nowMs += length / 2;
      steps.push({ nowMs, restMs: pace.step({ stage: STAGES[index], done, of: 2, nowMs }) });
    }
  }
  return steps;
}

/** @param {number[]} lengths */
function sum(lengths) {
  return lengths.reduce((all, length) => all + length, 0);
}
