import assert from 'node:assert/strict';
import { test } from 'node:test';
import { summariseReport } from '../../lib/report/summary.js';
import { makeReport } from './synthetic.js';

test('a rule that only advises what would cost bytes shows no figures; what was done shows its own', () => {
  const cost = { requests: 0, bytes: -900, packets: -1, ms: -4 };
  const rule = { rule: 'modern-image', applied: 0, advised: 3, rejected: 1, saves: cost };
  const rules = [
    rule,
    { ...rule, rule: 'source-set', applied: 2 },
    { ...rule, rule: 'gif-image', saves: { ...cost, bytes: 5 } },
  ];
  const summary = summariseReport({ ...makeReport(), rules });
  const shown = [...summary.advice, ...summary.rules];
  assert.deepEqual(
    shown.map((row) => [row.rule, row.saves.bytes]),
    [
      ['gif-image', 5],
      ['modern-image', 0],
      ['source-set', -900],
    ],
  );
});

test(
  'what rules save adds up to the difference between before and after, with what several share in a row of ' +
    'its own',
  () => {
    const saves = { requests: 1, bytes: 1000, packets: 2, ms: 10 };
    const row = { applied: 1, advised: 0, rejected: 0, saves };
    const report = makeReport();
    const rules = [
      { ...row, rule: 'heavy-png' },
      { ...row, rule: 'minify' },
      { ...row, rule: 'preload-font', applied: 0, advised: 1 },
    ];
    const { rules: made, shared, total, before, after } = summariseReport({ ...report, rules });
    assert.deepEqual([total.bytes, total.requests], [before.bytes - after.bytes, before.requests - after.requests]);
    const sum = made.reduce((bytes, { saves: { bytes: own } }) => bytes + own, shared.bytes);
    assert.equal(sum, total.bytes, 'advice is not counted');
  },
);

test('the best changes are those that are made, without advice', () => {
  const { best } = summariseReport(makeReport());
  assert.ok(makeReport().changes.some(({ status }) => status === 'advised'));
  assert.ok(best.length > 0);
  for (const { change } of best) assert.equal(change.status, 'applied');
});
