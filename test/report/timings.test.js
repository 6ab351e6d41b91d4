import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderTimings, renderTrace } from '../../lib/report/timings.js';

const stage = (/** @type {string} */ name, /** @type {number} */ startMs, /** @type {number} */ endMs) => ({
  ...{ stage: name, startMs, endMs, cpuMs: endMs - startMs, browserMs: 0 },
});
const file = (/** @type {string} */ name, /** @type {number} */ startMs, /** @type {number} */ endMs, waitMs = 0) => ({
  ...{ kind: 'file', by: 'pack', name, startMs, endMs, cpuMs: 1, waitMs },
});
const timings = {
  stages: [stage('planning', 1000, 1100), stage('packing', 1100, 1600), stage('planning', 1600, 1700)],
  spans: [file('b.css', 1100, 1300), file('a.css', 1200, 1500, 290), file('c.css', 1500, 1600)],
  brief: [{ kind: 'file', by: 'weigh', count: 20_000, wallMs: 9000, cpuMs: 8000 }],
  tasks: [],
  peakBytes: 5e6,
};

test('stages are summed, and the dearest files come first, without the time for which they waited', () => {
  const lines = renderTimings(timings).split('\n');
  const find = (/** @type {string} */ name) => lines.findIndex((line) => line.trimStart().startsWith(`${name} `));
  assert.match(lines[find('planning')], /200 ms/);
  assert.match(lines[find('all')], /700 ms/);
  assert.ok(find('b.css') < find('c.css') && find('c.css') < find('a.css'));
  assert.match(lines[find('weigh')], /9\.0 s +8\.0 s +20,000 times/);
  assert.ok(find('weigh') < find('pack'));
});

test('the trace has a lane for each thing that went on at a time', () => {
  const { traceEvents } = JSON.parse(renderTrace(timings));
  const events = traceEvents.filter((/** @type {any} */ { ph }) => ph === 'X');
  assert.equal(events.length, 6);
  assert.ok(events.every((/** @type {any} */ { ts, dur }) => ts >= 0 && dur > 0));
  const lanes = Map.groupBy(events, (/** @type {any} */ { tid }) => tid);
  for (const lane of lanes.values()) {
    const ordered = lane.toSorted((/** @type {any} */ a, /** @type {any} */ b) => a.ts - b.ts);
    for (const [index, next] of ordered.slice(1).entries())
      assert.ok(ordered[index].ts + ordered[index].dur <= next.ts, 'what stands in one lane follows one another');
  }
});

test('a hostile file name does not write on the terminal', () => {
  const spans = [file('\u001b[2Jx', 1100, 1300)];
  assert.equal(renderTimings({ ...timings, spans }).includes('\u001b'), false);
});
