import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timed } from '../../lib/base/spans.js';
import { startTimings } from '../../lib/run/timings.js';

const PIECES = 25_000;

test('thousands of short pieces of work are summed up, and none is lost', () => {
  const running = startTimings();
  for (let at = 0; at < PIECES; at++) timed({ kind: 'rule', by: 'some-rule', name: `${at}.html` }, () => at);
  const { spans, brief } = running.stop();
  const short = brief.find(({ by }) => by === 'some-rule');
  assert.ok(spans.length < PIECES);
  assert.equal(spans.length + Number(short?.count), PIECES);
});
