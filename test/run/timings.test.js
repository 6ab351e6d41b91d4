import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spans as spansChannel, timed } from '../../lib/base/spans.js';
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

test('of many long pieces of work, the shortest are summed up, and none is lost', () => {
  const running = startTimings();
  const lengths = Array.from({ length: 4 * PIECES }, (_, at) => 1 + (at % 10));
  for (const ms of lengths)
    spansChannel.publish({ kind: 'file', by: 'pack', name: '', startMs: 0, endMs: ms, cpuMs: 1 });
  const { spans, brief } = running.stop();
  const short = brief.find(({ by }) => by === 'pack');
  assert.ok(spans.length < 2 * PIECES, `${spans.length} are kept`);
  assert.equal(spans.length + Number(short?.count), lengths.length);
  assert.equal(
    spans.reduce((sum, { endMs }) => sum + endMs, Number(short?.wallMs)),
    lengths.reduce((sum, ms) => sum + ms, 0),
  );
  assert.equal(spans.filter(({ endMs }) => endMs === 10).length, lengths.filter((ms) => ms === 10).length);
});
