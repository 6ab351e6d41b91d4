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
  const shown = summariseReport({ ...makeReport(), rules }).rules;
  assert.deepEqual(
    shown.map((row) => [row.rule, row.saves.bytes]),
    [
      ['gif-image', 5],
      ['modern-image', 0],
      ['source-set', -900],
    ],
  );
});
