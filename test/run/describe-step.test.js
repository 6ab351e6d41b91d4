import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openProgress } from '../../lib/run/cli/progress.js';
import { describeStep } from '../../lib/run/pace.js';

test('progress names the stage and the count, and a time only if one is known', () => {
  assert.equal(describeStep('verifying', 12, 40), 'comparing pages before and after: 12 of 40');
  assert.equal(
    describeStep('verifying', 12, 40, 41_000),
    'comparing pages before and after: 12 of 40, about 41 s left',
  );
  assert.equal(describeStep('compressing', 1, 1, 170_000), 'compressing files, about 3 min left');
  assert.equal(describeStep('packing', 1, 1, 200), 'minifying files, less than 10 s left');
});

test('a log has a line every ten seconds, a terminal a bar', () => {
  let ms = 0;
  /** @type {string[]} */
  const written = [];
  const write = (/** @type {string} */ text) => void written.push(text);
  const log = openProgress({ isTTY: false, write }, { quiet: false, now: () => ms });
  for (ms = 0; ms <= 25_000; ms += 1000) log.tick('reading', ms / 1000, 25, null);
  assert.deepEqual(written.splice(0), ['reading pages: 10 of 25\n', 'reading pages: 20 of 25\n']);
  const bar = openProgress({ isTTY: true, write }, { quiet: false, now: () => ms });
  bar.tick('reading', 1, 2, 30_000);
  bar.done();
  assert.deepEqual(written, [
    `\r\x1b[K${'█'.repeat(12)}${'░'.repeat(12)} reading pages: 1 of 2, about 30 s left`,
    '\r\x1b[K',
  ]);
});
