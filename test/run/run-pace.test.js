import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { estimateRest, startPace, stepPace } from '../../lib/run/run-pace.js';

test('property: an estimate is of the whole run, never negative, and nothing is left at the end', () => {
  const stages = ['reading', 'observing', 'detecting', 'making', 'verifying', 'packing', 'pricing'];
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 60_000 }), { minLength: 7, maxLength: 7 }), (durations) => {
      let pace = startPace(0);
      let nowMs = 0;
      for (const [index, stage] of stages.entries()) {
        for (const done of [0, 1, 2]) {
          pace = stepPace(pace, { stage, done, of: 2, nowMs });
          const rest = estimateRest(pace, nowMs);
          assert.ok(rest === null || (rest >= 0 && Number.isFinite(rest)));
          if (done < 2) nowMs += durations[index] / 2;
        }
      }
      assert.equal(estimateRest(pace, nowMs), 0);
    }),
  );
});

test('the rest of a run is that of all stages to come, not of the current one alone', () => {
  const reading = stepPace(startPace(0), { stage: 'reading', done: 1, of: 1, nowMs: 0 });
  const making = stepPace(reading, { stage: 'making', done: 99, of: 100, nowMs: 10_000 });
  assert.ok(Number(estimateRest(making, 20_000)) > 5_000, 'verification and packing are still to come');
});
